// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { goOffline, neverRespond, receivedRequests, respond, respondWithError } from '../../../../testing/api-server.ts'
import { buildResponse } from '../../../../testing/fixtures/community.ts'
import { getNotices, renderScreen } from '../../../../testing/render-screen.tsx'
import { makeListPage } from '../../../../testing/screen-states.tsx'
import { makeUser } from '../../../../testing/users.ts'
import { CommentQueue } from './CommentQueue.tsx'

const list = 'GET /api/community/responses/waiting/'
const moderate = 'PUT /api/community/responses/moderate/{id}/'
const comment = { ...buildResponse({ status: 'pending' }), post_title: 'Brown powder' }
const render = (user = makeUser('expert')) =>
  renderScreen(<CommentQueue />, {
    user,
    catalogs: ['community', 'moderation'],
    path: '/account/addresses/waiting-comments',
  })

describe('the queue of comments', () => {
  it('shows a placeholder while it loads', async () => {
    neverRespond(list)
    await render()
    expect(screen.getAllByRole('status').length).toBeGreaterThan(0)
  })

  it('says that no comment waits', async () => {
    respond(list, makeListPage())
    await render()
    expect(await screen.findByText('New comments appear here.')).toBeTruthy()
  })

  it('shows why loading failed and loads again on request', async () => {
    respondWithError(list, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
    respond(list, makeListPage(comment))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'On “Brown powder”' })).toBeTruthy()
  })

  it('says when it can be loaded when the device is offline', async () => {
    goOffline()
    await render()
    expect(await screen.findByText(/when you have network/i)).toBeTruthy()
  })

  it('approves a comment in place', async () => {
    respond(list, makeListPage(comment))
    respond(moderate, { ...comment, status: 'approved', is_undoable: true })
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: /^Approve the comment/ }))
    await expect.poll(getNotices).toEqual(['Comment has been approved'])
    const sent = receivedRequests.find(({ endpoint }) => endpoint === moderate)
    expect(sent?.body).toMatchObject({ response_id: comment.id, action: 'approve' })
  })

  it('tells an expert who is not approved yet to wait', async () => {
    respond('GET /api/community/posts/', [])
    await render(makeUser('expert', { is_approved: false }))
    expect(await screen.findByText(/checking your account/)).toBeTruthy()
    expect(receivedRequests.some(({ endpoint }) => endpoint === list)).toBe(false)
  })
})
