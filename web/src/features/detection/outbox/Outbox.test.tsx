// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  failToReach,
  goOffline,
  goOnline,
  receivedRequests,
  respond,
  respondLater,
  respondWithError,
  respondWithPage,
} from '../../../testing/api-server.ts'
import '../../../testing/device-storage.ts'
import type { OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { listItems, markSending } from '../../../api/outbox/outbox-store.ts'
import { registerSenders } from '../../../api/outbox/send-outbox.ts'
import { outboxQuery } from '../../../api/outbox/use-outbox.ts'
import { makeAnalysis } from '../../../testing/fixtures/detection.ts'
import { fillOutbox, makeOutboxItem, makeOutboxPhoto } from '../../../testing/fixtures/outbox.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { makeUser } from '../../../testing/users.ts'
import { Outbox } from './Outbox.tsx'
import { sendPhoto } from './send.ts'

const upload = 'POST /analysis/rust-detection/'
const ownerId = makeUser('farmer').id
const render = () => renderScreen(<Outbox />, { user: 'farmer', catalogs: ['detection', 'advice'] })
const getSendButton = () => screen.getByRole('button', { name: 'Send now' })
const isBusy = () => getSendButton().getAttribute('aria-busy') === 'true'
const listStates = async () => (await listItems(ownerId)).map(({ state }) => state.kind)

beforeEach(() => registerSenders({ photo: sendPhoto }))

describe('the outbox', () => {
  it('is not shown when no photo waits', async () => {
    const { client } = await render()
    await expect.poll(() => client.getQueryData(outboxQuery(ownerId).queryKey)).toEqual([])
    expect(screen.queryByText('Kept on this phone')).toBeNull()
  })

  it('is not shown for a photo that the form is sending or that belongs to another user of the phone', async () => {
    await fillOutbox(
      makeOutboxItem({ key: 'sending' }),
      makeOutboxItem({ key: 'other', ownerId: makeUser('expert').id }),
    )
    markSending('sending', true)
    const { client } = await render()
    await expect.poll(() => client.getQueryData(outboxQuery(ownerId).queryKey)).toHaveLength(1)
    expect(screen.queryByText('Kept on this phone')).toBeNull()
    markSending('sending', false)
    expect(await screen.findAllByRole('listitem')).toHaveLength(1)
  })

  it('lists the photos that wait, oldest first, with the answers of this phone', async () => {
    await fillOutbox(
      makeOutboxItem({
        key: 'plant',
        createdAt: '2026-11-21T08:00:00.000Z',
        data: { photos: [makeOutboxPhoto('1.jpg'), makeOutboxPhoto('2.jpg')], answer: null },
      }),
      makeOutboxItem(),
    )
    await render()
    const [first, second] = await screen.findAllByRole('listitem')
    expect(first?.textContent).toMatch(/Common RustSure.*Waiting to be sent/)
    expect(second?.textContent).toMatch(/No answer yet2 leaves.*Waiting to be sent/)
    await expect.poll(() => first?.querySelector('img')?.src).toMatch(/^blob:/)
    expect(screen.getByText(/^2 photos wait for a network\./)).toBeTruthy()
  })

  it('lets a photo that waits be removed, such as one without a leaf', async () => {
    await fillOutbox(makeOutboxItem({ data: { answer: null } }))
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Remove from this phone' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this photo?' }))
    await user.click(dialog.getByRole('button', { name: 'Remove from this phone' }))
    await expect.poll(() => screen.queryByText('Kept on this phone')).toBeNull()
    expect(await listStates()).toEqual([])
  })

  it('sends a photo under its idempotency key and removes it when the server agrees', async () => {
    const release = respondLater(upload, makeAnalysis())
    await fillOutbox(makeOutboxItem({ data: { input: { crop_type: 'MAIZE' } } }))
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Send now' }))
    expect(isBusy()).toBe(true)
    await expect.poll(() => receivedRequests.length).toBe(1)
    release()
    await expect.poll(() => screen.queryByText('Kept on this phone')).toBeNull()
    expect(await listStates()).toEqual([])
    expect(receivedRequests[0]?.headers.get('idempotency-key')).toBe(makeOutboxItem().key)
    expect(receivedRequests[0]?.body).toContain('MAIZE')
    expect(receivedRequests[0]?.body).toContain(makeOutboxItem().data.takenAt)
  })

  it.each(['2026-10-20T08:00:00.000Z', '2027-01-01T08:00:00.000Z'])(
    'sends the time of a photo of %s, so that a repeated request is the same',
    async takenAt => {
      respond(upload, makeAnalysis())
      await fillOutbox(makeOutboxItem({ data: { takenAt } }))
      const { user } = await render()
      await user.click(await screen.findByRole('button', { name: 'Send now' }))
      await expect.poll(listStates).toEqual([])
      expect(receivedRequests[0]?.body).toContain(takenAt)
    },
  )

  it('keeps the photo while the device is offline and sends it on request when the network is back', async () => {
    goOffline()
    await fillOutbox(makeOutboxItem())
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Send now' }))
    await expect.poll(isBusy).toBe(false)
    expect(screen.getByText('Waiting to be sent')).toBeTruthy()
    expect(await listStates()).toEqual(['waiting'])
    goOnline()
    respond(upload, makeAnalysis())
    await user.click(getSendButton())
    await expect.poll(() => screen.queryByText('Kept on this phone')).toBeNull()
  })

  it('sends the other photos although one of them always fails', async () => {
    const plant = 'POST /analysis/plant-analyses/'
    respondWithError(plant, 'internal')
    respond(upload, makeAnalysis())
    const photos: OutboxItem<'photo'>['data']['photos'] = [makeOutboxPhoto('1.jpg'), makeOutboxPhoto('2.jpg')]
    await fillOutbox(
      makeOutboxItem({ key: 'oldest', createdAt: '2026-11-19T08:00:00.000Z', data: { photos } }),
      makeOutboxItem(),
    )
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Send now' }))
    await expect.poll(listStates).toEqual(['waiting'])
    failToReach(plant)
    await fillOutbox(makeOutboxItem())
    await expect.poll(isBusy).toBe(false)
    await user.click(getSendButton())
    await expect.poll(async () => (await listItems(ownerId)).map(({ key }) => key)).toEqual(['oldest'])
  })

  it.each([200, 403, 404, 413])('tries again when something else answers with a page and %i', async status => {
    respondWithPage(upload, status)
    await fillOutbox(makeOutboxItem())
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Send now' }))
    await expect.poll(() => receivedRequests).toHaveLength(1)
    await expect.poll(isBusy).toBe(false)
    expect(await listStates()).toEqual(['waiting'])
    respond(upload, makeAnalysis())
    await user.click(getSendButton())
    await expect.poll(listStates).toEqual([])
  })

  it('keeps the photo when the server has a problem', async () => {
    respondWithError(upload, 'internal')
    await fillOutbox(makeOutboxItem())
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Send now' }))
    await expect.poll(isBusy).toBe(false)
    expect(receivedRequests).toHaveLength(1)
    expect(await listStates()).toEqual(['waiting'])
  })

  it('shows why the server rejected a photo, and asks before the photo is removed', async () => {
    respondWithError(upload, 'not_a_leaf', { message: 'We see no leaf in this photo.' })
    await fillOutbox(makeOutboxItem())
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Send now' }))
    const row = within(await screen.findByRole('listitem'))
    expect(await row.findByText('We see no leaf in this photo.')).toBeTruthy()
    await user.click(row.getByRole('button', { name: 'Remove from this phone' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this photo?' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(await listStates()).toEqual(['refused'])
    await user.click(row.getByRole('button', { name: 'Remove from this phone' }))
    const secondQuestion = within(await screen.findByRole('dialog', { name: 'Remove this photo?' }))
    await user.click(secondQuestion.getByRole('button', { name: 'Remove from this phone' }))
    await expect.poll(() => screen.queryByText('Kept on this phone')).toBeNull()
    expect(await listStates()).toEqual([])
  })

  it('shows a different answer of the server with the way to it', async () => {
    respond(upload, makeAnalysis({ rust_class: 'healthy', disease: null }))
    await fillOutbox(makeOutboxItem())
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Send now' }))
    expect(await screen.findByText('The server says: Healthy. That answer counts.')).toBeTruthy()
    expect(screen.getByRole('link').getAttribute('href')).toBe(`/account/addresses/image-analysis/${makeAnalysis().id}`)
    expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Remove from this phone' }))
    await expect.poll(() => screen.queryByText('Kept on this phone')).toBeNull()
  })
})
