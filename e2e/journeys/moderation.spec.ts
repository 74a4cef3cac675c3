import type { Locator, Page } from '@playwright/test'
import { ask, moderate } from '../board.ts'
import { notices } from '../diagnosis.ts'
import { expect, test } from '../journey.ts'
import { callAs, newExpert, newFarmer, newUnapprovedExpert, openSession, type Person } from '../people.ts'

const board = '/account/addresses/all-posts'
const card = (page: Page, title: string): Locator => page.getByRole('article', { name: title })
const dialog = (page: Page): Locator => page.getByRole('dialog')
/** A word of their own keeps the posts of one journey apart from those of others at work. */
const newWord = () => `w${Math.random().toString(36).slice(2, 10)}`

/** What the notice holds back is done once it is closed. */
async function closeNotice(page: Page, text: string) {
  const notice = notices(page).getByRole('status').filter({ hasText: text })
  await notice.getByRole('button', { name: 'Close' }).click()
}

async function openQueue(page: Page, expert: Person, word: string) {
  await openSession(page, expert)
  await page.goto(`${board}?view=queue&search=${word}`)
  await expect(page.getByRole('heading', { name: 'All Posts', level: 1 })).toBeVisible()
}

test('an expert works through the queue from the keyboard and takes back what was too quick', async ({
  page,
  shoot,
  expectAccessible,
}) => {
  const [farmer, expert, word] = [await newFarmer(), await newExpert(), newWord()]
  await ask(farmer, { title: `${word} slow`, urgency_level: 'low' })
  await ask(farmer, { title: `${word} urgent`, urgency_level: 'high' })
  await ask(farmer, { title: `${word} middling` })
  await openQueue(page, expert, word)
  await expect(page.getByRole('article')).toContainText(['urgent', 'middling', 'slow'])
  await expectAccessible('the queue')
  await shoot('queue')

  await card(page, `${word} urgent`).focus()
  await page.keyboard.press('a')
  await expect(card(page, `${word} middling`), 'the next one comes').toBeFocused()
  await expect(card(page, `${word} urgent`)).toContainText('Being approved')
  await page.keyboard.press('z')
  await card(page, `${word} urgent`)
    .getByRole('button', { name: /^Approve/ })
    .press('Enter')
  await expect(card(page, `${word} urgent`), 'its button is gone').toBeFocused()
  await page.keyboard.press('z')
  await expect(card(page, `${word} urgent`).getByRole('button', { name: /^Approve/ })).toBeVisible()

  await page.keyboard.press('j')
  await page.keyboard.press('f')
  await expect(dialog(page).getByLabel('Reason', { exact: true })).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Flag', exact: true }).click()
  await expect(dialog(page).getByText('Say why: its writer reads it.')).toBeVisible()
  await expectAccessible('the flag dialog')
  await shoot('flag-dialog')
  await dialog(page).getByRole('button', { name: 'This is advertising.' }).click()
  await dialog(page).getByRole('button', { name: 'Flag', exact: true }).click()
  await expect(notices(page).getByText('Community Post has been flagged')).toBeVisible()
  await expect(card(page, `${word} middling`)).toBeHidden()
  await expect(card(page, `${word} slow`), 'the one after it has the focus').toBeFocused()
  await page.keyboard.press('z')
  await expect(notices(page).getByText('Community Post has been successfully unflagged')).toBeVisible()
  await expect(card(page, `${word} middling`)).toBeVisible()
})

test('an expert approves several posts at once; one that a colleague flagged meanwhile is told apart', async ({
  page,
}) => {
  const [farmer, expert, word] = [await newFarmer(), await newExpert(), newWord()]
  const first = await ask(farmer, { title: `${word} first` })
  await ask(farmer, { title: `${word} second` })
  await openQueue(page, expert, word)
  await page.getByRole('checkbox', { name: 'Choose all 2 that wait here' }).check()
  await page.getByRole('button', { name: 'Approve 2 posts' }).click()
  await moderate(await newExpert(), first.id, { action: 'flag', reason: 'The board is for questions.' })
  await closeNotice(page, '2 posts are approved when this notice closes.')
  await expect(notices(page).getByText('1 post has been approved')).toBeVisible()
  const told = `“${word} first” was not approved. Another expert decided first. Its state is now: Flagged.`
  await expect(notices(page).getByText(told)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('of two experts at once the second is told, and sees the post as it stands now', async ({
  page,
  expectRefusal,
}) => {
  const [farmer, expert, word] = [await newFarmer(), await newExpert(), newWord()]
  const { id } = await ask(farmer, { title: `${word} spots` })
  await openSession(page, expert)
  await page.goto(`${board}?search=${word}`)
  await card(page, `${word} spots`).getByRole('button', { name: /^Flag/ }).click()
  await moderate(await newExpert(), id, { action: 'approve' })
  expectRefusal(409, `/api/community/posts/moderate/${id}/`)
  await dialog(page).getByLabel('Reason', { exact: true }).fill('The board is for questions.')
  await dialog(page).getByRole('button', { name: 'Flag', exact: true }).click()
  const told = 'Community Post was not flagged. Another expert decided first. Its state is now: Approved.'
  await expect(notices(page).getByText(told)).toBeVisible()
  await expect(card(page, `${word} spots`)).toContainText('Approved')
  await expect(card(page, `${word} spots`).getByRole('button', { name: /^(Flag|Approve)/ })).toHaveCount(0)
})

test('an expert answers, lets a comment through, endorses it and comments on it; the farmer reads all of it', async ({
  page,
  browser,
  complaints,
  shoot,
  expectAccessible,
}) => {
  const [farmer, neighbour, expert, word] = [await newFarmer(), await newFarmer(), await newExpert(), newWord()]
  const { id } = await ask(farmer, { title: `${word} rust` })
  await openSession(page, expert)
  await page.goto(`${board}?search=${word}`)
  await card(page, `${word} rust`)
    .getByRole('button', { name: /^Approve/ })
    .click()
  await closeNotice(page, 'The post is approved when this notice closes.')
  await expect(notices(page).getByText('Community Post has been approved')).toBeVisible()
  await callAs(neighbour, 'POST', `/api/community/responses/${id}/`, { content: 'Ours had it as well.' })

  await card(page, `${word} rust`)
    .getByRole('link', { name: /comments? on/ })
    .click()
  await expect(page).toHaveURL(`/account/addresses/${id}`)
  const details = page.getByRole('region', { name: 'Post Details' })
  for (const part of ['Title', 'Content', 'Crop', 'Disease', 'Urgency']) await expect(details).toContainText(part)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Write your comment first.')).toBeVisible()
  await page.getByLabel('Your answer').fill('Take the worst leaves out.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Take the worst leaves out.' })).toBeVisible()

  const comment = page.getByRole('article').filter({ hasText: 'Ours had it as well.' })
  await comment.getByRole('button', { name: /^Comment on what/ }).click()
  await page.getByLabel(`Your comment to ${neighbour.username}`).fill('What did you do?')
  await page.getByRole('button', { name: 'Approve and send comment' }).click()
  await expect(notices(page).getByText('Comment has been approved')).toBeVisible()
  await comment.getByRole('button', { name: /^Endorse/ }).click()
  await expect(notices(page).getByText('Comment has been endorsed')).toBeVisible()
  await expect(comment).toContainText('Endorsed')
  await page.evaluate(() => window.scrollTo(0, 0)) // What lies half under the bar at the top cannot be measured.
  await expectAccessible('the comments of a post')
  await shoot('post-comments')

  const home = await browser.newContext()
  const reader = await home.newPage()
  complaints.watch(reader)
  await openSession(reader, farmer)
  await reader.goto(`/account/addresses/community-posts/${id}`)
  await expect(reader.getByText('An expert agrees')).toBeVisible()
  await reader.getByRole('tab', { name: 'Expert Comments (2)' }).click()
  await expect(reader.getByText('Take the worst leaves out.')).toBeVisible()
  await expect(reader.getByText('What did you do?')).toBeVisible()
  await home.close()
})

test('an approval stands though the expert leaves the page or signs out before its notice goes', async ({
  page,
  browser,
  complaints,
  isMobile,
}) => {
  const [farmer, expert, word] = [await newFarmer(), await newExpert(), newWord()]
  await ask(farmer, { title: `${word} leave` })
  await ask(farmer, { title: `${word} out` })
  await openQueue(page, expert, word)
  await card(page, `${word} leave`)
    .getByRole('button', { name: /^Approve/ })
    .click()
  await expect(card(page, `${word} leave`)).toContainText('Being approved')
  await page.goto(`${board}?view=queue&search=${word}`)
  await card(page, `${word} out`)
    .getByRole('button', { name: /^Approve/ })
    .click()
  await expect(card(page, `${word} out`)).toContainText('Being approved')
  if (isMobile) await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/auth')

  const home = await browser.newContext()
  const reader = await home.newPage()
  complaints.watch(reader)
  await openSession(reader, farmer)
  await reader.goto('/account/addresses/my-posts')
  await expect(card(reader, `${word} leave`)).toContainText('Approved')
  await expect(card(reader, `${word} out`)).toContainText('Approved')
  await home.close()
})

test('filters stand in the address, and Back undoes them', async ({ page, isMobile }) => {
  const [farmer, expert, word] = [await newFarmer(), await newExpert(), newWord()]
  await ask(farmer, { title: `${word} rice`, crop_type: 'RICE', disease_type: 'leaf_blust' })
  await ask(farmer, { title: `${word} beans`, crop_type: 'BEANS' })
  await openSession(page, expert)
  await page.goto(board)
  await page.getByLabel('Search in title and content').fill(word)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toHaveCount(2)
  if (isMobile) await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Crop' }).click()
  await page.getByRole('option', { name: 'Rice' }).click()
  await expect(page).toHaveURL(`${board}?crop_type=RICE&search=${word}`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.reload()
  await expect(card(page, `${word} rice`)).toContainText('Leaf Blast')
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('an expert whom nobody has approved yet reads why there are no buttons, and answers all the same', async ({
  page,
  shoot,
  expectAccessible,
}) => {
  const [farmer, expert, word] = [await newFarmer(), await newUnapprovedExpert(), newWord()]
  const { id } = await ask(farmer, { title: `${word} wilt` })
  await moderate(await newExpert(), id, { action: 'approve' })
  await openSession(page, expert)
  await page.goto(board)
  await expect(page.getByText('Your account awaits approval')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Flag|Approve)/ })).toHaveCount(0)
  await expectAccessible('the board of an unapproved expert')
  await shoot('all-posts-unapproved')
  await card(page, `${word} wilt`)
    .getByRole('link', { name: `${word} wilt` })
    .click()
  await page.getByLabel('Your answer').fill('Water it in the evening.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByRole('tab', { name: /^Expert Comments/ }).click()
  await expect(page.getByText('Yours, waits for approval')).toBeVisible()
})

for (const language of ['en', 'sw', 'lg']) {
  test(`axe finds nothing on the moderator's screens in ${language}`, async ({ page, shoot, expectAccessible }) => {
    const [farmer, expert, word] = [await newFarmer(), await newExpert(), newWord()]
    const { id } = await ask(farmer, { title: `${word} one` })
    await ask(farmer, { title: `${word} two` })
    await moderate(expert, id, { action: 'approve' })
    await callAs(farmer, 'POST', `/api/community/responses/${id}/`, { content: 'It is on the lower leaves.' })
    await openSession(page, expert)
    await page.addInitScript(chosen => localStorage.setItem('language', chosen), language)
    for (const [name, path, articles] of [
      ['all-posts', `${board}?search=${word}`, 2],
      ['queue', `${board}?view=queue&search=${word}`, 1],
      ['post-comments', `/account/addresses/${id}`, 1],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('article')).toHaveCount(articles)
      await expectAccessible(`${name} in ${language}`)
      await shoot(`${name}-${language}`)
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect(isTooWide, `${name} in ${language} scrolls sideways`).toBe(false)
    }
  })
}
