import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { answer, choose, history, notices, openUpload, processImage } from '../diagnosis.ts'
import { expect, test } from '../journey.ts'
import { hasLeaves, leaf, withoutLeaves } from '../leaves.ts'
import { newExpert, newUnapprovedExpert, openSession } from '../people.ts'
import {
  answerAsShipped,
  batch,
  choosePhoto,
  chooseSeveral,
  contributions,
  expectNoSession,
  farmersHispaLeaf,
  hispaLeaves,
  pick,
  reviewPath,
  sessionsPath,
  standing,
  trainingPath,
} from '../training.ts'

const uploads = '/analysis/upload-training-images/'
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    const wide = [...document.querySelectorAll('body *')].filter(each => each.getBoundingClientRect().right > width)
    return wide.map(each => `${each.tagName} ${each.textContent.slice(0, 40)}`)
  })
  expect(tooWide).toEqual([])
}

async function openTraining(page: Page): Promise<void> {
  await page.goto(trainingPath)
  await expect(heading(page, 'Model Training')).toBeVisible()
}

const fileOf = async (path: string, name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await readFile(path),
})

test('an expert is told what is missing, and why a file cannot be taken', async ({ page, shoot, expectAccessible }) => {
  await openSession(page, await newExpert())
  await openTraining(page)
  await expect(page.getByText('Nothing of yours yet')).toBeVisible()
  await page.getByRole('button', { name: 'Submit for Training' }).click()
  await expect(page.getByText('Please upload a valid image for training.').first()).toBeVisible()
  await expect(page.getByText('Please select a label for training.').first()).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible('Model Training with what is missing')
  await shoot('training-empty')
  await choosePhoto(page, { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(10) })
  await expect(page.getByText('File type not supported').first()).toBeVisible()
})

test('an expert whom nobody has approved yet is told so, and is offered nothing the server would refuse', async ({
  page,
}) => {
  await openSession(page, await newUnapprovedExpert())
  await page.goto(reviewPath)
  await expect(page.getByText('An admin still has to approve your account')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Later' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Sessions and versions' }).click()
  await expect(page.getByText('Answers now', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start a session' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Submit photos' }).click()
  await expect(page.getByRole('button', { name: 'Submit for Training' })).toBeDisabled()
  await expect(page.getByText('Many photos at once')).toHaveCount(0)
})

test('an expert submits one photo, sees what became of it, and takes it back', async ({
  page,
  shoot,
  expectAccessible,
}, { project }) => {
  test.skip(!hasLeaves, withoutLeaves)
  await openSession(page, await newExpert())
  await openTraining(page)
  // Each project has a leaf of its own: the same one would be counted once.
  await choosePhoto(page, leaf(project.name === 'phone' ? 'rust' : 'otherRust'))
  await pick(page, 'What does it show?', 'Rust')
  await pick(page, 'Crop', 'Maize')
  await page.getByRole('button', { name: 'Submit for Training' }).click()
  await expect(notices(page).getByText('Training data submitted successfully')).toBeVisible()
  await expect(page.getByAltText('The photo you chose')).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'What does it show?' })).toHaveText('Choose a label')
  const [own] = [contributions(page).getByRole('article')]
  await expect(own).toHaveCount(1)
  await expect(own.getByText('Accepted: training sessions learn from it.')).toBeVisible()
  await expect(own.getByText(/^The model says: Rust, \d/)).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible('Model Training with a contribution')
  await shoot('training-one')
  await own.getByRole('button', { name: /^Take back/ }).click()
  await expectAccessible('the question before a photo is taken back')
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await expect(notices(page).getByText('The photo was taken back')).toBeVisible()
  await expect(own.getByText('You took this photo back.')).toBeVisible()
})

test('a batch goes up in spite of a bad file and a lost network, and a second expert settles a doubtful label', async ({
  page,
  browser,
  shoot,
  expectAccessible,
  expectRefusal,
  complaints,
}, { project }) => {
  test.skip(!hasLeaves, withoutLeaves)
  const isPhone = project.name === 'phone'
  await openSession(page, await newExpert())
  await openTraining(page)
  // The healthy leaf is called rust: the model is sure of something else.
  const folder = isPhone
    ? ['maize__healthy', 'maize__northern_leaf_blight']
    : ['rice__healthy', 'maize__gray_leaf_spot']
  const root = `${process.env.LEAF_DATA}/test_lab`
  const names = isPhone ? ['009', '011'] : ['011', '013']
  await chooseSeveral(page, [
    await fileOf(`${root}/${folder[0]}/${names[0]}.jpg`, '1-healthy.jpg'),
    { name: '2-broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo at all') },
    await fileOf(`${root}/${folder[1]}/${names[1]}.jpg`, '3-blight.jpg'),
    { name: '4-notes.txt', mimeType: 'text/plain', buffer: Buffer.from('rain') },
  ])
  await pick(batch(page), 'Label of all photos', 'Rust')
  await pick(batch(page), 'Label of 3-blight.jpg', 'Other disease')
  await expectAccessible('a batch before it is sent')
  await shoot('training-batch-ready')

  expectRefusal('lost', uploads)
  expectRefusal(422, uploads)
  expectRefusal(400, uploads)
  expectRefusal(415, uploads)
  let isLost = true
  await page.route(`**${uploads}`, route =>
    isLost && route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
  )
  await batch(page).getByRole('button', { name: 'Submit 3 photos' }).click()
  await expect(batch(page).getByText('The network is gone')).toBeVisible()
  isLost = false
  await batch(page).getByRole('button', { name: 'Go on' }).click()
  await expect(batch(page).getByText('2 submitted, 2 not taken, 0 left')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible('a batch that is through')
  await shoot('training-batch-done')
  await expect(contributions(page).getByRole('article')).toHaveCount(2)
  const doubtful = contributions(page).getByRole('article').filter({ hasText: 'Another expert is asked' })
  await expect(doubtful).toHaveCount(1)
  // The list shows a thumbnail, the review the photo itself.
  const fileOfShown = async (image: Locator) => (await image.getAttribute('src'))?.split('?')[0]
  const photo = await fileOfShown(doubtful.getByRole('img'))

  const context = await browser.newContext()
  const other = await context.newPage()
  complaints.watch(other)
  await openSession(other, await newExpert())
  await other.goto(reviewPath)
  const card = other.getByRole('region', { name: 'Leaf to judge' })
  const shown = other.getByRole('img', { name: 'Leaf to judge' })
  await expect(card).toBeFocused()
  // Others' photos and controls may come first.
  for (let tries = 0; tries < 20 && (await fileOfShown(shown)) !== photo; tries += 1) {
    const before = await shown.getAttribute('src')
    await other.keyboard.press('n')
    await expect(shown).not.toHaveAttribute('src', before ?? '')
  }
  await expect(card.getByRole('button', { name: 'Confirm: Rust' })).toBeVisible()
  await expectAccessible('the review', other)
  await shoot('training-review', other)
  await expect(card).toBeFocused()
  await other.keyboard.press('h')
  await expect(notices(other).getByText('Thank you. Your word counts.')).toBeVisible()
  await context.close()

  await page.reload()
  const settled = contributions(page).getByRole('article').filter({ hasText: 'You said Rust' })
  await expect(settled.getByText('Accepted: training sessions learn from it.')).toBeVisible()
})

test('a farmer says that an answer is wrong, and is told what happens next', async ({
  page,
  shoot,
  expectAccessible,
}) => {
  test.skip(!hasLeaves, withoutLeaves)
  await openUpload(page)
  await choose(page, leaf('healthy'))
  await processImage(page)
  const said = answer(page)
  await expect(said.getByRole('button', { name: 'This is wrong' })).toBeVisible()
  await said.getByRole('button', { name: 'This is wrong' }).click()
  await page.getByRole('dialog').getByText('Other disease', { exact: true }).click()
  await expectAccessible('the dialog of a wrong answer')
  await shoot('answer-wrong')
  await page.getByRole('dialog').getByRole('button', { name: 'Send to experts' }).click()
  await expect(said.getByText('Thank you for telling us')).toBeVisible()
  await expect(said.getByText(/the model learns from it/)).toBeVisible()
})

test('without the network the screens say so and offer another try', async ({
  page,
  expectAccessible,
  expectRefusal,
}) => {
  const calls = ['training-summary', 'upload-training-images', 'training-sessions', 'training-queue', 'models']
  for (const name of calls) expectRefusal('lost', `/analysis/${name}/`)
  await openSession(page, await newExpert())
  let isLost = true
  await page.route('**/analysis/**', route => (isLost ? route.abort('internetdisconnected') : route.continue()))
  for (const [path, failures] of [
    [trainingPath, 2],
    [reviewPath, 1],
    [sessionsPath, 2],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText('This could not be loaded')).toHaveCount(failures)
  }
  await expectAccessible('the sessions without the network')
  isLost = false
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByText('This could not be loaded')).toHaveCount(1)
})

for (const language of ['sw', 'lg'] as const) {
  test(`the screens fit a phone in ${language}`, async ({ page, shoot }) => {
    await openSession(page, await newExpert())
    await page.addInitScript(chosen => localStorage.setItem('language', chosen), language)
    for (const path of [trainingPath, reviewPath, sessionsPath]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoSidewaysScroll(page)
    }
    await page.goto(trainingPath)
    await expect(page.getByRole('progressbar')).toBeVisible()
    await shoot(`training-${language}`)
  })
}

test.describe('a model that is taught', () => {
  test.afterEach(answerAsShipped)

  test('25 photos of a harm that the model takes for health teach it: the farmer’s next photo comes out right', async ({
    page,
    browser,
    shoot,
    expectAccessible,
    complaints,
  }, { project }) => {
    test.skip(!hasLeaves, withoutLeaves)
    test.skip(project.name !== 'phone', 'the model is one for all, so it is taught once')
    test.setTimeout(240_000)
    const farm = await (await browser.newContext()).newPage()
    complaints.watch(farm)
    await openUpload(farm)
    await ask(farm)
    await expect(history(farm).first()).toContainText('Healthy')

    await openSession(page, await newExpert())
    await openTraining(page)
    await chooseSeveral(page, hispaLeaves)
    await pick(batch(page), 'Label of all photos', 'Other disease')
    await pick(batch(page), 'Crop of all photos', 'Rice')
    await batch(page).getByRole('button', { name: 'Submit 25 photos' }).click()
    await expect(batch(page).getByText('25 submitted, 0 not taken, 0 left')).toBeVisible({ timeout: 120_000 })
    await expect(standing(page).getByText('The last session')).toBeVisible({ timeout: 60_000 })

    await page.goto(sessionsPath)
    const sessions = page.getByRole('region', { name: 'Training sessions' })
    await expectNoSession(sessions)
    // The first began by itself at twenty; what came after it is learnt as well.
    await page.reload()
    await expectNoSession(sessions)
    await expect(sessions.getByText('since the last session.')).toBeVisible()
    if ((await sessions.getByText('No photo was accepted since the last session.').count()) === 0) {
      await sessions.getByRole('button', { name: 'Start a session' }).click()
      await expect(notices(page).getByText('The training session has been started')).toBeVisible()
      await expectNoSession(sessions)
    }
    await expect(sessions.getByText('Better: put to use').first()).toBeVisible()
    await expect(sessions.getByRole('table', { name: 'Right answers, before and after' }).first()).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible('the sessions and versions')
    await shoot('training-sessions')

    await ask(farm)
    await expect(answer(farm).getByText(/model \S+\.r\d+$/)).toBeVisible()
    await expect(history(farm).first()).toContainText('Other disease')
    await shoot('training-farmer-after', farm)

    await page.goto('/account/addresses/model-card')
    await expect(page.getByRole('region', { name: 'What experts’ photos changed' })).toContainText('answers now')
    await expect(page.getByText(/Version \S+ of /)).toBeVisible()
    await expectNoSidewaysScroll(page)
    await shoot('model-card-taught')

    await page.goto(sessionsPath)
    const versions = page.getByRole('region', { name: 'Versions' })
    const shipped = versions.getByRole('article').filter({ hasText: 'Shipped with Kutu' }).first()
    await shipped.getByRole('button', { name: /^Activate version/ }).click()
    await expectAccessible('the question before a version answers')
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
    await expect(shipped.getByText('Answers now')).toBeVisible()
  })
})

/** A photo the experts never saw, of the same harm. */
async function ask(page: Page): Promise<void> {
  await page.goto('/account/addresses/image-analysis')
  await choose(page, farmersHispaLeaf)
  await processImage(page)
  await expect(notices(page).getByText('Image analysis successfully done')).toBeVisible()
}
