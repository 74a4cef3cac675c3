// @vitest-environment happy-dom
import type { FlaggedContent as Flagged } from '@kutu/contract/admin'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { receivedRequests, respond, respondLater } from '../../../testing/api-server.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates, makeListPage } from '../../../testing/screen-states.tsx'
import { FlaggedContent } from './FlaggedContent.tsx'

const list = 'GET /api/admin/flagged/'
const decide = 'PUT /api/admin/flagged/{id}/'
const options = { user: 'admin', catalogs: ['admin', 'moderation'], path: '/account/admin/flagged' } as const
const flagged: Flagged = {
  id: '11111111-1111-7111-8111-111111111111',
  kind: 'post',
  post_id: '11111111-1111-7111-8111-111111111111',
  title: 'Buy my seed',
  content: 'The best seed.',
  author: { id: '00000000-0000-7000-8000-000000000001', username: 'grace' },
  reason: 'An advert',
  flagged_by: { id: '00000000-0000-7000-8000-000000000002', username: 'okello' },
  flagged_at: '2026-11-20T08:00:00Z',
  hidden: null,
}

describeScreenStates('the flagged content', {
  element: <FlaggedContent />,
  options,
  endpoint: list,
  empty: { reply: makeListPage(), text: 'No rows' },
  filled: { reply: makeListPage(flagged), text: 'An advert' },
})

describe('the flagged content', () => {
  it('links to the account of its author', async () => {
    respond(list, makeListPage(flagged))
    await renderScreen(<FlaggedContent />, options)
    const [link] = await screen.findAllByRole('link', { name: 'grace' })
    expect(link?.getAttribute('href')).toBe('/account/admin/users?search=grace')
  })

  it('is hidden with a reason, which can be undone', async () => {
    respond(list, makeListPage(flagged))
    respond(decide, { id: flagged.id, kind: 'post', status: 'hidden' })
    const { user } = await renderScreen(<FlaggedContent />, options)
    const [hide] = await screen.findAllByRole('button', { name: 'Hide: Buy my seed' })
    if (hide) await user.click(hide)
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'An advert')
    await user.click(screen.getByRole('button', { name: 'Hide' }))
    await expect.poll(getNotices).toEqual(['It is hidden. The author can read why.'])
    const decision = receivedRequests.find(({ endpoint }) => endpoint === decide)
    expect(decision?.body).toEqual({ kind: 'post', action: 'hide', reason: 'An advert' })
  })

  it('loses its flag at once, also by a double click, which can be undone', async () => {
    respond(list, makeListPage(flagged))
    const reply = respondLater(decide, { id: flagged.id, kind: 'post', status: 'pending' })
    const { user } = await renderScreen(<FlaggedContent />, options)
    const [dismiss] = await screen.findAllByRole('button', { name: 'Dismiss the flag: Buy my seed' })
    if (dismiss) await user.dblClick(dismiss)
    reply()
    await expect.poll(getNotices).toEqual(['The flag is dismissed'])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await expect.poll(() => getNotices()[0]).toBe('It needs a decision again')
    const decisions = receivedRequests.filter(({ endpoint }) => endpoint === decide)
    expect(decisions.map(({ body }) => body)).toEqual([
      { kind: 'post', action: 'dismiss' },
      { kind: 'post', action: 'undo' },
    ])
  })
})
