// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { goOffline, neverRespond, receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { buildBooking } from '../../../testing/fixtures/consultations.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { makeUser } from '../../../testing/users.ts'
import { Bookings } from './Bookings.tsx'

const list = 'GET /api/consultations/consultations/manage/'
const manage = 'PUT /api/consultations/consultations/manage/'
const cancelled = buildBooking({ status: 'rejected', ended: 'cancelled', ended_by: 'farmer' })

const render = (search = '', user = makeUser('expert')) =>
  renderScreen(<Bookings />, { user, catalogs: ['consultations'], path: `/account/addresses/bookings${search}` })

async function openScheduleDialog(user: Awaited<ReturnType<typeof render>>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Other time for the booking of okello' }))
  return within(await screen.findByRole('dialog'))
}

describe('the bookings of an expert', () => {
  it('shows placeholders while they load', async () => {
    neverRespond(list)
    await render()
    expect(screen.getAllByRole('status').length).toBeGreaterThan(0)
    expect(screen.queryByRole('article')).toBeNull()
  })

  it('leads to new slots when there are none', async () => {
    respond(list, [])
    await render()
    expect(await screen.findByText('No bookings available.')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Create Slot' })
    expect(link.getAttribute('href')).toBe('/account/addresses/availability-slots')
  })

  it('offers all bookings when none has the selected status', async () => {
    respond(list, [])
    await render('?status=approved')
    expect(await screen.findByText('Nothing here')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Show all' })).toBeTruthy()
    expect(receivedRequests[0]?.query).toMatchObject({ status: 'approved' })
  })

  it('shows why loading failed and loads again on request', async () => {
    respondWithError(list, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
    respond(list, [buildBooking({})])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article', { name: 'okello' })).toBeTruthy()
  })

  it('says when it can be loaded when the device is offline', async () => {
    goOffline()
    await render()
    expect((await screen.findAllByText(/when you have network/i)).length).toBeGreaterThan(0)
  })

  it('shows bookings without actions to an expert who is not approved yet', async () => {
    respond(list, [buildBooking({})])
    await render('', makeUser('expert', { is_approved: false }))
    expect(await screen.findByRole('article', { name: 'okello' })).toBeTruthy()
    expect(screen.getByText('An administrator is checking your account.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Booking of okello/ })).toBeNull()
  })

  it('approves a booking with one tap, at the start of its slot', async () => {
    respond(list, [buildBooking({})])
    respond(manage, buildBooking({ status: 'approved' }))
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Approve Booking of okello' }))
    await expect.poll(getNotices).toEqual(['Booking approved'])
    expect(screen.queryByRole('dialog')).toBeNull()
    const [sent] = receivedRequests.filter(({ endpoint }) => endpoint === manage).map(({ body }) => body)
    expect(sent).toMatchObject({ booking_id: '7', action: 'approve' })
    const { selected_date } = sent as { selected_date: string }
    expect(new Date(selected_date.replace(' ', 'T'))).toEqual(new Date(buildBooking({}).slot.start_time))
  })

  it('sends one approval for a double tap, also while another booking is being approved', async () => {
    respond(list, [buildBooking({}), buildBooking({ id: '8' })])
    neverRespond(manage)
    await render()
    const [first, second] = await screen.findAllByRole('button', { name: 'Approve Booking of okello' })
    for (const button of [first, first, second, first]) button?.click()
    const findApproved = () => receivedRequests.filter(({ endpoint }) => endpoint === manage).map(({ body }) => body)
    await expect.poll(findApproved).toMatchObject([{ booking_id: '7' }, { booking_id: '8' }])
  })

  it('says why a booking could not be approved with one tap, and updates the list', async () => {
    respond(list, [buildBooking({})])
    respondWithError(manage, 'already_decided', { message: 'This booking has ended.' })
    const { user } = await render()
    const button = await screen.findByRole('button', { name: 'Approve Booking of okello' })
    respond(list, [cancelled])
    await user.click(button)
    expect(await screen.findByText('okello cancelled it.')).toBeTruthy()
    expect(getNotices()).toEqual(['This booking has ended. The list is up to date now.'])
  })

  it('approves a booking at another time within its slot', async () => {
    respond(list, [buildBooking({})])
    respond(manage, buildBooking({ status: 'approved' }))
    const { user } = await render()
    const dialog = await openScheduleDialog(user)
    await user.click(dialog.getByRole('button', { name: 'Schedule' }))
    await expect.poll(getNotices).toEqual(['Booking approved'])
    expect(receivedRequests.find(({ endpoint }) => endpoint === manage)?.body).toMatchObject({
      booking_id: '7',
      action: 'approve',
      selected_date: expect.stringMatching(/^2026-11-24 \d{2}:00:00[+-]\d{2}:\d{2}$/),
    })
  })

  it('keeps the dialog open for another time when the farmer has another appointment', async () => {
    respond(list, [buildBooking({})])
    respondWithError(manage, 'farmer_busy', { message: 'The farmer has another appointment at that time.' })
    const { user } = await render()
    const dialog = await openScheduleDialog(user)
    await user.click(dialog.getByRole('button', { name: 'Schedule' }))
    expect(await dialog.findByText('The farmer has another appointment at that time.')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Schedule' })).toBeTruthy()
  })

  it('closes the dialog and updates the list when the farmer has cancelled meanwhile', async () => {
    respond(list, [buildBooking({})])
    respondWithError(manage, 'already_decided', { message: 'This booking has ended.' })
    const { user } = await render()
    const dialog = await openScheduleDialog(user)
    respond(list, [cancelled])
    await user.click(dialog.getByRole('button', { name: 'Schedule' }))
    expect(await screen.findByText('okello cancelled it.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(getNotices()).toEqual(['This booking has ended. The list is up to date now.'])
  })
})
