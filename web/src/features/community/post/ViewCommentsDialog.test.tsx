// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { respond } from '../../../testing/api-server.ts'
import { buildPost } from '../../../testing/fixtures/community.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { ViewCommentsDialog } from './ViewCommentsDialog.tsx'

const open = async (farmers: number, experts: number) => {
  const post = buildPost({ farmer_comment_count: farmers, expert_comment_count: experts })
  respond('GET /api/community/posts/{id}/', { ...post, my_responses: [] })
  await renderScreen(<ViewCommentsDialog post={post} onClose={() => undefined} />, {
    user: 'farmer',
    catalogs: ['community'],
  })
  return (await screen.findByRole('tab', { selected: true })).textContent
}

it('opens the tab that has comments', async () => {
  expect(await open(0, 2)).toContain('Expert Comments')
})

it('opens the farmers’ tab where both or none have comments', async () => {
  expect(await open(1, 2)).toContain('Farmers')
})
