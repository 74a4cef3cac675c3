import type { Locator, Page } from '@playwright/test'
import { ask, moderate } from '../board.ts'
import { notices } from '../diagnosis.ts'
import { expect, test } from '../journey.ts'
import { callAs, newExpert, newFarmer, openSession, type Person } from '../people.ts'

const card = (page: Page, title: string): Locator => page.getByRole('article', { name: title })
const comment = (page: Page, content: string): Locator => page.getByRole('article').filter({ hasText: content })
const dialog = (page: Page): Locator => page.getByRole('dialog')
const newWord = () => `w${Math.random().toString(36).slice(2, 10)}`

async function flag(page: Page) {
  await dialog(page).getByLabel('Reason', { exact: true }).fill('This is advertising.')
  await dialog(page).getByRole('button', { name: 'Flag', exact: true }).click()
}

test('an expert whom a colleague forestalled on a post is told which move failed', async ({ page, expectRefusal }) => {
  const [farmer, expert, colleague, word] = [await newFarmer(), await newExpert(), await newExpert(), newWord()]
  const flagged = await ask(farmer, { title: `${word} flagged` })
  await moderate(colleague, flagged.id, { action: 'flag', reason: 'Please say more.' })
  const waiting = await ask(farmer, { title: `${word} waiting` })
  await openSession(page, expert)
  await page.goto(`/account/addresses/all-posts?search=${word}`)
  await expect(page.getByRole('article')).toHaveCount(2)

  await card(page, `${word} waiting`)
    .getByRole('button', { name: /^Approve/ })
    .click()
  await moderate(colleague, waiting.id, { action: 'flag', reason: 'Please say more.' })
  expectRefusal(409, `/api/community/posts/moderate/${waiting.id}/`)
  const held = notices(page).getByRole('status').filter({ hasText: 'The post is approved when this notice closes.' })
  await held.getByRole('button', { name: 'Close' }).click()
  await expect(notices(page).getByText('Community Post was not approved. Another expert decided first.')).toBeVisible()
  await expect(card(page, `${word} waiting`)).toContainText('Flagged')

  await moderate(colleague, flagged.id, { action: 'unflag' })
  expectRefusal(409, `/api/community/posts/moderate/${flagged.id}/`)
  await card(page, `${word} flagged`)
    .getByRole('button', { name: /^Unflag/ })
    .click()
  await expect(notices(page).getByText('Community Post was not unflagged. Another expert decided first.')).toBeVisible()
})

test('an expert whom a colleague forestalled on a comment is told which move failed', async ({
  page,
  expectRefusal,
}) => {
  const [farmer, expert, colleague] = [await newFarmer(), await newExpert(), await newExpert()]
  const { id } = await ask(farmer, { title: `${newWord()} comments` })
  await moderate(colleague, id, { action: 'approve' })
  const say = async (content: string) =>
    (await callAs(farmer, 'POST', `/api/community/responses/${id}/`, { content })) as { id: string }
  const [one, two] = [await say('Ours had it as well.'), await say('Buy seed at our shop.')]
  await say('Cheap phones here.')
  const decide = (by: Person, comment: { id: string }, action: 'approve' | 'flag') =>
    callAs(by, 'PUT', `/api/community/responses/moderate/${id}/`, { response_id: comment.id, action })

  await openSession(page, expert)
  await page.goto(`/account/addresses/${id}`)
  await comment(page, 'Cheap phones here.').getByRole('button', { name: /^Flag/ }).click()
  await flag(page)
  await expect(notices(page).getByText('Comment has been successfully flagged')).toBeVisible()

  await decide(colleague, one, 'approve')
  expectRefusal(409, `/api/community/responses/moderate/${id}/`)
  await comment(page, 'Ours had it as well.')
    .getByRole('button', { name: /^Approve/ })
    .click()
  await expect(notices(page).getByText('Comment was not approved. Another expert decided first.')).toBeVisible()

  await decide(colleague, two, 'flag')
  expectRefusal(409, `/api/community/responses/moderate/${id}/`)
  await comment(page, 'Buy seed at our shop.').getByRole('button', { name: /^Flag/ }).click()
  await flag(page)
  await expect(notices(page).getByText('Comment Post was not unflagged. Another expert decided first.')).toBeVisible()
})
