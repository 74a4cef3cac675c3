// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { goOffline, neverRespond, receivedRequests, respond, respondWithError } from '../../../../testing/api-server.ts'
import { buildPost, buildResponse } from '../../../../testing/fixtures/community.ts'
import { getNotices, renderScreen } from '../../../../testing/render-screen.tsx'
import { makeUser } from '../../../../testing/users.ts'
import { PostComments } from './PostComments.tsx'

const get = 'GET /api/community/posts/{id}/'
const list = 'GET /api/community/responses/moderate/{id}/'
const answer = 'POST /api/community/responses/{id}/'
const moderate = 'PUT /api/community/responses/moderate/{id}/'
const moderatePost = 'PUT /api/community/posts/moderate/{id}/'
const approved = { ...buildPost({ status: 'approved', is_approved: true }), my_responses: [] }
const render = (user = makeUser('expert')) =>
  renderScreen(<PostComments />, {
    user,
    catalogs: ['community', 'moderation'],
    path: '/account/addresses/7',
    route: '/account/addresses/:id',
  })

describe('the comments of a post for moderators', () => {
  it('shows a placeholder while the post loads', async () => {
    neverRespond(get)
    await render()
    expect(screen.getAllByRole('status').length).toBeGreaterThan(0)
    expect(screen.queryByRole('region', { name: 'Post Details' })).toBeNull()
  })

  it('says so when there is no such post, and when it has no comments', async () => {
    respondWithError(get, 'not_found')
    const { unmount } = await render()
    expect(await screen.findByText('This post cannot be found')).toBeTruthy()
    unmount()
    respond(get, approved)
    respond(list, [])
    await render()
    expect(await screen.findByText('Nobody has answered yet')).toBeTruthy()
  })

  it('shows why loading failed and loads again on request', async () => {
    respondWithError(get, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
    respond(get, approved)
    respond(list, [])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('region', { name: 'Post Details' })).toBeTruthy()
  })

  it('says when it can be loaded when the device is offline', async () => {
    goOffline()
    await render()
    expect(await screen.findByText(/when you have network/i)).toBeTruthy()
  })

  it('shows the photo before the text, and whole', async () => {
    respond(get, { ...approved, image: '/files/leaf?sig=1' })
    respond(list, [])
    await render()
    const details = within(await screen.findByRole('region', { name: 'Post Details' }))
    const photo = details.getByRole('img', { name: /Orange dots on maize/ })
    expect(photo.getAttribute('src')).toBe('/files/leaf?sig=1')
    expect(photo.className).toContain('object-contain')
    const position = photo.compareDocumentPosition(details.getByText('Orange dots on maize'))
    expect(position & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('answers a post once there is text', async () => {
    respond(get, approved)
    respond(list, [])
    respond(answer, buildResponse())
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Send answer' }))
    expect(await screen.findByText('Write your comment first.')).toBeTruthy()
    await user.type(screen.getByLabelText(/^Your answer/), 'Remove the worst leaves.')
    await user.click(screen.getByRole('button', { name: 'Send answer' }))
    await expect.poll(getNotices).toEqual(['Your comment has been submitted'])
    expect(receivedRequests.filter(({ endpoint }) => endpoint === answer)).toMatchObject([
      { body: { content: 'Remove the worst leaves.' } },
    ])
  })

  it('approves a pending post together with an answer', async () => {
    respond(get, { ...buildPost({ status: 'pending' }), my_responses: [] })
    respond(list, [])
    respond(moderatePost, { ...approved, is_undoable: true })
    const { user } = await render()
    const details = within(await screen.findByRole('region', { name: 'Post Details' }))
    await user.click(details.getByRole('button', { name: /^Answer/ }))
    await user.type(details.getByLabelText(/^Your answer/), 'Remove the worst leaves.')
    respond(get, approved)
    await user.click(details.getByRole('button', { name: 'Approve and send answer' }))
    await expect
      .poll(() => receivedRequests.find(({ endpoint }) => endpoint === moderatePost)?.body)
      .toEqual({
        action: 'approve',
        version: 1,
        answer: 'Remove the worst leaves.',
      })
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()
    await expect.poll(() => details.queryByLabelText(/^Your answer/)).toBeNull()
    await expect.poll(() => details.queryAllByRole('button')).toEqual([])
  })

  it('asks for the reason why a comment is flagged, and calls it a comment', async () => {
    respond(get, approved)
    respond(list, [buildResponse()])
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: /^Flag the comment/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('The author reads your reason. Say how to improve the comment.')).toBeTruthy()
    expect(dialog.queryByText(/post/)).toBeNull()
  })

  it('changes an own answer within an hour, and shows what it said before', async () => {
    const { id, username } = makeUser('expert')
    const own = (overrides: object) =>
      buildResponse({
        author: { id, username, role: 'expert' },
        status: 'approved',
        is_approved: true,
        created_at: new Date().toISOString(),
        content: 'Spray 10 ml.',
        ...overrides,
      })
    respond(get, approved)
    respond(list, [own({}), own({ id: '2', content: 'Too old', created_at: '2026-01-01T00:00:00Z' })])
    const changed = own({ content: 'Spray 1 ml.', edited_at: new Date().toISOString() })
    respond('PUT /api/community/responses/edit/{id}/', changed)
    const { user } = await render()
    expect(await screen.findAllByRole('button', { name: 'Change' })).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Change' }))
    const text = await screen.findByDisplayValue('Spray 10 ml.')
    await user.clear(text)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Write your comment first.')).toBeTruthy()
    await user.type(text, 'Spray 1 ml.')
    respond(list, [changed])
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await expect.poll(getNotices).toEqual(['Your answer is changed'])
    const { body } = receivedRequests.find(({ endpoint }) => endpoint.includes('/edit/')) ?? {}
    expect(body).toEqual({ content: 'Spray 1 ml.' })
    respond('GET /api/community/responses/versions/{id}/', {
      count: 1,
      next: null,
      previous: null,
      results: [{ content: 'Spray 10 ml.', written_at: '2026-11-21T07:00:00Z' }],
    })
    await user.click(await screen.findByRole('button', { name: 'Changed' }))
    expect(await screen.findByText('Spray 10 ml.')).toBeTruthy()
  })

  it('shows when a change came too late', async () => {
    const { id, username } = makeUser('expert')
    const created_at = new Date().toISOString()
    const author = { id, username, role: 'expert' as const }
    respond(get, approved)
    respond(list, [buildResponse({ author, status: 'approved', is_approved: true, created_at })])
    respondWithError('PUT /api/community/responses/edit/{id}/', 'edit_time_over', { message: 'The hour is over.' })
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    await user.type(await screen.findByLabelText(/^Your answer/, { selector: 'dialog *' }), '!')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('The hour is over.')).toBeTruthy()
  })

  it('approves a pending comment by replying to it', async () => {
    respond(get, approved)
    respond(list, [buildResponse()])
    respond(moderate, { ...buildResponse({ status: 'approved', is_approved: true }), is_undoable: true })
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Comment on what musa wrote' }))
    await user.type(screen.getByLabelText(/^Your comment to musa/), 'Which variety?')
    await user.click(screen.getByRole('button', { name: 'Approve and send comment' }))
    await expect.poll(getNotices).toEqual(['Your comment has been submitted', 'Comment has been approved'])
    expect(receivedRequests.find(({ endpoint }) => endpoint === moderate)?.body).toEqual({
      response_id: '1',
      expert_comment: 'Which variety?',
      action: 'approve',
    })
  })

  it('does not call a comment approved that a colleague had decided about before the reply', async () => {
    respond(get, approved)
    respond(list, [buildResponse()])
    respond(moderate, { ...buildResponse({ status: 'flagged' }), is_undoable: false })
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Comment on what musa wrote' }))
    await user.type(screen.getByLabelText(/^Your comment to musa/), 'Which variety?')
    await user.click(screen.getByRole('button', { name: 'Approve and send comment' }))
    await expect
      .poll(getNotices)
      .toEqual(['Your comment has been submitted', 'Another expert decided first. It is now: Flagged.'])
  })

  it('approves a comment immediately and undoes it', async () => {
    respond(get, approved)
    respond(list, [buildResponse()])
    respond(moderate, { ...buildResponse({ status: 'approved', is_approved: true }), is_undoable: true })
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Approve the comment of musa' }))
    await expect.poll(getNotices).toEqual(['Comment has been approved'])
    respond(moderate, { ...buildResponse(), is_undoable: false })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await expect.poll(() => getNotices()[0]).toBe('Undone. It is now: Pending.')
    expect(receivedRequests.filter(({ endpoint }) => endpoint === moderate).map(({ body }) => body)).toEqual([
      { response_id: '1', action: 'approve' },
      { response_id: '1', action: 'undo' },
    ])
  })

  it('offers no undo of an approval that a colleague had made', async () => {
    respond(get, approved)
    respond(list, [buildResponse()])
    respond(moderate, { ...buildResponse({ status: 'approved', is_approved: true }), is_undoable: false })
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Approve the comment of musa' }))
    await expect.poll(getNotices).toEqual(['Another expert decided first. It is now: Approved.'])
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('says which action failed when another expert decided about a comment first', async () => {
    respond(get, approved)
    respond(list, [buildResponse()])
    respondWithError(moderate, 'already_decided')
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Approve the comment of musa' }))
    await expect.poll(() => getNotices()[0]).toMatch(/^Comment was not approved\. Another expert decided first\./)
  })

  it('lets an expert who is not approved yet read and answer', async () => {
    const response = { ...buildResponse({ author: { id: 'x', username: 'acen', role: 'expert' } }) }
    respond(get, { ...approved, my_responses: [response] })
    await render(makeUser('expert', { is_approved: false }))
    expect(await screen.findByText('An administrator is checking your account.')).toBeTruthy()
    expect(screen.getByLabelText(/^Your answer/)).toBeTruthy()
    const panel = within(screen.getByRole('region', { name: 'Post Details' }))
    expect(panel.queryByRole('button', { name: /^(Flag|Approve)/ })).toBeNull()
  })
})
