import type { Locator, Page } from '@playwright/test'
import { createExpert, createFarmer, signInByApi, type TestAccount } from '../../support/accounts.ts'
import { createPost, moderatePost } from '../../support/community.ts'
import { expect, openFold, test } from '../../support/fixtures.ts'
import { hasLeafPhotos, leafPhotoPath, noLeafPhotosReason } from '../../support/leaf-photos.ts'
import { buildFile, chooseFiles, openSection, toasts } from '../../support/upload-page.ts'

const boardPath = '/account/addresses/community-posts'
const myPostsPath = '/account/addresses/my-posts'

const postForm = (page: Page): Locator =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Add a Post' }) })
const card = (page: Page, title: string): Locator => page.getByRole('article', { name: title })
const dialog = (page: Page): Locator => page.getByRole('dialog')

async function selectOption(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function openBoard(page: Page): Promise<TestAccount> {
  const farmer = await createFarmer()
  await signInByApi(page, farmer)
  await page.goto(boardPath)
  await expect(page.getByRole('heading', { name: 'Make Post', level: 1 })).toBeVisible()
  // On a phone the posts come first.
  const formButton = page.getByRole('button', { name: 'Add a Post' })
  if (await formButton.isVisible()) await formButton.click()
  return farmer
}

/** Creates a post by a new farmer and approves it as a new expert. */
async function createApprovedPost(title: string): Promise<{ id: string; expert: TestAccount }> {
  const [farmer, expert] = [await createFarmer(), await createExpert()]
  const { id } = await createPost(farmer, { title })
  await moderatePost(expert, id, { action: 'approve' })
  return { id, expert }
}

test('a farmer creates a post: missing fields are named, then it is pending, edited and withdrawn', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  await openBoard(page)
  await expectAccessible('Make Post')
  await page.getByRole('button', { name: 'Submit Post' }).click()
  await expect(toasts(page).getByText('Fill in all the fields')).toBeVisible()
  const missing = ['Write a title.', 'Describe what you see on your plants.', 'Choose the crop.']
  for (const message of [...missing, 'Choose the disease, or Other.', 'Choose how urgent it is.'])
    await expect(postForm(page).getByText(message)).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()
  await expectAccessible('Make Post with mistakes')
  await takeScreenshot('make-post-mistakes')

  const title = `Yellow beans ${Date.now()}`
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Content').fill('They turn yellow from the edge.\nhttps://example.com <b>help</b>')
  await selectOption(page, 'Crop Type', 'Beans')
  await selectOption(page, 'Disease', 'Other')
  await page.reload()
  await expect(page.getByLabel('Title'), 'the draft survives a reload').toHaveValue(title)
  await selectOption(page, 'Urgency Level', 'High')
  await page.getByRole('button', { name: 'Submit Post' }).click()
  await expect(toasts(page).getByText('Community Post submitted for approval')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(card(page, title)).toBeHidden()

  await postForm(page).getByRole('link', { name: 'Back to my posts' }).click()
  await expect(card(page, title)).toContainText('Pending')
  await expect(card(page, title)).toContainText('https://example.com <b>help</b>')
  await expectAccessible('My posts')
  await takeScreenshot('my-posts')
  await card(page, title).getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Title').fill(`${title}, all of them`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toasts(page).getByText('Your post has been changed')).toBeVisible()
  await expect(card(page, `${title}, all of them`)).toContainText('edited')

  await card(page, title).getByRole('button', { name: 'Withdraw' }).click()
  await dialog(page).getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('You have not posted yet')).toBeVisible()
  await page.goto(boardPath)
  await expect(page.getByLabel('Title'), 'a sent post leaves no draft').toHaveValue('')
})

test('a farmer reads why a post was flagged, and can no longer edit it', { tag: '@phone' }, async ({
  page,
  expectFailure,
}) => {
  const farmer = await createFarmer()
  const { id } = await createPost(farmer, { title: 'Cheap fertiliser' })
  await signInByApi(page, farmer)
  await page.goto(`${myPostsPath}/${id}/edit`)
  await page.getByLabel('Title').fill('Cheap fertiliser, delivered')
  await moderatePost(await createExpert(), id, { action: 'flag', reason: 'The board is for questions.' })
  expectFailure(409, `/api/community/posts/${id}/`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('An expert has already decided')).toBeVisible()
  await page.getByRole('link', { name: 'See the post' }).click()
  await expect(page).toHaveURL(`${myPostsPath}/${id}`)
  await expect(page.getByText('Reason: The board is for questions.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit' })).toBeHidden()

  await page.goto('/account')
  await openFold(page, 'Notifications')
  const notifications = page.locator('details', { hasText: 'Notifications' })
  await expect(notifications).toContainText('1 unread')
  await notifications.getByRole('button', { name: 'Mark as Read' }).click()
  await expect(toasts(page).getByText('Notification marked as read')).toBeVisible()
  await expect(notifications).toContainText('Nothing new')
})

test('a farmer reads the comments of farmers and experts and writes one, which awaits approval', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  const title = `Spots on maize ${Date.now()}`
  const { id } = await createApprovedPost(title)
  await openBoard(page)
  await card(page, title).getByRole('button', { name: 'View Comments' }).click()
  await expect(dialog(page).getByText("No farmers' comments available.")).toBeVisible()
  await dialog(page).getByRole('tab', { name: 'Expert Comments', exact: true }).click()
  await expect(dialog(page).getByText('No expert comments available.')).toBeVisible()
  await expectAccessible('the comments of a post')
  await page.keyboard.press('Escape')

  await card(page, title).getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Write a comment on this post' })).toBeVisible()
  await expect(dialog(page).getByRole('textbox', { name: 'Comment' })).toBeFocused()
  await expect(dialog(page)).toContainText(title)
  await dialog(page).getByRole('button', { name: 'Submit comment' }).click()
  await expect(dialog(page).getByText('Write your comment first.')).toBeVisible()
  const comment = page.getByPlaceholder('Write your comment about this post...')
  await expect(comment).toHaveAttribute('rows', '4')
  await comment.fill('Mine had it too.')
  await page.keyboard.press('Escape')
  await card(page, title).getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(comment, 'what was typed stays with its post').toHaveValue('Mine had it too.')
  await expectAccessible('the comment dialog')
  await takeScreenshot('comment-dialog')
  await dialog(page).getByRole('button', { name: 'Submit comment' }).click()
  await expect(toasts(page).getByText('Your comment has been submitted')).toBeVisible()
  await expect(dialog(page)).toBeHidden()

  await card(page, title).getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(`${boardPath}/${id}`)
  await expect(page.getByText('Yours, waiting for approval')).toBeVisible()
  await expectAccessible('a post')
  await takeScreenshot('post')
})

test('a post about an analysis starts with its crop, disease, photo and result', { tag: '@phone' }, async ({
  page,
  takeScreenshot,
}) => {
  test.skip(!hasLeafPhotos, noLeafPhotosReason)
  const farmer = await createFarmer()
  await signInByApi(page, farmer)
  await page.goto('/account/addresses/image-analysis')
  await chooseFiles(page, leafPhotoPath('rust'))
  await page.getByRole('button', { name: 'Process Image' }).click()
  await openSection(page, 'What this is')
  await page.getByRole('link', { name: 'Ask the community' }).click()
  await expect(page.getByRole('region', { name: 'Ask about this analysis' })).toBeVisible()
  await page.getByLabel('Content').fill('Orange powder on my fingers.')
  await takeScreenshot('ask-about-analysis')
  await page.getByText('Title, crop, disease and urgency').click()
  await expect(page.getByRole('combobox', { name: 'Crop Type' })).toHaveText('Maize')
  await expect(page.getByRole('combobox', { name: 'Disease' })).toHaveText('Common Rust')
  await expect(page.getByRole('combobox', { name: 'Urgency Level' })).toHaveText('Medium')
  await page.getByLabel('Title').fill('Is this rust?')
  await page.getByRole('button', { name: 'Submit Post' }).click()
  await expect(toasts(page).getByText('Community Post submitted for approval')).toBeVisible()
  await page.goto(myPostsPath)
  await expect(card(page, 'Is this rust?')).toContainText(/Kutu’s answer.*Rust · \d+\.\d{2}%/s)
  const photo = card(page, 'Is this rust?').getByRole('img')
  await expect
    .poll(() => photo.evaluate(image => image instanceof HTMLImageElement && image.naturalWidth))
    .toBeGreaterThan(0)
})

test('an invalid photo is rejected in the form, and the post can be sent without it', { tag: '@phone' }, async ({
  page,
}) => {
  await openBoard(page)
  await chooseFiles(page, buildFile('notes.txt', 'text/plain'))
  await expect(postForm(page).getByText('File type not supported')).toBeVisible()
  await page.getByLabel('Title').fill('Without a photo')
  await page.getByLabel('Content').fill('The camera is broken.')
  await selectOption(page, 'Crop Type', 'Rice')
  await selectOption(page, 'Disease', 'Leaf Blast')
  await selectOption(page, 'Urgency Level', 'Low')
  await chooseFiles(page, buildFile('leaf.jpg', 'image/jpeg'))
  await expect(postForm(page).getByText('This photo is damaged and cannot be read.')).toBeVisible()
  await page.getByRole('button', { name: 'Submit Post' }).click()
  await expect(toasts(page).getByText('Community Post submitted for approval')).toBeVisible()
})
