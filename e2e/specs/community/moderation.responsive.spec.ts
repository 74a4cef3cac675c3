import type { Locator, Page } from '@playwright/test'
import {
  createExpert,
  createFarmer,
  createUnapprovedExpert,
  requestAs,
  signInByApi,
  type TestAccount,
} from '../../support/accounts.ts'
import { createPost, moderatePost } from '../../support/community.ts'
import { countEffort } from '../../support/effort.ts'
import { expect, expectNoHorizontalScroll, openFold, test } from '../../support/fixtures.ts'
import { toasts } from '../../support/upload-page.ts'

const boardPath = '/account/addresses/all-posts'
const card = (page: Page, title: string): Locator => page.getByRole('article', { name: title })
const dialog = (page: Page): Locator => page.getByRole('dialog')
/** A unique word in the titles keeps the posts of parallel tests apart. */
const createUniqueWord = () => `w${Math.random().toString(36).slice(2, 10)}`

async function openPending(page: Page, expert: TestAccount, word: string) {
  await signInByApi(page, expert)
  await page.goto(`${boardPath}?search=${word}&status=pending`)
  await expect(page.getByRole('heading', { name: 'All Posts', level: 1 })).toBeVisible()
}
const inboxRow = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: 'What waits for you' }).getByRole('link', { name: title })

test('an expert works through the inbox with the keyboard and undoes hasty actions', async ({
  page,
  isMobile,
  takeScreenshot,
  expectAccessible,
}) => {
  const [farmer, expert, word] = [await createFarmer(), await createExpert(), createUniqueWord()]
  await createPost(farmer, { title: `${word} urgent`, urgency_level: 'high' })
  await createPost(farmer, { title: `${word} hasty`, urgency_level: 'high' })
  await signInByApi(page, expert)
  await page.goto('/account')
  await expect(inboxRow(page, `${word} urgent`)).toContainText('Urgent post')
  await expectNoHorizontalScroll(page)
  await expectAccessible('the inbox')
  await takeScreenshot('inbox')
  await inboxRow(page, `${word} urgent`).click()
  await expect(card(page, `${word} urgent`)).toBeVisible()
  if (isMobile) {
    await expectAccessible('an item of the inbox')
    await takeScreenshot('inbox-item')
  }

  await page.keyboard.press('?')
  await expect(dialog(page).getByText('all keys')).toBeVisible()
  await expectAccessible('the keys')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  // For 400 ms after an item has come, this key does nothing.
  await page.waitForTimeout(400)
  await page.keyboard.press('a')
  await expect(toasts(page).getByText('Community Post has been approved')).toBeVisible()
  await expect(card(page, `${word} urgent`), 'the next one comes').toBeHidden()
  await page.keyboard.press('z')
  await expect(toasts(page).getByText('Undone. It is now: Pending.')).toBeVisible()
  await expect(card(page, `${word} urgent`).getByRole('button', { name: /^Approve/ })).toBeVisible()

  await page.keyboard.press('f')
  await expect(dialog(page).getByLabel('Reason', { exact: true })).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Flag', exact: true }).click()
  await expect(dialog(page).getByText('Give a reason. The author will read it.')).toBeVisible()
  await expectAccessible('the flag dialog')
  await takeScreenshot('flag-dialog')
  await dialog(page).getByRole('button', { name: 'This is advertising.' }).click()
  await dialog(page).getByRole('button', { name: 'Flag', exact: true }).click()
  await expect(toasts(page).getByText('Community Post has been flagged')).toBeVisible()
  await expect(card(page, `${word} urgent`)).toBeHidden()

  await page.goto(`${boardPath}?search=${word}`)
  await expect(card(page, `${word} urgent`)).toContainText('Flagged')
  await card(page, `${word} urgent`)
    .getByRole('button', { name: /^Unflag/ })
    .click()
  await expect(toasts(page).getByText('Community Post has been successfully unflagged')).toBeVisible()
})

test('an expert puts an item off until tomorrow, and others see what is open', { tag: '@phone' }, async ({
  page,
  browser,
  consoleErrors,
}) => {
  const [farmer, expert, other, word] = [
    await createFarmer(),
    await createExpert(),
    await createExpert(),
    createUniqueWord(),
  ]
  await createPost(farmer, { title: `${word} later`, urgency_level: 'high' })
  await signInByApi(page, expert)
  await page.goto('/account')
  await inboxRow(page, `${word} later`).click()
  await expect(card(page, `${word} later`)).toBeVisible()
  const otherContext = await browser.newContext()
  const otherPage = await otherContext.newPage()
  consoleErrors.watch(otherPage)
  await signInByApi(otherPage, other)
  await otherPage.goto('/account')
  await expect(inboxRow(otherPage, `${word} later`)).toContainText(`Open at ${expert.username}`)
  await otherContext.close()
  await page.getByRole('button', { name: 'Do it tomorrow' }).click()
  await expect(toasts(page).getByText('It comes back tomorrow morning.')).toBeVisible()
  await page.goto('/account')
  await expect(
    page.getByRole('region', { name: 'What waits for you' }).or(page.getByText('Nothing is waiting')),
  ).toBeVisible()
  await expect(inboxRow(page, `${word} later`)).toHaveCount(0)
})

test('an expert approves and answers ten posts in the inbox without a page change', async ({
  page,
  expectAccessible,
  takeScreenshot,
}) => {
  const [farmers, expert, word] = [
    [await createFarmer(), await createFarmer()],
    await createExpert(),
    createUniqueWord(),
  ]
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  for (const number of numbers) {
    const farmer = farmers[number % 2]
    if (farmer) await createPost(farmer, { title: `${word} post ${number}`, urgency_level: 'high' })
  }
  const effort = await countEffort(page)
  await signInByApi(page, expert)
  await page.goto('/account')
  await inboxRow(page, `${word} post 1`).first().click()
  await effort.seeScreen()
  const startedAt = Date.now()
  const own = card(page, word)
  let title = ''
  for (const number of numbers) {
    // A post of another journey may come next: back to the list then.
    await expect(async () => {
      const list = page.getByRole('link', { name: /^All \d/ })
      if (!(await own.isVisible()) && (await list.isVisible())) await list.click()
      if (!(await own.isVisible())) await inboxRow(page, word).first().click({ timeout: 2000 })
      await expect(own).toBeVisible({ timeout: 2000 })
    }).toPass()
    title = (await own.getByRole('heading').textContent()) ?? ''
    const field = page.getByLabel('Your answer')
    const { taps, keys, texts } = await effort.measure(async () => {
      await page.keyboard.press('r')
      await expect(field).toBeFocused()
      await page.keyboard.insertText(`Remove the sick leaves, ${number}.`)
      if (number === 1) {
        await expectAccessible('the answer in the card')
        await takeScreenshot('approve-and-answer')
        await field.focus()
      }
      await page.keyboard.press('Control+Enter')
      await expect(page.getByRole('article', { name: title, exact: true })).toHaveCount(0)
    })
    expect({ taps, keys, texts }, title).toEqual({ taps: 0, keys: 2, texts: 1 })
  }
  const { keys, texts } = await effort.report(`ten approvals with answers in ${Date.now() - startedAt} ms`)
  expect({ keys, texts }).toEqual({ keys: 20, texts: 10 })
  await expect(toasts(page).getByText('Community Post has been approved')).toHaveCount(1)
  await page.keyboard.press('z')
  await expect(card(page, title), 'the last one only').toBeVisible()
})

test('an expert saves a reply with an article and inserts it into the next answer', { tag: '@phone' }, async ({
  page,
  browser,
  consoleErrors,
  expectAccessible,
  takeScreenshot,
}) => {
  const [farmer, expert, word] = [await createFarmer(), await createExpert(), createUniqueWord()]
  const { id } = await createPost(farmer, { title: `${word} first`, urgency_level: 'high' })
  await createPost(farmer, { title: `${word} second` })
  await openPending(page, expert, word)
  await page.getByRole('button', { name: `Answer and approve “${word} first”` }).click()
  await page.getByLabel('Your answer').fill('Remove the sick leaves.')
  await page.getByRole('button', { name: 'Save this text' }).click()
  await dialog(page).getByLabel('Title').fill('Rust')
  await dialog(page).getByRole('combobox', { name: 'Article' }).click()
  await dialog(page).getByRole('option').nth(1).click()
  await expectAccessible('the saved reply')
  await takeScreenshot('saved-reply')
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toasts(page).getByText('Reply saved')).toBeVisible()
  await page.getByLabel('Your answer').fill('')
  await page.getByRole('button', { name: 'Saved replies', exact: true }).click()
  await takeScreenshot('saved-replies')
  await page.getByRole('button', { name: 'Insert “Rust”' }).click()
  await expect(page.getByLabel('Your answer')).toHaveValue(/^Remove the sick leaves\.\n\nhttp.*\/learn\/[a-z0-9-]+$/)
  await page.getByRole('button', { name: 'Approve and send answer' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  const farmerContext = await browser.newContext()
  const farmerPage = await farmerContext.newPage()
  consoleErrors.watch(farmerPage)
  await signInByApi(farmerPage, farmer)
  await farmerPage.goto(`/account/addresses/community-posts/${id}`)
  await farmerPage.getByRole('tab', { name: 'Expert Comments', exact: true }).click()
  await farmerPage.getByRole('link', { name: 'Read the article' }).click()
  await expect(farmerPage).toHaveURL(/\/learn\/[a-z0-9-]+$/)
  await farmerContext.close()
})

test('an expert approves several posts in bulk; one flagged meanwhile is reported separately', {
  tag: '@phone',
}, async ({ page }) => {
  const [farmer, expert, word] = [await createFarmer(), await createExpert(), createUniqueWord()]
  const first = await createPost(farmer, { title: `${word} first` })
  await createPost(farmer, { title: `${word} second` })
  await openPending(page, expert, word)
  await page.getByRole('checkbox', { name: 'Select all 2 pending' }).check()
  await moderatePost(await createExpert(), first.id, { action: 'flag', reason: 'The board is for questions.' })
  await page.getByRole('button', { name: 'Approve 2 posts' }).click()
  await expect(toasts(page).getByText('Community Post has been approved')).toBeVisible()
  const message = `“${word} first” was not approved. Another expert decided first. It is now: Flagged.`
  await expect(toasts(page).getByText(message)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('the second of two experts is notified, and sees the current state of the post', { tag: '@phone' }, async ({
  page,
  expectFailure,
}) => {
  const [farmer, expert, word] = [await createFarmer(), await createExpert(), createUniqueWord()]
  const { id } = await createPost(farmer, { title: `${word} spots` })
  await signInByApi(page, expert)
  await page.goto(`${boardPath}?search=${word}`)
  await card(page, `${word} spots`).getByRole('button', { name: /^Flag/ }).click()
  await moderatePost(await createExpert(), id, { action: 'approve' })
  expectFailure(409, `/api/community/posts/moderate/${id}/`)
  await dialog(page).getByLabel('Reason', { exact: true }).fill('The board is for questions.')
  await dialog(page).getByRole('button', { name: 'Flag', exact: true }).click()
  const message = 'Community Post was not flagged. Another expert decided first. It is now: Approved.'
  await expect(toasts(page).getByText(message)).toBeVisible()
  await expect(card(page, `${word} spots`)).toContainText('Approved')
  await expect(card(page, `${word} spots`).getByRole('button', { name: /^(Flag|Approve)/ })).toHaveCount(0)
})

test('an expert answers, approves a comment, endorses it and replies to it; the farmer reads all of it', {
  tag: '@phone',
}, async ({ page, browser, consoleErrors, takeScreenshot, expectAccessible }) => {
  const [farmer, neighbor, expert, word] = [
    await createFarmer(),
    await createFarmer(),
    await createExpert(),
    createUniqueWord(),
  ]
  const { id } = await createPost(farmer, { title: `${word} rust` })
  await signInByApi(page, expert)
  await page.goto(`${boardPath}?search=${word}`)
  await card(page, `${word} rust`)
    .getByRole('button', { name: /^Approve/ })
    .click()
  await expect(toasts(page).getByText('Community Post has been approved')).toBeVisible()
  await requestAs(neighbor, 'POST', `/api/community/responses/${id}/`, { content: 'Ours had it as well.' })

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
  await page.getByLabel(`Your comment to ${neighbor.username}`).fill('What did you do?')
  await page.getByRole('button', { name: 'Approve and send comment' }).click()
  await expect(toasts(page).getByText('Comment has been approved')).toBeVisible()
  await comment.getByRole('button', { name: /^Endorse/ }).click()
  await expect(toasts(page).getByText('Comment has been endorsed')).toBeVisible()
  await expect(comment).toContainText('Endorsed')
  await page.evaluate(() => window.scrollTo(0, 0)) // Scroll to the top: axe cannot measure content half covered by the top bar.
  await expectAccessible('the comments of a post')
  await takeScreenshot('post-comments')

  const farmerContext = await browser.newContext()
  const farmerPage = await farmerContext.newPage()
  consoleErrors.watch(farmerPage)
  await signInByApi(farmerPage, farmer)
  await farmerPage.goto(`/account/addresses/community-posts/${id}`)
  await expect(farmerPage.getByText('An expert agrees')).toBeVisible()
  await farmerPage.getByRole('tab', { name: 'Expert Comments', exact: true }).click()
  await expect(farmerPage.getByText('Take the worst leaves out.')).toBeVisible()
  await expect(farmerPage.getByText('What did you do?')).toBeVisible()
  await farmerContext.close()
})

test('an approval holds immediately, and the expert undoes it with Z after the notice has closed', {
  tag: '@phone',
}, async ({ page, browser, consoleErrors }) => {
  const [farmer, expert, word] = [await createFarmer(), await createExpert(), createUniqueWord()]
  const { id } = await createPost(farmer, { title: `${word} hasty`, urgency_level: 'high' })
  await signInByApi(page, expert)
  await page.goto(`/account?item=${id}`)
  await card(page, `${word} hasty`)
    .getByRole('button', { name: /^Approve/ })
    .click()
  await expect(toasts(page).getByText('Community Post has been approved')).toBeVisible()

  const farmerContext = await browser.newContext()
  const farmerPage = await farmerContext.newPage()
  consoleErrors.watch(farmerPage)
  await signInByApi(farmerPage, farmer)
  await farmerPage.goto('/account/addresses/my-posts')
  await expect(card(farmerPage, `${word} hasty`)).toContainText('Approved')

  await toasts(page).getByRole('button', { name: 'Close' }).click()
  await expect(card(page, `${word} hasty`)).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(toasts(page).getByText('Undone. It is now: Pending.')).toBeVisible()
  await expect(card(page, `${word} hasty`).getByRole('button', { name: /^Approve/ })).toBeVisible()
  await farmerPage.reload()
  await expect(card(farmerPage, `${word} hasty`)).toContainText('Pending')
  await farmerContext.close()
})

test('filters are kept in the URL, and Back undoes them', { tag: '@phone' }, async ({ page, isMobile }) => {
  const [farmer, expert, word] = [await createFarmer(), await createExpert(), createUniqueWord()]
  await createPost(farmer, { title: `${word} rice`, crop_type: 'RICE', disease_type: 'leaf_blust' })
  await createPost(farmer, { title: `${word} beans`, crop_type: 'BEANS' })
  await signInByApi(page, expert)
  await page.goto(`${boardPath}`)
  await page.getByLabel('Search in title and content').fill(word)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toHaveCount(2)
  if (isMobile) await openFold(page, 'Filter')
  await page.getByRole('combobox', { name: 'Crop' }).click()
  await page.getByRole('option', { name: 'Rice' }).click()
  await expect(page).toHaveURL(`${boardPath}?crop_type=RICE&search=${word}`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.reload()
  await expect(card(page, `${word} rice`)).toContainText('Leaf Blast')
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('an expert who is not approved yet reads why there are no buttons, and can still answer', {
  tag: '@phone',
}, async ({ page, takeScreenshot, expectAccessible }) => {
  const [farmer, expert, word] = [await createFarmer(), await createUnapprovedExpert(), createUniqueWord()]
  const { id } = await createPost(farmer, { title: `${word} wilt` })
  await moderatePost(await createExpert(), id, { action: 'approve' })
  await signInByApi(page, expert)
  await page.goto(boardPath)
  await expect(page.getByText('An administrator is checking your account.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Flag|Approve)/ })).toHaveCount(0)
  await expectAccessible('the board of an unapproved expert')
  await takeScreenshot('all-posts-unapproved')
  await card(page, `${word} wilt`)
    .getByRole('link', { name: `${word} wilt` })
    .click()
  await page.getByLabel('Your answer').fill('Water it in the evening.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByRole('tab', { name: 'Expert Comments', exact: true }).click()
  await expect(page.getByText('Yours, waiting for approval')).toBeVisible()
})

for (const language of ['en', 'sw', 'lg']) {
  test(`the moderation screens fit the screen in ${language}, and axe finds nothing`, {
    tag: language === 'en' ? [] : '@phone',
  }, async ({ page, takeScreenshot, expectAccessible }) => {
    const [farmer, expert, word] = [await createFarmer(), await createExpert(), createUniqueWord()]
    const { id } = await createPost(farmer, { title: `${word} one` })
    await createPost(farmer, { title: `${word} two` })
    await moderatePost(expert, id, { action: 'approve' })
    await requestAs(farmer, 'POST', `/api/community/responses/${id}/`, { content: 'It is on the lower leaves.' })
    await signInByApi(page, expert)
    await page.addInitScript(locale => localStorage.setItem('language', locale), language)
    for (const [name, path, articles] of [
      ['all-posts', `${boardPath}?search=${word}`, 2],
      ['pending-posts', `${boardPath}?search=${word}&status=pending`, 1],
      ['post-comments', `/account/addresses/${id}`, 1],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('article')).toHaveCount(articles)
      if (language === 'en') await expectAccessible(name)
      await takeScreenshot(`${name}-${language}`)
      await expectNoHorizontalScroll(page, `${name} in ${language}`)
    }
  })
}
