import { createExpert, createFarmer, readAs, signInByApi } from '../../support/accounts.ts'
import { createPost, moderatePost, writePost } from '../../support/community.ts'
import { expect, test } from '../../support/fixtures.ts'
import { toasts } from '../../support/upload-page.ts'

test.use({ serviceWorkers: 'allow' })

const boardPath = '/account/addresses/community-posts'
const savedNotice = 'Saved on this phone. It goes out when there is a network.'

test('a post and a comment written without a network survive a reload and arrive once', async ({
  page,
  context,
  expectFailure,
  expectAccessible,
  takeScreenshot,
}) => {
  for (const path of ['/api/auth/me', '/api/notifications/', '/api/notifications/stream', '/api/dashboard/stats/'])
    expectFailure('lost', path)
  for (const path of ['/api/community/posts/', '/api/community/posts/mine/', '/api/community/stats/'])
    expectFailure('lost', path)
  const [author, expert, farmer] = [await createFarmer(), await createExpert(), await createFarmer()]
  const titles = { theirs: `Orange dots ${Date.now()}`, own: `Yellow beans ${Date.now()}` }
  const { id } = await createPost(author, { title: titles.theirs })
  await moderatePost(expert, id, { action: 'approve' })
  expectFailure('lost', `/api/community/responses/${id}/`)
  expectFailure('lost', `/api/community/posts/${id}/`)

  // The model of the phone is loaded some seconds after the sign-in, unless data is saved.
  await page.addInitScript(() => localStorage.setItem('dataSaver', 'on'))
  await signInByApi(page, farmer)
  await page.goto(boardPath)
  const card = page.getByRole('article', { name: titles.theirs })
  await expect(card).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))

  await context.setOffline(true)
  await card.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByLabel(/^Comment/).fill('Mine had it too.')
  await page.getByRole('button', { name: 'Submit comment' }).click()
  await expect(toasts(page).getByText(savedNotice)).toBeVisible()
  await writePost(page, titles.own)
  await page.getByRole('link', { name: 'See what waits to be sent' }).click()

  const waiting = page.getByRole('main').getByRole('listitem')
  await expect(waiting).toHaveCount(2)
  await expectAccessible('Waiting to be sent')
  await takeScreenshot('outbox')
  await waiting.filter({ hasText: titles.theirs }).getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Comment/).fill('Mine had it too, last year.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  // Until the dialog closes, the text is found in its text area, and the change may not be stored.
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Mine had it too, last year.')).toBeVisible()
  await page.reload()
  await expect(waiting).toHaveCount(2)
  await expect(page.getByText('Mine had it too, last year.')).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText('Nothing waits')).toBeVisible({ timeout: 30_000 })
  const posts = (await readAs(farmer, '/api/community/posts/mine/')) as { title: string }[]
  expect(posts.map(({ title }) => title)).toEqual([titles.own])
  const comments = (await readAs(expert, `/api/community/responses/moderate/${id}/`)) as { content: string }[]
  expect(comments.map(({ content }) => content)).toEqual(['Mine had it too, last year.'])
})
