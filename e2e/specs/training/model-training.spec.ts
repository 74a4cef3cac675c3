import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import {
  createExpert,
  createFarmer,
  createUnapprovedExpert,
  getAdmin,
  requestAs,
  signInByApi,
} from '../../support/accounts.ts'
import { analyzePhotoFiles } from '../../support/analyses.ts'
import { startJob, useDatabase } from '../../support/database.ts'
import { expect, expectNoHorizontalScroll, test } from '../../support/fixtures.ts'
import { hasLeafPhotos, leafPhotoPath, noLeafPhotosReason } from '../../support/leaf-photos.ts'
import {
  activateShippedModel,
  batchSection,
  chooseTrainingPhoto,
  chooseTrainingPhotos,
  contributionsSection,
  createTeachingExperts,
  drawTeachingPhotos,
  labelAsSecondExpert,
  reviewPath,
  selectOption,
  sessionsPath,
  submitTrainingPhotos,
  trainingPath,
  waitForSessionsToEnd,
} from '../../support/training-page.ts'
import { analysisResult, chooseFiles, openUploadPage, processImage, toasts } from '../../support/upload-page.ts'

const uploadsApiPath = '/analysis/upload-training-images/'
const findHeading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

async function openTraining(page: Page): Promise<void> {
  await page.goto(trainingPath)
  await expect(findHeading(page, 'Model Training')).toBeVisible()
}

const readUploadFile = async (path: string, name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await readFile(path),
})

test('an expert sees which fields are missing, and why a file is rejected', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  await signInByApi(page, await createExpert())
  await openTraining(page)
  await expect(page.getByText('No contributions yet')).toBeVisible()
  await page.getByRole('button', { name: 'Submit for Training' }).click()
  await expect(page.getByText('Please upload a valid image for training.').first()).toBeVisible()
  await expect(page.getByText('Please select a label for training.').first()).toBeVisible()
  await expectNoHorizontalScroll(page)
  await expectAccessible('Model Training with what is missing')
  await takeScreenshot('training-empty')
  await chooseTrainingPhoto(page, { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(10) })
  await expect(page.getByText('File type not supported').first()).toBeVisible()
})

test('an expert who is not approved yet is informed, and sees no action the server would reject', async ({ page }) => {
  await signInByApi(page, await createUnapprovedExpert())
  await page.goto(reviewPath)
  await expect(page.getByText('An administrator is checking your account.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Later' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Sessions and versions' }).click()
  await expect(page.getByText('In use', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start a session' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Submit photos' }).click()
  await expect(page.getByRole('button', { name: 'Submit for Training' })).toBeDisabled()
  await expect(page.getByText('Many photos at once')).toHaveCount(0)
})

test('an expert submits one photo, sees its status, and withdraws it', async ({
  page,
  takeScreenshot,
  expectAccessible,
}, { project }) => {
  test.skip(!hasLeafPhotos, noLeafPhotosReason)
  await signInByApi(page, await createExpert())
  await openTraining(page)
  // Each project uses its own photo, because duplicates are counted once.
  await chooseTrainingPhoto(page, leafPhotoPath(project.name === 'phone' ? 'rust' : 'otherRust'))
  await selectOption(page, 'What does it show?', 'Common Rust')
  await selectOption(page, 'Crop', 'Maize')
  await page.getByRole('button', { name: 'Submit for Training' }).click()
  await expect(toasts(page).getByText('Training data submitted successfully')).toBeVisible()
  await expect(page.getByAltText('The photo you chose')).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'What does it show?' })).toHaveText('Choose a label')
  const [ownContribution] = [contributionsSection(page).getByRole('article')]
  await expect(ownContribution).toHaveCount(1)
  await expect(ownContribution.getByText('Experts look at this photo.')).toBeVisible()
  await expect(ownContribution.getByText(/^The model says: Common Rust, \d/)).toBeVisible()
  await expectNoHorizontalScroll(page)
  await expectAccessible('Model Training with a contribution')
  await takeScreenshot('training-one')
  await ownContribution.getByRole('button', { name: /^Withdraw/ }).click()
  await expectAccessible('the question before a photo is taken back')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(toasts(page).getByText('The photo was withdrawn')).toBeVisible()
  await expect(ownContribution.getByText('You withdrew this photo.')).toBeVisible()
})

test('a batch is uploaded despite an invalid file and a network error, and two more experts decide a disputed label', async ({
  page,
  browser,
  takeScreenshot,
  expectAccessible,
  expectFailure,
  consoleErrors,
}, { project }) => {
  test.skip(!hasLeafPhotos, noLeafPhotosReason)
  const isPhone = project.name === 'phone'
  await signInByApi(page, await createExpert())
  await openTraining(page)
  // The healthy leaf is labeled as rust, so that the model contradicts the label.
  const folder = isPhone
    ? ['maize__healthy', 'maize__northern_leaf_blight']
    : ['rice__healthy', 'maize__gray_leaf_spot']
  const root = `${process.env.LEAF_DATA}/test_lab`
  const names = isPhone ? ['009', '011'] : ['011', '013']
  expectFailure('lost', uploadsApiPath)
  expectFailure(422, uploadsApiPath)
  expectFailure(400, uploadsApiPath)
  expectFailure(415, uploadsApiPath)
  let isLost = true
  await page.route(`**${uploadsApiPath}`, route =>
    isLost && route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
  )
  await chooseTrainingPhotos(
    page,
    [
      await readUploadFile(`${root}/${folder[0]}/${names[0]}.jpg`, '1-healthy.jpg'),
      { name: '2-broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo at all') },
      await readUploadFile(`${root}/${folder[1]}/${names[1]}.jpg`, '3-blight.jpg'),
      { name: '4-notes.txt', mimeType: 'text/plain', buffer: Buffer.from('rain') },
    ],
    'Common Rust',
  )
  const continueButton = batchSection(page).getByRole('button', { name: 'Continue' })
  await expect(continueButton).toBeVisible()
  await expect(batchSection(page).getByText('0 submitted, 0 rejected, 4 left')).toBeVisible()
  isLost = false
  await continueButton.click()
  await expect(batchSection(page).getByText('2 submitted, 2 rejected, 0 left')).toBeVisible()
  await expectNoHorizontalScroll(page)
  await expectAccessible('a batch that is through')
  await takeScreenshot('training-batch-done')
  await expect(contributionsSection(page).getByRole('article')).toHaveCount(2)
  // The model is sure of something else; its answer decides nothing.
  const disputed = contributionsSection(page).getByRole('article').filter({ hasText: 'The model says: Healthy' })
  await expect(disputed.getByText('Another expert is asked')).toBeVisible()
  // The list shows a thumbnail, the review shows the full photo.
  const getPhotoPath = async (image: Locator) => (await image.getAttribute('src'))?.split('?')[0]
  const photo = await getPhotoPath(disputed.getByRole('img'))

  for (const reviewer of ['second', 'third'] as const) {
    const context = await browser.newContext()
    const other = await context.newPage()
    consoleErrors.watch(other)
    await signInByApi(other, await createExpert())
    await other.goto(reviewPath)
    const card = other.getByRole('region', { name: 'Leaf to judge' })
    const shownPhoto = other.getByRole('img', { name: 'Leaf to judge' })
    await expect(card).toBeFocused()
    // Photos of other tests and control photos may come first.
    for (let attempt = 0; attempt < 60 && (await getPhotoPath(shownPhoto)) !== photo; attempt += 1) {
      const before = await shownPhoto.getAttribute('src')
      await other.keyboard.press('n')
      await expect(shownPhoto).not.toHaveAttribute('src', before ?? '')
    }
    await expect(card.getByRole('button', { name: /^It is: / })).toHaveText([
      'It is: Common Rust',
      'It is: Healthy',
      'It is: Other Diseases',
    ])
    await expect(card.getByText('Submitted as')).toHaveCount(0)
    if (reviewer === 'second') {
      await expectAccessible('the review', other)
      await takeScreenshot('training-review', other)
      await expectNoHorizontalScroll(other)
    }
    await expect(card).toBeFocused()
    await other.keyboard.press('h')
    await expect(toasts(other).getByText('Thank you. Your label is saved.')).toBeVisible()
    await context.close()
    await page.reload()
    if (reviewer === 'second') await expect(disputed.getByText('experts disagree about this leaf')).toBeVisible()
  }

  const acceptedContribution = contributionsSection(page)
    .getByRole('article')
    .filter({ hasText: 'Your label: Common Rust' })
  await expect(acceptedContribution.getByText('Accepted for training.')).toBeVisible()
})

test('a farmer reports a wrong answer, and reads what happens next', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  test.skip(!hasLeafPhotos, noLeafPhotosReason)
  await openUploadPage(page)
  await chooseFiles(page, leafPhotoPath('healthy'))
  await processImage(page)
  const result = analysisResult(page)
  await result.locator('summary', { hasText: 'Is this answer wrong?' }).click()
  await result.getByRole('button', { name: 'This is wrong' }).click()
  await page.getByRole('dialog').getByText('Other Diseases', { exact: true }).click()
  await expectAccessible('the dialog of a wrong answer')
  await takeScreenshot('answer-wrong')
  await page.getByRole('dialog').getByRole('button', { name: 'Send to experts' }).click()
  await expect(result.getByText('Thank you for telling us')).toBeVisible()
  await expect(result.getByText(/Kutu learns from it when they agree/)).toBeVisible()
})

test('the training screens say that they are offline and offer a retry', async ({
  page,
  expectAccessible,
  expectFailure,
}) => {
  const calls = ['training-summary', 'upload-training-images', 'training-sessions', 'training-queue', 'models']
  for (const name of calls) expectFailure('lost', `/analysis/${name}/`)
  await signInByApi(page, await createExpert())
  let isLost = true
  await page.route('**/analysis/**', route => (isLost ? route.abort('internetdisconnected') : route.continue()))
  for (const [path, failures] of [
    [trainingPath, 2],
    [reviewPath, 1],
    [sessionsPath, 2],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText('This did not load')).toHaveCount(failures)
  }
  await expectAccessible('the sessions without the network')
  isLost = false
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByText('This did not load')).toHaveCount(1)
})

for (const language of ['sw', 'lg'] as const) {
  test(`the training screens fit a phone in ${language}`, async ({ page, takeScreenshot }) => {
    await signInByApi(page, await createExpert())
    await page.addInitScript(locale => localStorage.setItem('language', locale), language)
    for (const path of [trainingPath, reviewPath, sessionsPath]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoHorizontalScroll(page)
    }
    await page.goto(trainingPath)
    await expect(page.getByRole('progressbar')).toBeVisible()
    await takeScreenshot(`training-${language}`)
  })
}

test.describe('a model that is trained', () => {
  test.afterEach(activateShippedModel)

  test('25 photos of damage that the model classifies as healthy teach it: farmers’ photos of it are corrected', async ({
    page,
    browser,
    takeScreenshot,
    expectAccessible,
    consoleErrors,
  }, { project }) => {
    test.skip(project.name !== 'phone', 'the model is one for all, so it is taught once')
    test.setTimeout(480_000)
    const farmer = await createFarmer()
    const photos = await drawTeachingPhotos()
    const before = await analyzePhotoFiles(farmer, photos.farmer)
    const wrongPaths = photos.farmer.filter((_, index) => before[index]?.rust_class === 'healthy')
    expect(wrongPaths.length, 'photos of the damage that the model classifies as healthy').toBeGreaterThanOrEqual(5)

    const { expert, other } = await createTeachingExperts(photos)
    await submitTrainingPhotos(other, photos.other, 'common_rust')
    await labelAsSecondExpert(other, 'common_rust')
    await signInByApi(page, expert)
    await openTraining(page)
    await chooseTrainingPhotos(page, photos.expert, 'Common Rust')
    await expect(batchSection(page).getByText('25 submitted, 0 rejected, 0 left')).toBeVisible({ timeout: 120_000 })
    await labelAsSecondExpert(expert, 'common_rust')

    await page.goto(sessionsPath)
    const sessions = page.getByRole('region', { name: 'Training sessions' })
    await waitForSessionsToEnd(sessions)
    // The first session started automatically after 20 photos; the rest are learned in the next.
    await page.reload()
    await waitForSessionsToEnd(sessions)
    await expect(sessions.getByText('since the last session.')).toBeVisible()
    if ((await sessions.getByText('No photo was accepted since the last session.').count()) === 0) {
      await sessions.getByRole('button', { name: 'Start a session' }).click()
      await expect(toasts(page).getByText('The training session has started')).toBeVisible()
      await waitForSessionsToEnd(sessions)
    }
    await expect(sessions.getByText('Better: waits for activation').first()).toBeVisible()
    await expect(sessions.getByText(/Chance alone would do this/).first()).toBeVisible()
    await expect(sessions.getByRole('table', { name: 'Right answers, before and after' }).first()).toBeVisible()
    await expectNoHorizontalScroll(page)
    await expectAccessible('the sessions and versions')
    await takeScreenshot('training-sessions')

    await page.reload()
    const versions = page.getByRole('region', { name: 'Versions' })
    const taught = versions.getByRole('article').filter({ hasText: /^.*From an? .*session/ })
    const version = (await taught.first().getByRole('heading').textContent()) ?? ''
    await expect(taught.first().getByText('You sent or labeled its photos.')).toBeVisible()
    const [first, second] = [await createExpert(), await createExpert()]
    await requestAs(first, 'PUT', `/analysis/models/${version}/activate/`, {})
    await page.reload()
    await expect(taught.first().getByText(`Wanted by ${first.username}: 1 of 2 experts.`)).toBeVisible()
    await expectAccessible('a version that one expert wants')
    await requestAs(second, 'PUT', `/analysis/models/${version}/activate/`, {})
    await page.reload()
    await expect(taught.first().getByText('In use', { exact: true })).toBeVisible()
    await expect(sessions.getByText('Better: now in use')).toHaveCount(1)

    const after = await analyzePhotoFiles(farmer, wrongPaths)
    const correctedPaths = wrongPaths.filter((_, index) => after[index]?.rust_class === 'common_rust')
    expect(correctedPaths.length, `of ${wrongPaths.length}`).toBeGreaterThan(0)
    const farmerPage = await (await browser.newContext()).newPage()
    consoleErrors.watch(farmerPage)
    await openUploadPage(farmerPage)
    await chooseFiles(farmerPage, correctedPaths[0] as string)
    await processImage(farmerPage)
    await expect(toasts(farmerPage).getByText('Image analysis successfully done')).toBeVisible()
    await expect(analysisResult(farmerPage).getByText(/model \S+\.r\d+$/), 'in the folded figures').toBeAttached()
    expect(await fetchNewestClass(farmerPage)).toBe('common_rust')
    await takeScreenshot('training-farmer-after', farmerPage)

    await page.goto('/account/addresses/model-card')
    await expect(page.getByRole('region', { name: 'What experts’ photos changed' })).toContainText('is in use')
    await expect(page.getByText(/Version \S+ of /)).toBeVisible()
    await expectNoHorizontalScroll(page)
    await takeScreenshot('model-card-taught')

    await page.goto(sessionsPath)
    const shipped = versions.getByRole('article').filter({ hasText: 'Shipped with Kutu' }).first()
    await shipped.getByRole('button', { name: /^Activate version/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
    await expect(shipped.getByText(`Wanted by ${expert.username}: 1 of 2 experts.`)).toBeVisible()
    const adminPage = await (await browser.newContext()).newPage()
    consoleErrors.watch(adminPage)
    await signInByApi(adminPage, await getAdmin())
    await adminPage.goto('/account/admin/models')
    const shippedForAdmin = adminPage.getByRole('article').filter({ hasText: 'Shipped with Kutu' }).first()
    await expect(shippedForAdmin).toBeVisible()
    await expectAccessible('the models for an administrator', adminPage)
    await shippedForAdmin.getByRole('button', { name: /^Activate version/ }).click()
    await adminPage.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
    await expect(shippedForAdmin.getByText('In use', { exact: true })).toBeVisible()
    await expectNoHorizontalScroll(adminPage)
    await takeScreenshot('admin-models', adminPage)
    await page.reload()
    await expect(shipped.getByText('In use', { exact: true })).toBeVisible()
    await expect(sessions.getByText('Better: now in use')).toHaveCount(0)
  })
})

/** Photos that no other journey reports, because the same leaf counts once. They come last: sessions learn from them. */
const articlePhotoPaths = ['021', '022', '023', '024'].map(name =>
  join(process.env.LEAF_DATA ?? '', 'test_field', 'beans__rust', `${name}.jpg`),
)

test('a farmer allows leaf photos, two experts agree on them, and an article shows three until an expert removes one', async ({
  page,
  browser,
  takeScreenshot,
  expectAccessible,
  consoleErrors,
}, { project }) => {
  test.skip(!hasLeafPhotos, noLeafPhotosReason)
  test.skip(project.name !== 'phone', 'the same leaf counts once')
  const [farmer, first, second] = [await createFarmer(), await createExpert(), await createExpert()]
  const farm = { farm_location: 'Mbale', farm_size: 2.5, crop_types: ['BEANS'], district: 'UG-mbale' }
  await requestAs(farmer, 'PUT', '/api/account/farm/', farm)
  for (const { id } of await analyzePhotoFiles(farmer, articlePhotoPaths, 'BEANS')) {
    const report = (await requestAs(farmer, 'POST', `/analysis/rust-detection/${id}/report/`, {})) as { id: string }
    for (const expert of [first, second])
      await requestAs(expert, 'PUT', `/analysis/training-queue/${report.id}/`, {
        action: 'correct',
        label: 'common_rust',
      })
  }

  await signInByApi(page, farmer)
  await page.goto('/account/profile#photos')
  const consent = page.getByRole('checkbox', { name: 'My leaf photos may be shown like this' })
  await expect(consent).not.toBeChecked()
  const saved = () => page.waitForResponse('**/api/account/photo-consent/')
  await Promise.all([saved(), consent.check()])
  await page.reload()
  await expect(consent).toBeChecked()
  await consent.scrollIntoViewIfNeeded()
  await takeScreenshot('settings-photos')
  await useDatabase(client => startJob(client, 'choose_guide_photos'))

  const photos = page.getByRole('region', { name: 'Photos from Kutu’s farmers' })
  await expect(async () => {
    await page.goto('/learn/beans-rust')
    await expect(photos.getByRole('img')).toHaveCount(3, { timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await expect(photos.getByText(/^Mbale, /)).toHaveCount(3)
  await expect(photos.getByRole('button')).toHaveCount(0)
  await photos.scrollIntoViewIfNeeded()
  for (const image of await photos.getByRole('img').all())
    await expect.poll(() => image.evaluate(each => (each as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
  await expectNoHorizontalScroll(page)
  await expectAccessible('an article with farmers’ photos')
  await takeScreenshot('article-photos')

  const expertPage = await (await browser.newContext()).newPage()
  consoleErrors.watch(expertPage)
  await signInByApi(expertPage, first)
  await expertPage.goto('/learn/beans-rust')
  const shown = expertPage.getByRole('region', { name: 'Photos from Kutu’s farmers' })
  await shown.getByRole('button', { name: 'Remove this photo' }).first().click()
  await expertPage.getByRole('dialog').getByRole('button', { name: 'Remove this photo' }).click()
  await expect(toasts(expertPage).getByText('The photo has been removed')).toBeVisible()
  await expect(shown.getByRole('img')).toHaveCount(2)

  await page.goto('/account/profile#photos')
  await expect(consent).toBeChecked()
  await Promise.all([saved(), consent.uncheck()])
  await page.goto('/learn/beans-rust')
  await expect(page.getByRole('heading', { name: 'Do today' })).toBeVisible()
  await expect(photos).toHaveCount(0)
})

/** Returns the class of the user's newest analysis. The screens name it only where the model is sure enough. */
const fetchNewestClass = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('accessToken')}` }
    const reply = await fetch('/analysis/rust-detection/?page_size=1', { headers })
    return (await reply.json()).results[0].rust_class
  })
