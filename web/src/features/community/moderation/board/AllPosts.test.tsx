// @vitest-environment happy-dom
import type { Post } from '@kutu/contract/community/community'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { goOffline, neverRespond, receivedRequests, respond, respondWithError } from '../../../../testing/api-server.ts'
import { buildPost } from '../../../../testing/fixtures/community.ts'
import { getNotices, renderScreen } from '../../../../testing/render-screen.tsx'
import { makeUser } from '../../../../testing/users.ts'
import { AllPosts } from './AllPosts.tsx'

const list = 'GET /api/community/posts/all/'
const getPost = 'GET /api/community/posts/{id}/'
const moderate = 'PUT /api/community/posts/moderate/{id}/'
const undo = 'PUT /api/community/posts/{id}/undo/'
const approved = { ...buildPost({ status: 'approved', is_approved: true }), is_undoable: true }
const path = '/account/addresses/all-posts'
const findUndone = () =>
  receivedRequests.filter(({ endpoint }) => endpoint === undo).map(({ params }) => String(params.id))
const makePage = (...results: Post[]) => ({ count: results.length, next: null, previous: null, results })
const render = (search = '', user = makeUser('expert')) =>
  renderScreen(<AllPosts />, { user, catalogs: ['community', 'moderation'], path: `${path}${search}` })

async function flag(user: Awaited<ReturnType<typeof render>>['user']): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Flag “Orange dots on maize”' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'This is advertising.' }))
  await user.click(dialog.getByRole('button', { name: 'Flag' }))
}

beforeEach(() => {
  respond('GET /api/community/stats/', { median_seconds_to_expert_answer: null })
})

describe('the moderation board', () => {
  it('shows placeholders while the posts load', async () => {
    neverRespond(list)
    await render()
    expect(screen.getAllByRole('status').length).toBeGreaterThan(0)
    expect(screen.queryByRole('article')).toBeNull()
  })

  it('says so when there are no posts', async () => {
    respond(list, makePage())
    await render()
    expect(await screen.findByText('Nobody has posted yet')).toBeTruthy()
  })

  it('offers all posts when none matches the filters', async () => {
    respond(list, ({ query }) => (query.search ? makePage() : makePage(buildPost())))
    const { user, getPath } = await render('?search=wilt')
    const empty = await screen.findByText('No posts found')
    await user.click(within(empty.parentElement ?? document.body).getByRole('button', { name: 'Show all' }))
    expect(await screen.findByRole('article', { name: 'Orange dots on maize' })).toBeTruthy()
    expect(getPath()).toBe(path)
  })

  it('shows why loading failed and loads again on request', async () => {
    respondWithError(list, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
    respond(list, makePage(buildPost()))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article', { name: 'Orange dots on maize' })).toBeTruthy()
  })

  it('says when it can be loaded when the device is offline', async () => {
    goOffline()
    await render()
    expect((await screen.findAllByText(/when you have network/i)).length).toBeGreaterThan(0)
  })

  it('shows public posts to an expert who is not approved yet', async () => {
    respond('GET /api/community/posts/', [buildPost({ status: 'approved', is_approved: true })])
    await render('', makeUser('expert', { is_approved: false }))
    expect(await screen.findByText('An administrator is checking your account.')).toBeTruthy()
    expect(await screen.findByRole('article', { name: 'Orange dots on maize' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^(Flag|Approve)/ })).toBeNull()
  })

  it('flags a post with a reason and undoes it', async () => {
    respond(list, makePage(buildPost()))
    respond(moderate, { ...buildPost({ status: 'flagged', is_flagged: true }), is_undoable: true })
    respond(undo, buildPost())
    const { user } = await render()
    await flag(user)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await expect.poll(() => getNotices()[0]).toBe('Undone. It is now: Pending.')
    const sent = receivedRequests.filter(({ endpoint }) => endpoint === moderate).map(({ body }) => body)
    expect(sent).toMatchObject([{ action: 'flag', reason: 'This is advertising.', version: 1 }])
    expect(receivedRequests.filter(({ endpoint }) => endpoint === undo)).toHaveLength(1)
  })

  it('approves immediately, and undoes the approval from the notice', async () => {
    respond(list, makePage(buildPost()))
    respond(moderate, approved)
    respond(undo, buildPost())
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Approve “Orange dots on maize”' }))
    await expect.poll(getNotices).toEqual(['Community Post has been approved'])
    expect(receivedRequests.find(({ endpoint }) => endpoint === moderate)?.body).toEqual({
      action: 'approve',
      version: 1,
    })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await expect.poll(() => getNotices()[0]).toBe('Undone. It is now: Pending.')
    expect(receivedRequests.filter(({ endpoint }) => endpoint === undo)).toHaveLength(1)
  })

  it('approves and answers in the card', async () => {
    respond(list, makePage(buildPost()))
    respond(moderate, () => {
      respond(list, makePage(approved))
      return approved
    })
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Answer and approve “Orange dots on maize”' }))
    const field = await screen.findByLabelText('Your answer')
    expect(document.activeElement).toBe(field)
    await user.keyboard('Remove the sick leaves.{Control>}{Enter}{/Control}')
    await expect.poll(getNotices).toEqual(['Community Post has been approved'])
    expect(receivedRequests.find(({ endpoint }) => endpoint === moderate)?.body).toEqual({
      action: 'approve',
      version: 1,
      answer: 'Remove the sick leaves.',
    })
    await expect.poll(() => screen.queryByLabelText('Your answer')).toBeNull()
  })

  it('keeps the answer in the card when the server rejects it', async () => {
    respond(list, makePage(buildPost()))
    respondWithError(moderate, 'duplicate_response', { message: 'You already wrote this.' })
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Answer and approve “Orange dots on maize”' }))
    await user.keyboard('Remove the sick leaves.')
    await user.click(screen.getByRole('button', { name: 'Approve and send answer' }))
    await expect.poll(getNotices).toEqual(['Community Post was not approved. You already wrote this.'])
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your answer').value).toBe('Remove the sick leaves.')
    expect(screen.queryByRole('button', { name: 'Approve “Orange dots on maize”' })).toBeNull()
  })

  it('shows how long a post has waited by the clock of the server', async () => {
    const hoursAgo = (hours: number) => Date.now() - hours * 3600_000
    // The clock of the device is two hours ahead.
    const payload = btoa(JSON.stringify({ iat: hoursAgo(2) / 1000, exp: hoursAgo(1) / 1000 }))
    respond(list, () => {
      localStorage.setItem('accessToken', `header.${payload}.signature`)
      return makePage(buildPost({ created_at: new Date(hoursAgo(5)).toISOString() }))
    })
    await render()
    expect((await screen.findByText('Waiting')).parentElement?.textContent).toBe('Waiting3 hours')
  })

  it('reports approvals that follow each other in one notice, whose undo takes back the last one only', async () => {
    const posts = [buildPost({ id: '1', title: 'One' }), buildPost({ id: '2', title: 'Two' })]
    respond(list, makePage(...posts))
    respond(moderate, ({ params }) => ({ ...approved, id: String(params.id) }))
    respond(undo, buildPost())
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Approve “One”' }))
    await expect.poll(getNotices).toEqual(['Community Post has been approved'])
    await user.click(screen.getByRole('button', { name: 'Approve “Two”' }))
    await expect.poll(() => receivedRequests.filter(({ endpoint }) => endpoint === moderate)).toHaveLength(2)
    await expect.poll(getNotices).toEqual(['Community Post has been approved'])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await expect.poll(() => getNotices()[0]).toBe('Undone. It is now: Pending.')
    expect(findUndone()).toEqual(['2'])
  })

  it('says that an approval can no longer be undone', async () => {
    respond(list, makePage(buildPost()))
    respond(moderate, approved)
    respondWithError(undo, 'too_late', { message: 'This can no longer be undone.' })
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Approve “Orange dots on maize”' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await expect.poll(() => getNotices()[0]).toBe('This can no longer be undone.')
  })

  it('offers no undo of an approval that a colleague had made', async () => {
    respond(list, makePage(buildPost()))
    respond(moderate, { ...approved, is_undoable: false })
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Approve “Orange dots on maize”' }))
    await expect.poll(getNotices).toEqual(['Another expert decided first. It is now: Approved.'])
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(findUndone()).toEqual([])
  })

  it('undoes only the own approvals of a bulk action', async () => {
    const posts = ['1', '2', '3'].map(id => buildPost({ id, title: id }))
    respond(list, makePage(...posts))
    const reply = (isUndoable: (id: string) => boolean) => ({
      results: posts.map(post => ({ id: post.id, error: null, message: null, post, is_undoable: isUndoable(post.id) })),
    })
    respond(
      'PUT /api/community/posts/moderate/',
      reply(id => id === '2'),
    )
    respond(undo, buildPost())
    const { user } = await render()
    const approveAll = async () => {
      await user.click(await screen.findByRole('checkbox', { name: 'Select all 3 pending' }))
      await user.click(screen.getByRole('button', { name: 'Approve 3 posts' }))
    }
    await approveAll()
    await expect.poll(getNotices).toEqual(['3 posts have been approved'])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await expect.poll(findUndone).toEqual(['2'])
    respond(
      'PUT /api/community/posts/moderate/',
      reply(() => false),
    )
    await approveAll()
    await expect.poll(() => getNotices()[0]).toBe('Another expert decided first. It is now: Approved.')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('undoes all approvals of a bulk action', async () => {
    const posts = [buildPost({ id: '1', title: 'One' }), buildPost({ id: '2', title: 'Two' })]
    respond(list, makePage(...posts))
    respond('PUT /api/community/posts/moderate/', {
      results: posts.map(post => ({ id: post.id, error: null, message: null, post, is_undoable: true })),
    })
    respond(undo, buildPost())
    const { user } = await render()
    await user.click(await screen.findByRole('checkbox', { name: 'Select all 2 pending' }))
    await user.click(screen.getByRole('button', { name: 'Approve 2 posts' }))
    await expect.poll(getNotices).toEqual(['2 posts have been approved'])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await expect.poll(() => getNotices()[0]).toBe('Undone for 2 posts')
    expect(receivedRequests.filter(({ endpoint }) => endpoint === undo)).toHaveLength(2)
  })

  it('says which action failed when another expert decided first', async () => {
    respond(getPost, { ...buildPost({ status: 'approved', is_approved: true }), my_responses: [] })
    respond(list, makePage(buildPost()))
    respondWithError(moderate, 'already_decided')
    const { user } = await render()
    await flag(user)
    await expect
      .poll(getNotices)
      .toEqual(['Community Post was not flagged. Another expert decided first. It is now: Approved.'])
  })
})
