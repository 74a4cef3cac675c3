import type { Locator, Page } from '@playwright/test'
import {
  createExpert,
  createFarmer,
  getAdmin,
  requestAs,
  signInByApi,
  type TestAccount,
} from '../../support/accounts.ts'
import { createPost, moderatePost } from '../../support/community.ts'
import { expect, test } from '../../support/fixtures.ts'
import { toasts } from '../../support/upload-page.ts'

const card = (page: Page, title: string): Locator => page.getByRole('article', { name: title })
const comment = (page: Page, content: string): Locator => page.getByRole('article').filter({ hasText: content })
const dialog = (page: Page): Locator => page.getByRole('dialog')
const createUniqueWord = () => `w${Math.random().toString(36).slice(2, 10)}`

async function submitFlag(page: Page) {
  await dialog(page).getByLabel('Reason', { exact: true }).fill('This is advertising.')
  await dialog(page).getByRole('button', { name: 'Flag', exact: true }).click()
}

test('an expert whose colleague decided first on a post sees which action failed', async ({ page, expectFailure }) => {
  const [farmer, expert, colleague, word] = [
    await createFarmer(),
    await createExpert(),
    await createExpert(),
    createUniqueWord(),
  ]
  const flagged = await createPost(farmer, { title: `${word} flagged` })
  await moderatePost(colleague, flagged.id, { action: 'flag', reason: 'Please say more.' })
  const waiting = await createPost(farmer, { title: `${word} waiting` })
  await signInByApi(page, expert)
  await page.goto(`/account/addresses/all-posts?search=${word}`)
  await expect(page.getByRole('article')).toHaveCount(2)

  await moderatePost(colleague, waiting.id, { action: 'flag', reason: 'Please say more.' })
  expectFailure(409, `/api/community/posts/moderate/${waiting.id}/`)
  await card(page, `${word} waiting`)
    .getByRole('button', { name: /^Approve/ })
    .click()
  await expect(toasts(page).getByText('Community Post was not approved. Another expert decided first.')).toBeVisible()
  await expect(card(page, `${word} waiting`)).toContainText('Flagged')

  await moderatePost(colleague, flagged.id, { action: 'unflag' })
  await moderatePost(colleague, flagged.id, { action: 'approve' })
  expectFailure(409, `/api/community/posts/moderate/${flagged.id}/`)
  await card(page, `${word} flagged`)
    .getByRole('button', { name: /^Unflag/ })
    .click()
  await expect(toasts(page).getByText('Community Post was not unflagged. Another expert decided first.')).toBeVisible()
})

test('an expert whose colleague decided first on a comment sees which action failed', async ({
  page,
  expectFailure,
}) => {
  const [farmer, expert, colleague, admin] = [
    await createFarmer(),
    await createExpert(),
    await createExpert(),
    await getAdmin(),
  ]
  const { id } = await createPost(farmer, { title: `${createUniqueWord()} comments` })
  await moderatePost(colleague, id, { action: 'approve' })
  const createComment = async (content: string) =>
    (await requestAs(farmer, 'POST', `/api/community/responses/${id}/`, { content })) as { id: string }
  const [one, two] = [await createComment('Ours had it as well.'), await createComment('Buy seed at our shop.')]
  await createComment('Cheap phones here.')
  const decide = (by: TestAccount, comment: { id: string }, action: 'approve' | 'flag') =>
    requestAs(by, 'PUT', `/api/community/responses/moderate/${id}/`, { response_id: comment.id, action })
  const hide = (comment: { id: string }) => {
    const decision = { kind: 'response', action: 'hide', reason: 'It sells something.' }
    return requestAs(admin, 'PUT', `/api/admin/flagged/${comment.id}/`, decision)
  }

  await signInByApi(page, expert)
  await page.goto(`/account/addresses/${id}`)
  await comment(page, 'Cheap phones here.').getByRole('button', { name: /^Flag/ }).click()
  await submitFlag(page)
  await expect(toasts(page).getByText('Comment has been successfully flagged')).toBeVisible()

  await decide(colleague, one, 'flag')
  await hide(one)
  expectFailure(409, `/api/community/responses/moderate/${id}/`)
  await comment(page, 'Ours had it as well.')
    .getByRole('button', { name: /^Approve/ })
    .click()
  await expect(toasts(page).getByText('Comment was not approved. Another expert decided first.')).toBeVisible()

  await decide(colleague, two, 'flag')
  await hide(two)
  expectFailure(409, `/api/community/responses/moderate/${id}/`)
  await comment(page, 'Buy seed at our shop.').getByRole('button', { name: /^Flag/ }).click()
  await submitFlag(page)
  await expect(toasts(page).getByText('Comment Post was not unflagged. Another expert decided first.')).toBeVisible()
})
