// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { listItems } from '../../../api/outbox/outbox-store.ts'
import {
  failToReach,
  goOffline,
  neverRespond,
  receivedRequests,
  respond,
  respondWithError,
} from '../../../testing/api-server.ts'
import '../../../testing/device-storage.ts'
import { buildPost, buildResponse } from '../../../testing/fixtures/community.ts'
import { makeAnalysis } from '../../../testing/fixtures/detection.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { makeListPage } from '../../../testing/screen-states.tsx'
import { makeUser } from '../../../testing/users.ts'
import { MakePost } from './MakePost.tsx'

const list = 'GET /api/community/posts/'
const create = 'POST /api/community/posts/'
const comment = 'POST /api/community/responses/{id}/'
const path = '/account/addresses/community-posts'
const approved = buildPost({ status: 'approved', is_approved: true })
const render = (search = '') =>
  renderScreen(<MakePost />, { user: 'farmer', catalogs: ['community'], path: `${path}${search}` })
type User = Awaited<ReturnType<typeof render>>['user']

async function choose(user: User, field: string, option: string): Promise<void> {
  await user.click(screen.getByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}

const leaves = 'GET /analysis/rust-detection/'
const mine = 'GET /api/community/posts/mine/'

beforeEach(() => {
  respond(mine, [])
  respond(leaves, makeListPage())
  respond('GET /api/community/stats/', { median_seconds_to_expert_answer: 7200 })
})

async function writePost(user: Parameters<typeof choose>[0]) {
  await user.type(await screen.findByLabelText('Title'), 'Yellow beans')
  await user.type(screen.getByLabelText('Content'), 'From the edge.')
  await choose(user, 'Crop Type', 'Beans')
  await choose(user, 'Disease', 'Other')
  await choose(user, 'Urgency Level', 'High')
  await user.click(screen.getByRole('button', { name: 'Submit Post' }))
}

describe('the board of the farmers', () => {
  it('shows placeholders while the posts load, and the form already', async () => {
    neverRespond(list)
    await render()
    expect(screen.getAllByRole('status').length).toBeGreaterThan(0)
    expect(await screen.findByRole('button', { name: 'Submit Post' })).toBeTruthy()
  })

  it('names the newest own post that waits for an expert, above those of others', async () => {
    respond(list, [approved])
    respond(mine, ({ query }) => (query.status === 'pending' ? [buildPost({ title: 'My yellow beans' })] : []))
    await render()
    const waiting = await screen.findByRole('link', { name: /Waiting for an expert: My yellow beans/ })
    const board = screen.getByRole('region', { name: 'Community posts' })
    expect(waiting.compareDocumentPosition(board) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('opens the form on a phone by a button, and at once where a draft is stored', async () => {
    respond(list, [])
    const { user } = await render()
    await user.click(screen.getByRole('button', { name: 'Add a Post' }))
    expect(screen.queryByRole('button', { name: 'Add a Post' })).toBeNull()
    await user.type(await screen.findByLabelText('Title'), 'Yellow')
    cleanup()
    await render()
    expect(screen.queryByRole('button', { name: 'Add a Post' })).toBeNull()
  })

  it('says so when there are no posts', async () => {
    respond(list, [])
    await render()
    expect(await screen.findByText('No posts yet')).toBeTruthy()
  })

  it('offers all posts when none matches the filters', async () => {
    respond(list, ({ query }) => (query.search ? [] : [approved]))
    const { user, getPath } = await render('?search=wilt')
    await user.click(await screen.findByRole('button', { name: 'Show all' }))
    expect(await screen.findByRole('article', { name: approved.title })).toBeTruthy()
    expect(getPath()).toBe(path)
  })

  it('shows why loading failed and loads again on request', async () => {
    respondWithError(list, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
    respond(list, [approved])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article', { name: approved.title })).toBeTruthy()
  })

  it('says when it can be loaded when the device is offline', async () => {
    goOffline()
    await render()
    expect((await screen.findAllByText(/when you have network/i)).length).toBeGreaterThan(0)
  })

  it('lists approved posts with links to them and the time experts take to answer', async () => {
    respond(list, [approved])
    await render()
    const card = await screen.findByRole('article', { name: approved.title })
    expect(within(card).getByRole('link', { name: approved.title }).getAttribute('href')).toBe(`${path}/7`)
    expect(await screen.findByText('Typical first answer from an expert: 2 hours')).toBeTruthy()
  })

  it('names every missing field and sends nothing', async () => {
    respond(list, [])
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Submit Post' }))
    for (const message of [
      'Write a title.',
      'Describe what you see on your plants.',
      'Choose the crop.',
      'Choose the disease, or Other.',
      'Choose how urgent it is.',
    ])
      expect(await screen.findByText(message)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Title'))
    expect(getNotices()).toEqual(['Fill in all the fields'])
    expect(receivedRequests.some(({ endpoint }) => endpoint === create)).toBe(false)
  })

  it('needs one sentence where a leaf was checked: the rest is filled in from the latest, folded, and changeable', async () => {
    respond(list, [])
    respond(create, buildPost())
    respond(leaves, makeListPage(makeAnalysis({ crop: 'maize' })))
    const { user } = await render()
    const leaf = await screen.findByRole('region', { name: 'Ask about this analysis' })
    expect(leaf.querySelector('img')).not.toBeNull()
    expect(screen.getByLabelText('Title').closest('details')?.open).toBe(false)
    await user.type(screen.getByLabelText('Content'), 'What now?')
    await user.click(screen.getByRole('button', { name: 'Submit Post' }))
    await screen.findByRole('link', { name: 'Back to my posts' })
    expect(receivedRequests.find(({ endpoint }) => endpoint === create)?.body).toMatchObject({
      content: 'What now?',
      crop_type: 'MAIZE',
      disease_type: 'common_rust',
      urgency_level: 'medium',
    })
  })

  it('keeps a form that began without a leaf when the phone is back on the network', async () => {
    respond(list, [])
    respondWithError(leaves, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    const content = await screen.findByLabelText('Content')
    respond(leaves, makeListPage(makeAnalysis({ crop: 'maize' })))
    respond(create, buildPost())
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
    window.dispatchEvent(new Event('visibilitychange'))
    await writePost(user)
    await screen.findByRole('link', { name: 'Back to my posts' })
    expect(content.isConnected).toBe(true)
    expect(receivedRequests.filter(({ endpoint }) => endpoint === leaves)).toHaveLength(1)
  })

  it('does not fill in a leaf that the newest post is about', async () => {
    respond(list, [])
    const leaf = makeAnalysis({ crop: 'maize' })
    respond(leaves, makeListPage(leaf))
    respond(mine, [buildPost({ rust_detection: leaf.id })])
    await render()
    expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('')
    expect(screen.queryByRole('region', { name: 'Ask about this analysis' })).toBeNull()
  })

  it('creates a post, which then awaits approval', async () => {
    respond(list, [])
    respond(create, buildPost())
    const { user } = await render()
    await writePost(user)
    const link = await screen.findByRole('link', { name: 'Back to my posts' })
    expect(link.getAttribute('href')).toBe('/account/addresses/my-posts')
    expect(getNotices()).toEqual(['Community Post submitted for approval'])
    expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('')
    expect(receivedRequests.find(({ endpoint }) => endpoint === create)?.body).toEqual({
      title: 'Yellow beans',
      content: 'From the edge.',
      crop_type: 'BEANS',
      disease_type: 'none',
      urgency_level: 'high',
      image: null,
    })
  })

  it('asks for one text about an answer, and fills in the rest folded', async () => {
    respond(list, [])
    respond(create, buildPost())
    respond('GET /analysis/rust-detection/{id}/', ({ params }) =>
      makeAnalysis({ id: String(params.id), crop: params.id === 'a' ? 'beans' : 'maize', rust_class: 'common_rust' }),
    )
    const { user } = await render('?analysis=a')
    await user.type(await screen.findByLabelText('Content'), 'Orange powder.')
    const fold = screen.getByText('Title, crop, disease and urgency').closest('details')
    expect(fold?.open).toBe(false)
    await user.clear(screen.getByLabelText('Title'))
    await user.click(screen.getByRole('button', { name: 'Submit Post' }))
    await expect.poll(() => fold?.open).toBe(true)
    await user.type(screen.getByLabelText('Title'), 'My beans')
    expect(fold?.open).toBe(true)
    await choose(user, 'Urgency Level', 'High')
    cleanup()
    await render('?analysis=b')
    expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Maize: what is on this leaf?')
    cleanup()
    await render('?analysis=a')
    await user.click(await screen.findByRole('button', { name: 'Submit Post' }))
    const sent = () => receivedRequests.find(({ endpoint }) => endpoint === create)?.body
    const filled = { crop_type: 'BEANS', disease_type: 'common_rust', urgency_level: 'high' }
    await expect.poll(sent).toMatchObject({ title: 'My beans', content: 'Orange powder.', ...filled })
  })

  it('keeps a post on the phone when the server cannot be reached, whatever the browser says', async () => {
    respond(list, [])
    failToReach(create)
    const { user } = await render()
    await writePost(user)
    const link = await screen.findByRole('link', { name: 'See what waits to be sent' })
    expect(link.getAttribute('href')).toBe('/account/outbox')
    expect(getNotices()).toEqual(['Saved on this phone. It goes out when there is a network.'])
    expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('')
    const [waiting] = await listItems(makeUser('farmer').id)
    expect(waiting).toMatchObject({
      kind: 'post',
      state: { kind: 'waiting' },
      data: { form: { title: 'Yellow beans' } },
    })
    const attempt = receivedRequests.find(({ endpoint }) => endpoint === create)
    expect(waiting?.key).toBe(attempt?.headers.get('idempotency-key'))
  })

  it('keeps a comment on the phone when the server cannot be reached', async () => {
    respond(list, [approved])
    failToReach(comment)
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Comment' }))
    await user.type(await screen.findByLabelText(/^Comment/), 'Mine had it too.')
    await user.click(screen.getByRole('button', { name: 'Submit comment' }))
    await expect.poll(getNotices).toEqual(['Saved on this phone. It goes out when there is a network.'])
    const [waiting] = await listItems(makeUser('farmer').id)
    expect(waiting).toMatchObject({ kind: 'comment', data: { postId: '7', content: 'Mine had it too.' } })
  })

  it('keeps what was typed in a comment until it is sent', async () => {
    respond(list, [approved])
    respond(comment, buildResponse())
    const { user } = await render()
    const write = () => user.click(screen.getByRole('button', { name: 'Comment' }))
    await screen.findByRole('article', { name: approved.title })
    await write()
    await user.click(await screen.findByRole('button', { name: 'Submit comment' }))
    expect(await screen.findByText('Write your comment first.')).toBeTruthy()
    await user.type(screen.getByLabelText(/^Comment/), 'Mine had it too.')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await write()
    expect((screen.getByLabelText(/^Comment/) as HTMLTextAreaElement).value).toBe('Mine had it too.')
    await user.click(screen.getByRole('button', { name: 'Submit comment' }))
    await expect.poll(getNotices).toEqual(['Your comment has been submitted'])
    expect(receivedRequests.find(({ endpoint }) => endpoint === comment)?.body).toEqual({ content: 'Mine had it too.' })
  })
})
