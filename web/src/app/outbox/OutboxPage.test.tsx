// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ItemData, makeItem, type OutboxWrite, type WriteKind } from '../../api/outbox/outbox-item.ts'
import { listItems, putItem } from '../../api/outbox/outbox-store.ts'
import { registerSenders } from '../../api/outbox/send-outbox.ts'
import {
  failToReach,
  receivedRequests,
  respond,
  respondLater,
  respondWithError,
  respondWithPage,
} from '../../testing/api-server.ts'
import { buildPost, buildResponse } from '../../testing/fixtures/community.ts'
import { buildBooking, buildSlot } from '../../testing/fixtures/consultations.ts'
import { makeAnalysis } from '../../testing/fixtures/detection.ts'
import { fillOutbox, makeOutboxItem } from '../../testing/fixtures/outbox.ts'
import '../../testing/device-storage.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { makeUser } from '../../testing/users.ts'
import { OutboxPage } from './OutboxPage.tsx'
import { senders } from './outbox-sync.ts'

const sendPostCall = 'POST /api/community/posts/'
const uploadCall = 'POST /api/community/photos/'
const commentCall = 'POST /api/community/responses/{id}/'
const analysisCall = 'POST /analysis/rust-detection/'
const ownerId = makeUser('farmer').id

const form: ItemData['post']['form'] = {
  title: 'Yellow beans',
  content: 'From the edge.',
  crop_type: 'BEANS',
  disease_type: 'none',
  urgency_level: 'high',
}
const comment = { postId: '7', postTitle: 'Orange dots on maize', content: 'Mine had it too.' }

/** Renders the page with a write that was made offline. */
async function renderWith<Kind extends WriteKind>(kind: Kind, data: ItemData[Kind]) {
  const rendered = await render()
  const write = makeItem(kind, data)
  await putItem(write as OutboxWrite)
  await screen.findByRole('listitem')
  return { ...rendered, write }
}
const render = () =>
  renderScreen(<OutboxPage />, {
    user: 'farmer',
    catalogs: ['community', 'consultations', 'detection', 'outbox', 'advice'],
  })
type User = Awaited<ReturnType<typeof render>>['user']

const send = (user: User) => user.click(screen.getByRole('button', { name: 'Send now' }))
const listStates = async () => (await listItems(ownerId)).map(({ state }) => state)
const sentBodies = (endpoint: string) =>
  receivedRequests.filter(each => each.endpoint === endpoint).map(({ body }) => body)
const sentKeys = (endpoint: string) =>
  receivedRequests.filter(each => each.endpoint === endpoint).map(({ headers }) => headers.get('idempotency-key'))

beforeEach(() => registerSenders(senders))

describe('the list of what waits to be sent', () => {
  it('says so when nothing waits', async () => {
    await render()
    expect(await screen.findByText('Nothing waits')).toBeTruthy()
  })

  it('does not show what another account wrote on this phone', async () => {
    const { user } = await render()
    await putItem({ ...makeItem('comment', comment), ownerId: makeUser('expert').id })
    expect(await screen.findByText('Nothing waits')).toBeTruthy()
    expect(screen.queryByText('Mine had it too.')).toBeNull()
    expect(user).toBeTruthy()
  })
})

describe('a comment that waits', () => {
  it('is sent under its key and then leaves the list', async () => {
    respond(commentCall, buildResponse())
    const { user, write } = await renderWith('comment', comment)
    const row = within(screen.getByRole('listitem'))
    expect(row.getByText('Comment on Orange dots on maize')).toBeTruthy()
    expect(row.getByText('Waiting to be sent')).toBeTruthy()
    await send(user)
    expect(await screen.findByText('Nothing waits')).toBeTruthy()
    expect(sentBodies(commentCall)).toEqual([{ content: 'Mine had it too.' }])
    expect(sentKeys(commentCall)).toEqual([write.key])
  })

  it('stays while the server cannot be reached, and keeps its key', async () => {
    failToReach(commentCall)
    const { user, write } = await renderWith('comment', comment)
    await send(user)
    await expect.poll(() => sentKeys(commentCall)).toEqual([write.key])
    expect(await listStates()).toEqual([{ kind: 'waiting' }])
    respond(commentCall, buildResponse())
    await expect.poll(() => screen.getByRole('button', { name: 'Send now' }).getAttribute('aria-busy')).toBeNull()
    await send(user)
    expect(await screen.findByText('Nothing waits')).toBeTruthy()
    expect(sentKeys(commentCall)).toEqual([write.key, write.key])
  })

  it.each([200, 403, 404, 408])('stays when something else answers with a page and %i', async status => {
    respondWithPage(commentCall, status)
    const { user } = await renderWith('comment', comment)
    await send(user)
    await expect.poll(() => sentKeys(commentCall)).toHaveLength(1)
    await expect.poll(() => screen.getByRole('button', { name: 'Send now' }).getAttribute('aria-busy')).toBeNull()
    expect(await listStates()).toEqual([{ kind: 'waiting' }])
  })

  it('does not stop the next one when its request is lost', async () => {
    failToReach(commentCall)
    respond(sendPostCall, buildPost())
    const { user } = await renderWith('comment', comment)
    await putItem({
      ...makeItem('post', { form, photo: null, analysis: null }),
      createdAt: '2026-11-22T08:00:00.000Z',
    })
    await screen.findByText('Yellow beans')
    await send(user)
    await expect.poll(() => screen.queryByText('Yellow beans')).toBeNull()
    expect(sentBodies(commentCall)).toHaveLength(1)
    expect(await listStates()).toEqual([{ kind: 'waiting' }])
  })

  it('shows why the server rejected it, and is sent again after a change', async () => {
    respondWithError(commentCall, 'duplicate_response', { message: 'You have written this already.' })
    const { user } = await renderWith('comment', comment)
    await send(user)
    expect(await screen.findByText('You have written this already.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull()
    respond(commentCall, buildResponse())
    await user.click(screen.getByRole('button', { name: 'Change' }))
    const field = await screen.findByLabelText(/^Comment/)
    await user.clear(field)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Write your comment first.')).toBeTruthy()
    await user.type(field, 'Two weeks ago.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByRole('button', { name: 'Send now' })
    await send(user)
    expect(await screen.findByText('Nothing waits')).toBeTruthy()
    expect(sentBodies(commentCall).at(-1)).toEqual({ content: 'Two weeks ago.' })
  })

  it('is not sent twice when its first version had arrived before the change', async () => {
    respondWithError(commentCall, 'idempotency_key_reused')
    const { user } = await renderWith('comment', comment)
    await send(user)
    expect(await screen.findByText('Your first version had already arrived. It counts.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
    expect(await listStates()).toEqual([{ kind: 'arrived' }])
  })

  it('is not lost when it is changed while it is being sent', async () => {
    const release = respondLater(commentCall, buildResponse())
    const { user } = await renderWith('comment', comment)
    await send(user)
    await expect.poll(() => sentBodies(commentCall)).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Change' }))
    await user.type(await screen.findByLabelText(/^Comment/), ' Two weeks ago.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    release()
    expect(await screen.findByText('Your first version had already arrived. It counts.')).toBeTruthy()
  })

  it('can be removed, and is then never sent', async () => {
    const { user } = await renderWith('comment', comment)
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this?' }))
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Nothing waits')).toBeTruthy()
    expect(await listItems(ownerId)).toEqual([])
    expect(receivedRequests).toEqual([])
  })
})

describe('a post that waits', () => {
  const photo = { file: new File(['leaf'], 'leaf.jpg', { type: 'image/jpeg' }), key: 'photo-key' }

  it('uploads its photo once, although the post itself has to be repeated', async () => {
    respond(uploadCall, { id: 'stored', image: '/files/stored' })
    failToReach(sendPostCall)
    const { user, write } = await renderWith('post', { form, photo, analysis: null })
    expect(screen.getByText('With a photo')).toBeTruthy()
    await send(user)
    await expect.poll(() => sentBodies(sendPostCall)).toHaveLength(1)
    respond(sendPostCall, buildPost())
    await expect.poll(() => screen.getByRole('button', { name: 'Send now' }).getAttribute('aria-busy')).toBeNull()
    await send(user)
    expect(await screen.findByText('Nothing waits')).toBeTruthy()
    expect(sentKeys(uploadCall)).toEqual(['photo-key'])
    expect(sentKeys(sendPostCall)).toEqual([write.key, write.key])
    expect(sentBodies(sendPostCall).at(-1)).toEqual({ ...form, image: 'stored' })
  })

  it('waits for the analysis of a photo that is not sent yet, and then shows it', async () => {
    await fillOutbox(makeOutboxItem({ key: 'leaf' }))
    respondWithError(analysisCall, 'internal')
    const { user } = await render()
    await putItem(makeItem('post', { form, photo: null, analysis: { itemKey: 'leaf' } }))
    expect(await screen.findByText('Waits for its leaf photo')).toBeTruthy()
    const sendAll = async () => user.click((await screen.findAllByRole('button', { name: 'Send now' }))[0] as Element)
    await sendAll()
    await expect.poll(() => sentKeys(analysisCall)).toHaveLength(1)
    expect(sentBodies(sendPostCall)).toEqual([])
    respond(analysisCall, makeAnalysis())
    respond(sendPostCall, buildPost())
    await expect
      .poll(() => screen.getAllByRole('button', { name: 'Send now' })[0]?.getAttribute('aria-busy'))
      .toBeNull()
    await sendAll()
    expect(await screen.findByText('Nothing waits')).toBeTruthy()
    const { id } = makeAnalysis()
    expect(sentBodies(sendPostCall)).toEqual([{ ...form, image: id, rust_detection: id }])
  })

  it('can be changed', async () => {
    const { user } = await renderWith('post', { form, photo: null, analysis: null })
    await user.click(screen.getByRole('button', { name: 'Change' }))
    await user.type(await screen.findByLabelText('Title'), ' in Gulu')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Yellow beans in Gulu')).toBeTruthy()
    expect(await listItems(ownerId)).toMatchObject([{ data: { form: { title: 'Yellow beans in Gulu' } } }])
  })
})

describe('a booking that waits', () => {
  const bookingCall = 'POST /api/consultations/consultations/'
  const slotsCall = 'GET /api/consultations/availability-slots/all/'
  const expert = { id: 'acen', username: 'acen' }
  const slot = { id: 'slot', start_time: '2026-11-24T11:00:00Z', end_time: '2026-11-24T13:00:00Z', expert }
  const booking: ItemData['booking'] = { slot, topic: { meeting: 'call', question: 'Is it rust?' } }

  it('is sent under its key', async () => {
    respond(bookingCall, buildBooking({}))
    const { user, write } = await renderWith('booking', booking)
    const row = within(screen.getByRole('listitem'))
    expect(row.getByText('Booking with acen')).toBeTruthy()
    expect(row.getByText('Is it rust?')).toBeTruthy()
    await send(user)
    expect(await screen.findByText('Nothing waits')).toBeTruthy()
    expect(sentBodies(bookingCall)).toEqual([{ slot_id: 'slot', meeting: 'call', question: 'Is it rust?' }])
    expect(sentKeys(bookingCall)).toEqual([write.key])
  })

  it('whose slot was taken meanwhile offers the next free ones, and books the chosen one', async () => {
    respondWithError(bookingCall, 'slot_taken', { message: 'Somebody was faster.' })
    const free = buildSlot({ id: 'later', start_time: '2026-11-25T11:00:00Z', end_time: '2026-11-25T13:00:00Z' })
    respond(slotsCall, [buildSlot(), free])
    const { user } = await renderWith('booking', booking)
    await send(user)
    expect(await screen.findByText('Somebody was faster.')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: /^Book Slot: Wed 25 Nov/ }))
    await expect.poll(listStates).toEqual([{ kind: 'waiting' }])
    respond(bookingCall, buildBooking({}))
    await user.click(await screen.findByRole('button', { name: 'Send now' }))
    expect(await screen.findByText('Nothing waits')).toBeTruthy()
    expect(sentBodies(bookingCall).at(-1)).toEqual({ slot_id: 'later', meeting: 'call', question: 'Is it rust?' })
  })

  it('can be changed', async () => {
    const { user } = await renderWith('booking', booking)
    await user.click(screen.getByRole('button', { name: 'Change' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText(/^Your question/), ' Or blight?')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Is it rust? Or blight?')).toBeTruthy()
    expect(await listItems(ownerId)).toMatchObject([{ data: { slot: { id: 'slot' }, topic: { meeting: 'call' } } }])
  })
})

describe('a cancellation that waits', () => {
  const cancelCall = 'PUT /api/consultations/consultations/{id}/cancel/'
  const bookingCall = 'GET /api/consultations/consultations/{id}/'
  const cancellation: ItemData['cancellation'] = {
    bookingId: '7',
    expertName: 'acen',
    startTime: '2026-11-24T11:00:00Z',
    endTime: '2026-11-24T13:00:00Z',
    reason: 'It rains.',
  }

  it('is sent with its reason, which can be changed before', async () => {
    respond(cancelCall, buildBooking({}))
    const { user } = await renderWith('cancellation', cancellation)
    expect(screen.getByText('Cancelling your booking with acen')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Change' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText(/^Reason for cancelling/), ' A lot.')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('It rains. A lot.')).toBeTruthy()
    await send(user)
    expect(await screen.findByText('Nothing waits')).toBeTruthy()
    expect(sentBodies(cancelCall)).toEqual([{ reason: 'It rains. A lot.' }])
  })

  it('whose reply was lost is done, but one that came after the expert’s says so', async () => {
    respondWithError(cancelCall, 'already_decided', { message: 'This booking has ended.' })
    respond(bookingCall, buildBooking({ ended: 'cancelled', ended_by: 'expert' }))
    const { user } = await renderWith('cancellation', cancellation)
    await send(user)
    expect(await screen.findByText('This booking has ended.')).toBeTruthy()
    respond(bookingCall, buildBooking({ ended: 'cancelled', ended_by: 'farmer' }))
    await putItem(makeItem('cancellation', { ...cancellation, bookingId: '8' }))
    await user.click(await screen.findByRole('button', { name: 'Send now' }))
    await expect.poll(listStates).toMatchObject([{ kind: 'refused' }])
  })
})

describe('a report that waits', () => {
  const reportCall = 'POST /analysis/rust-detection/{id}/report/'

  it('is sent once with what the reader says it is, which can be changed before', async () => {
    const reply = { id: '1', label: null, state: 'waiting' as const, uploaded_at: '2026-11-21T07:00:00Z' }
    respond(reportCall, reply)
    const data = { analysisId: '7', predictedClass: 'healthy' as const, label: null }
    const { user, write } = await renderWith('report', data)
    expect(screen.getByText('Wrong answer: Healthy')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Change' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByRole('radio', { name: 'Healthy' })).toBeNull()
    await user.click(dialog.getByRole('radio', { name: 'Common Rust' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await expect.poll(async () => (await listItems(ownerId))[0]?.data).toMatchObject({ label: 'common_rust' })
    await send(user)
    expect(await screen.findByText('Nothing waits')).toBeTruthy()
    expect(sentBodies(reportCall)).toEqual([{ label: 'common_rust' }])
    expect(sentKeys(reportCall)).toEqual([write.key])
  })
})
