// @vitest-environment happy-dom
import type { Post } from '@kutu/contract/community/community'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  goOffline,
  neverRespond,
  receivedRequests,
  respond,
  respondLater,
  respondWithError,
} from '../../../../testing/api-server.ts'
import { buildPost } from '../../../../testing/fixtures/community.ts'
import { getNotices, renderScreen } from '../../../../testing/render-screen.tsx'
import { makeUser } from '../../../../testing/users.ts'
import { AllPosts } from './AllPosts.tsx'
import { TodayPosts } from './TodayPosts.tsx'

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

  it('says so when there are no posts, and when the queue is empty', async () => {
    respond(list, makePage())
    const { user } = await render()
    expect(await screen.findByText('All done')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'All posts' }))
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

  it('approves and answers in the card, by keyboard alone', async () => {
    respond(list, makePage(buildPost()))
    respond(moderate, () => {
      respond(list, makePage(approved))
      return approved
    })
    const { user } = await render()
    const post = await screen.findByRole('article', { name: 'Orange dots on maize' })
    post.focus()
    await user.keyboard('r')
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
    expect(document.activeElement?.getAttribute('data-post')).toBe(approved.id)
  })

  it('keeps the answer to the next post open while figures are still loading after the one before', async () => {
    const [one, two] = [buildPost({ id: '1', title: 'One' }), buildPost({ id: '2', title: 'Two' })]
    respond(list, makePage(one, two))
    let showStats = (): void => undefined
    respond(moderate, ({ params }) => {
      respond(list, makePage(two))
      showStats = respondLater('GET /api/community/stats/', { median_seconds_to_expert_answer: 60 })
      return { ...approved, id: String(params.id) }
    })
    const { user } = await render()
    await screen.findByRole('article', { name: 'One' })
    await user.keyboard('jr')
    await user.keyboard('Rust.{Control>}{Enter}{/Control}')
    await expect.poll(() => screen.queryByRole('article', { name: 'One' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Answer and approve “Two”' }))
    showStats()
    expect(await screen.findByText(/1 minute/)).toBeTruthy()
    await user.keyboard('Rust as well.{Control>}{Enter}{/Control}')
    await expect
      .poll(() => receivedRequests.filter(({ endpoint }) => endpoint === moderate).map(({ body }) => body))
      .toMatchObject([{ answer: 'Rust.' }, { answer: 'Rust as well.' }])
    showStats()
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

  it('opens on the queue', async () => {
    respond(list, makePage(buildPost()))
    await render()
    expect(await screen.findByRole('article')).toBeTruthy()
    expect(receivedRequests.find(({ endpoint }) => endpoint === list)?.query).toMatchObject({
      ordering: 'queue',
      status: 'pending',
    })
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
    await user.keyboard('z')
    expect(findUndone()).toEqual(['2'])
  })

  it('undoes the last action with Z for a minute, also after its notice is closed', async () => {
    const posts = [buildPost({ id: '1', title: 'One' }), buildPost({ id: '2', title: 'Two' })]
    respond(list, makePage(...posts))
    respond(moderate, ({ params }) => ({ ...approved, id: String(params.id) }))
    respond(undo, buildPost())
    const { user } = await render()
    await screen.findByRole('article', { name: 'One' })
    await user.keyboard('ja')
    await expect.poll(getNotices).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
    await user.keyboard('z')
    await expect.poll(findUndone).toEqual(['1'])
    await user.click(screen.getByRole('button', { name: 'Approve “Two”' }))
    await expect.poll(() => getNotices()[0]).toBe('Community Post has been approved')
    for (const close of screen.getAllByRole('button', { name: 'Close' })) await user.click(close)
    vi.advanceTimersByTime(60_000)
    await user.keyboard('z')
    expect(findUndone()).toEqual(['1'])
  })

  it('is worked with keys from anywhere on the page, also after the last post is approved and undone', async () => {
    respond(list, makePage(buildPost()))
    respond(moderate, () => {
      respond(list, makePage())
      return approved
    })
    respond(undo, () => {
      respond(list, makePage(buildPost()))
      return buildPost()
    })
    const { user } = await render()
    await screen.findByRole('article')
    const focusedPost = () => document.activeElement?.getAttribute('data-post')
    await user.keyboard('j')
    expect(focusedPost()).toBe('7')
    await user.keyboard('a')
    expect(await screen.findByText('All done')).toBeTruthy()
    await user.keyboard('z')
    await expect.poll(focusedPost).toBe('7')
    screen.getByRole('searchbox').focus()
    await user.keyboard('a')
    expect(receivedRequests.filter(({ endpoint }) => endpoint === moderate)).toHaveLength(1)
    screen.getByRole('link', { name: 'Queue' }).focus()
    await user.keyboard('a')
    expect(receivedRequests.filter(({ endpoint }) => endpoint === moderate)).toHaveLength(1)
    await user.keyboard('ja')
    await expect.poll(() => receivedRequests.filter(({ endpoint }) => endpoint === moderate)).toHaveLength(2)
  })

  it('undoes with Z the approval that is under way, not the one before', async () => {
    respond(list, makePage(...['1', '2', '3'].map(id => buildPost({ id, title: `Post ${id}` }))))
    respond(moderate, approved)
    respond(undo, buildPost())
    const { user } = await render()
    await screen.findByRole('article', { name: 'Post 1' })
    await user.keyboard('ja')
    await expect.poll(getNotices).toEqual(['Community Post has been approved'])
    const release = respondLater(moderate, approved)
    await user.keyboard('az')
    release()
    await expect.poll(findUndone).toEqual(['2'])
    await expect.poll(() => getNotices()[0]).toBe('Undone. It is now: Pending.')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('undoes with Z the last of two approvals faster than their replies', async () => {
    respond(list, makePage(...['1', '2', '3'].map(id => buildPost({ id, title: `Post ${id}` }))))
    const release = respondLater(moderate, approved)
    respond(undo, buildPost())
    const { user } = await render()
    await screen.findByRole('article', { name: 'Post 1' })
    await user.keyboard('jaaz')
    release()
    await expect.poll(findUndone).toEqual(['2'])
  })

  it('still undoes with Z the approval before one that failed', async () => {
    respond(list, makePage(...['1', '2'].map(id => buildPost({ id, title: `Post ${id}` }))))
    respond(moderate, approved)
    respond(undo, buildPost())
    const { user } = await render()
    await screen.findByRole('article', { name: 'Post 1' })
    await user.keyboard('ja')
    await expect.poll(getNotices).toHaveLength(1)
    respondWithError(moderate, 'internal', { message: 'The server had a problem.' })
    await user.keyboard('a')
    await expect.poll(() => getNotices()[0]).toBe('Community Post was not approved. The server had a problem.')
    await user.keyboard('z')
    await expect.poll(findUndone).toEqual(['1'])
  })

  it('leaves the focus in a text field when an undone post is back', async () => {
    respond(list, makePage(buildPost({ id: '1', title: 'Post 1' }), buildPost()))
    respond(moderate, () => {
      respond(list, makePage(buildPost()))
      return approved
    })
    const { user } = await render()
    await screen.findByRole('article', { name: 'Post 1' })
    await user.keyboard('ja')
    await expect.poll(() => screen.queryByRole('article', { name: 'Post 1' })).toBeNull()
    const release = respondLater(undo, buildPost({ id: '1' }))
    await user.keyboard('z')
    const search = screen.getByRole('searchbox')
    search.focus()
    respond(list, makePage(buildPost({ id: '1', title: 'Post 1' }), buildPost()))
    release()
    expect(await screen.findByRole('article', { name: 'Post 1' })).toBeTruthy()
    expect(document.activeElement).toBe(search)
  })

  it('does not move the focus to a new post after an undo that failed', async () => {
    respond(list, makePage(buildPost({ id: '1', title: 'Post 1' }), buildPost()))
    respond(moderate, () => {
      respond(list, makePage(buildPost()))
      return approved
    })
    const { user } = await render()
    await screen.findByRole('article', { name: 'Post 1' })
    await user.keyboard('ja')
    await expect.poll(() => screen.queryByRole('article', { name: 'Post 1' })).toBeNull()
    respondWithError(undo, 'too_late', { message: 'This can no longer be undone.' })
    respond(list, makePage(buildPost({ id: '9', title: 'New' }), buildPost()))
    await user.keyboard('z')
    expect(await screen.findByRole('article', { name: 'New' })).toBeTruthy()
    expect(document.activeElement?.getAttribute('data-post')).toBe('7')
  })

  it('approves one post while A is held, and goes through the posts while J is held', async () => {
    respond(list, makePage(...['1', '2', '3'].map(id => buildPost({ id, title: `Post ${id}` }))))
    neverRespond(moderate)
    await render()
    await screen.findByRole('article', { name: 'Post 1' })
    const press = (key: string, repeat: boolean) =>
      fireEvent.keyDown(document.activeElement ?? document, { key, repeat })
    press('j', false)
    for (const repeat of [false, true, true]) press('a', repeat)
    const findApproved = () =>
      receivedRequests.filter(({ endpoint }) => endpoint === moderate).map(({ params }) => params.id)
    await expect.poll(findApproved).toEqual(['1'])
    press('j', true)
    expect(document.activeElement?.getAttribute('data-post')).toBe('3')
  })

  it('shows the keys on the first visit, and later on request', async () => {
    respond(list, makePage(buildPost()))
    const first = await render()
    expect(await screen.findByRole('region', { name: 'Keys' })).toBeTruthy()
    first.unmount()
    const { user } = await render()
    await screen.findByRole('article')
    expect(screen.queryByRole('region', { name: 'Keys' })).toBeNull()
    await user.keyboard('?')
    expect(within(await screen.findByRole('dialog', { name: 'Keys' })).getByText('approve and answer')).toBeTruthy()
  })

  it('keeps the keys for a visit with a keyboard when the first is on a phone', async () => {
    respond(list, makePage(buildPost()))
    const matchMedia = vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList)
    const first = await render()
    await screen.findByRole('article')
    first.unmount()
    matchMedia.mockRestore()
    await render()
    expect(await screen.findByRole('region', { name: 'Keys' })).toBeTruthy()
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
    await user.keyboard('z')
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

describe('the first posts of the queue, outside the board', () => {
  it('leave / to the browser, as there is no search, and the keys to the board', async () => {
    respond(list, makePage(buildPost()))
    await renderScreen(<TodayPosts />, { user: makeUser('expert'), catalogs: ['community', 'moderation'] })
    await screen.findByRole('article')
    expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(true)
    expect(screen.queryByRole('region', { name: 'Keys' })).toBeNull()
    expect(fireEvent.keyDown(document.body, { key: 'j' })).toBe(false)
  })
})
