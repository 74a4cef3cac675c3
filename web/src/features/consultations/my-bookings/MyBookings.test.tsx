// @vitest-environment happy-dom
import type { Booking } from '@kutu/contract/consultations/consultations'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
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
import { buildBooking } from '../../../testing/fixtures/consultations.ts'
import { getNotices, renderScreen, testTime } from '../../../testing/render-screen.tsx'
import { makeUser } from '../../../testing/users.ts'
import { isOver } from '../shared/booking-state.ts'
import { MyBookings } from './MyBookings.tsx'

const list = 'GET /api/consultations/consultations/'
const cancel = 'PUT /api/consultations/consultations/{id}/cancel/'
/** Lists bookings as the server does: appointments to come, those that wait, and the rest. */
const respondWith = (...bookings: Booking[]) =>
  respond(list, ({ query }) =>
    bookings.filter(booking =>
      query.when === 'past'
        ? isOver(booking, testTime)
        : !isOver(booking, testTime) && booking.status === (query.status ?? 'approved'),
    ),
  )
const render = () =>
  renderScreen(<MyBookings />, {
    user: 'farmer',
    catalogs: ['consultations'],
    path: '/account/addresses/my-bookings',
  })

describe('the bookings of a farmer', () => {
  it('shows placeholders while they load', async () => {
    neverRespond(list)
    await render()
    expect(screen.getAllByRole('status').length).toBeGreaterThan(0)
    expect(screen.queryByRole('article')).toBeNull()
  })

  it('leads to the slots when there are none', async () => {
    respond(list, [])
    await render()
    expect(await screen.findByText('No bookings yet')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Book a slot' }).getAttribute('href')).toBe('/account/addresses/slots')
  })

  it('shows why loading failed and loads again on request', async () => {
    respondWithError(list, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
    respondWith(buildBooking({}))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article', { name: 'acen' })).toBeTruthy()
  })

  it('says when it can be loaded when the device is offline', async () => {
    goOffline()
    await render()
    expect((await screen.findAllByText(/when you have network/i)).length).toBeGreaterThan(0)
  })

  it.each([
    [{ status: 'rejected', ended: 'expired' }, 'The expert did not answer in time. Book another slot.'],
    [{ status: 'rejected', ended: 'cancelled', ended_by: 'farmer' }, 'You cancelled this booking.'],
  ] as const)('has one that ended before its time in the past, with why: %j', async (booking, sentence) => {
    respondWith(buildBooking(booking))
    await render()
    const fold = await screen.findByRole('group')
    expect(within(fold).getByText(sentence)).toBeTruthy()
    expect(fold.hasAttribute('open')).toBe(true)
    expect(screen.queryByRole('article')).toBeNull()
  })

  it('lists all that is to come, the soonest first, and folds the past into rows that lead to the booking', async () => {
    const day = (name: string) => ({
      selected_date: `${name}T11:00:00.000Z`,
      selected_end: `${name}T12:00:00.000Z`,
    })
    respondWith(
      buildBooking({ id: '1', status: 'approved', ...day('2099-03-02') }),
      buildBooking({ id: '2', status: 'approved', ...day('2020-03-02') }),
      buildBooking({ id: '3', status: 'approved', ...day('2099-03-01') }),
      buildBooking({ id: '4' }),
    )
    await render()
    const cards = await screen.findAllByRole('article')
    expect(cards.map(card => card.querySelector('time')?.dateTime.slice(0, 10))).toEqual([
      undefined,
      '2099-03-01',
      '2099-03-02',
    ])
    const fold = within(await screen.findByRole('group'))
    expect(screen.getByRole('group').hasAttribute('open')).toBe(false)
    expect(fold.getByText('This appointment is over.')).toBeTruthy()
    expect(fold.getByRole('link').getAttribute('href')).toBe('/account/addresses/my-bookings/2')
  })

  it('shows each booking with its state', async () => {
    respondWith(buildBooking({}))
    await render()
    const card = await screen.findByRole('article', { name: 'acen' })
    expect(card.textContent).toContain('Waiting for the expert to confirm')
  })

  it('keeps a cancellation that cannot reach the server', async () => {
    respondWith(buildBooking({ id: '7' }))
    failToReach(cancel)
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Cancel booking' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel booking' }))
    expect(await screen.findByText('Your cancellation waits for a network.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel booking' })).toBeNull()
    expect(await listItems(makeUser('farmer').id)).toMatchObject([{ kind: 'cancellation', data: { bookingId: '7' } }])
  })

  it('cancels an appointment with a reason', async () => {
    const appointment = buildBooking({ status: 'approved', selected_date: '2026-11-24T11:00:00.000Z' })
    const cancelled = buildBooking({ status: 'rejected', ended: 'cancelled', ended_by: 'farmer' })
    respondWith(appointment)
    respond(cancel, cancelled)
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Cancel booking' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText(/Reason for cancelling/), 'The road is flooded.')
    respondWith(cancelled)
    await user.click(within(dialog).getByRole('button', { name: 'Cancel booking' }))
    expect(await screen.findByText('You cancelled this booking.')).toBeTruthy()
    expect(getNotices()).toEqual(['Your booking has been cancelled'])
    expect(receivedRequests.find(({ endpoint }) => endpoint === cancel)).toMatchObject({
      params: { id: '7' },
      body: { reason: 'The road is flooded.' },
    })
  })
})
