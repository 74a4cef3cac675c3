// @vitest-environment happy-dom
import type { Booking } from '@kutu/contract/consultations/consultations'
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

/** Sets the lists of the screen. */
const respondWith = (lists: { pending?: Booking[]; upcoming?: Booking[]; past?: Booking[] }) =>
  respond(list, ({ query }) => new Map(Object.entries(lists)).get(query.status ?? query.when ?? '') ?? [])

/** Builds an appointment of an hour; the test's clock shows 09:00 UTC on 21 November 2026. */
const buildAppointment = (id: string, start: string, changes: Parameters<typeof buildBooking>[0] = {}) =>
  buildBooking({
    id,
    status: 'approved',
    selected_date: start,
    selected_end: new Date(Date.parse(start) + 3600_000).toISOString(),
    farmer: { id, username: id, email: `${id}@kutu.example`, phone_number: '+256772123456' },
    ...changes,
  })

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
    const [, link] = screen.getAllByRole('link', { name: 'Create Slot' })
    expect(link?.getAttribute('href')).toBe('/account/addresses/availability-slots')
  })

  it('are those that wait for an answer, then the appointments by day', async () => {
    respondWith({
      pending: [
        buildBooking({ id: 'later', slot: { start_time: '2026-11-25T11:00:00Z' } }),
        buildBooking({ id: 'sooner' }),
      ],
      upcoming: [
        buildAppointment('joan', '2026-11-21T08:30:00Z'),
        buildAppointment('nakato', '2026-11-21T10:00:00Z'),
        buildAppointment('grace', '2026-11-22T10:00:00Z'),
      ],
    })
    await render()
    const [waiting, ...days] = await screen.findAllByRole('region', { name: /^Waiting|^Today|^Tomorrow/ })
    expect(within(waiting ?? document.body).getAllByText(/Start:/)[0]?.textContent).toContain('24 Nov')
    const headings = days.map(day =>
      within(day)
        .getAllByRole('heading', { level: 2 })
        .map(({ textContent }) => textContent),
    )
    expect(headings).toEqual([['Today, Saturday 21 November'], ['Tomorrow, Sunday 22 November']])
    const names = days.flatMap(day => within(day).getAllByRole('heading', { level: 3 }))
    expect(names.map(({ textContent }) => textContent)).toEqual(['joan', 'nakato', 'grace'])
  })

  it('that are past are behind a tab, without actions', async () => {
    respondWith({ past: [cancelled, buildAppointment('grace', '2026-11-20T10:00:00Z')] })
    const { user } = await render()
    expect(await screen.findByText('No bookings available.')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Past' }))
    expect(await screen.findByText('okello cancelled it.')).toBeTruthy()
    const buttons = screen.getAllByRole('button').map(button => button.textContent)
    expect(buttons, 'only how it went').toEqual(['We met', 'Did not come'])
    expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull()
  })

  it('say that none is past yet', async () => {
    respondWith({})
    await render('?status=past')
    expect(await screen.findByText('No booking is over yet')).toBeTruthy()
  })

  it('link to the slots and the working hours', async () => {
    respondWith({})
    await render()
    const tabs = within(screen.getByRole('navigation', { name: 'Calendar' })).getAllByRole('link')
    expect(tabs.map(tab => [tab.textContent, tab.getAttribute('aria-current')])).toEqual([
      ['Bookings', 'page'],
      ['Create Slot', null],
      ['Working hours', null],
    ])
  })

  it('call with one tap, or write by WhatsApp where the farmer chose it', async () => {
    respondWith({
      upcoming: [
        buildAppointment('okello', '2026-11-21T10:00:00Z', { meeting: 'whatsapp' }),
        buildAppointment('nakato', '2026-11-21T12:00:00Z', { meeting: 'call' }),
      ],
    })
    await render()
    const message = await screen.findByRole('link', { name: 'WhatsApp okello' })
    expect(message.getAttribute('href')).toBe('https://wa.me/256772123456')
    const nakato = within(screen.getByRole('article', { name: 'nakato' }))
    expect(nakato.getByRole('link', { name: /^Call/ }).getAttribute('href')).toBe('tel:+256772123456')
    expect(screen.queryByRole('link', { name: 'WhatsApp nakato' })).toBeNull()
  })

  it('shows why loading failed and loads again on request', async () => {
    respondWithError(list, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
    respondWith({ pending: [buildBooking({})] })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article', { name: 'okello' })).toBeTruthy()
  })

  it('says when it can be loaded when the device is offline', async () => {
    goOffline()
    await render()
    expect((await screen.findAllByText(/when you have network/i)).length).toBeGreaterThan(0)
  })

  it('shows bookings without actions to an expert who is not approved yet', async () => {
    respondWith({ pending: [buildBooking({})] })
    await render('', makeUser('expert', { is_approved: false }))
    expect(await screen.findByRole('article', { name: 'okello' })).toBeTruthy()
    expect(screen.getByText('An administrator is checking your account.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Booking of okello/ })).toBeNull()
  })

  it('approves a booking with one tap, at the start of its slot', async () => {
    respondWith({ pending: [buildBooking({})] })
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
    respondWith({ pending: [buildBooking({}), buildBooking({ id: '8' })] })
    neverRespond(manage)
    await render()
    const [first, second] = await screen.findAllByRole('button', { name: 'Approve Booking of okello' })
    for (const button of [first, first, second, first]) button?.click()
    const findApproved = () => receivedRequests.filter(({ endpoint }) => endpoint === manage).map(({ body }) => body)
    await expect.poll(findApproved).toMatchObject([{ booking_id: '7' }, { booking_id: '8' }])
  })

  it('says why a booking could not be approved with one tap, and updates the list', async () => {
    respondWith({ pending: [buildBooking({})] })
    respondWithError(manage, 'already_decided', { message: 'This booking has ended.' })
    const { user } = await render()
    const button = await screen.findByRole('button', { name: 'Approve Booking of okello' })
    respondWith({})
    await user.click(button)
    expect(await screen.findByText('No bookings available.')).toBeTruthy()
    expect(getNotices()).toEqual(['This booking has ended. The list is up to date now.'])
  })

  it('approves a booking at another time within its slot', async () => {
    respondWith({ pending: [buildBooking({})] })
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
    respondWith({ pending: [buildBooking({})] })
    respondWithError(manage, 'farmer_busy', { message: 'The farmer has another appointment at that time.' })
    const { user } = await render()
    const dialog = await openScheduleDialog(user)
    await user.click(dialog.getByRole('button', { name: 'Schedule' }))
    expect(await dialog.findByText('The farmer has another appointment at that time.')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Schedule' })).toBeTruthy()
  })

  it('closes the dialog and updates the list when the farmer has cancelled meanwhile', async () => {
    respondWith({ pending: [buildBooking({})] })
    respondWithError(manage, 'already_decided', { message: 'This booking has ended.' })
    const { user } = await render()
    const dialog = await openScheduleDialog(user)
    respondWith({})
    await user.click(dialog.getByRole('button', { name: 'Schedule' }))
    expect(await screen.findByText('No bookings available.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(getNotices()).toEqual(['This booking has ended. The list is up to date now.'])
  })
})
