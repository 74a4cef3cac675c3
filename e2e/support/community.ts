import type { Page } from '@playwright/test'
import { requestAs, type TestAccount } from './accounts.ts'

type PostFields = { title: string } & Partial<
  Record<'content' | 'crop_type' | 'disease_type' | 'urgency_level' | 'image' | 'rust_detection', string>
>
type CreatedPost = { id: string; version: number }

/** Creates a pending post. */
export async function createPost(farmer: TestAccount, fields: PostFields): Promise<CreatedPost> {
  const post = {
    content: 'It began after the rain.',
    crop_type: 'MAIZE',
    disease_type: 'common_rust',
    urgency_level: 'medium',
    ...fields,
  }
  return (await requestAs(farmer, 'POST', '/api/community/posts/', post)) as CreatedPost
}

type Decision = { action: 'approve' | 'unflag' } | { action: 'flag'; reason: string }

/** Moderates a post as an expert. */
export const moderatePost = (expert: TestAccount, postId: string, decision: Decision): Promise<unknown> =>
  requestAs(expert, 'PUT', `/api/community/posts/moderate/${postId}/`, decision)

/** Comments on a post; the comment of a farmer waits for an expert. */
export const createComment = (author: TestAccount, postId: string, content: string): Promise<unknown> =>
  requestAs(author, 'POST', `/api/community/responses/${postId}/`, { content })

/** Fills in the form of a new post on the open board and submits it. */
export async function writePost(page: Page, title: string): Promise<void> {
  const formButton = page.getByRole('button', { name: 'Add a Post' })
  if (await formButton.isVisible()) await formButton.click()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Content').fill('They turn yellow from the edge.')
  for (const [label, option] of [
    ['Crop Type', 'Beans'],
    ['Disease', 'Other'],
    ['Urgency Level', 'High'],
  ] as const) {
    await page.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await page.getByRole('button', { name: 'Submit Post' }).click()
}
