// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { goOffline, neverRespond, receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { buildSlot } from '../../../testing/fixtures/consultations.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { makeUser } from '../../../testing/users.ts'
import { CreateSlot } from './CreateSlot.tsx'

const list = 'GET /api/consultations/availability-slots/'
const create = 'POST /api/consultations/availability-slots/'
const deactivate = 'PUT /api/consultations/availability-slots/end/{id}/'
const makePage = (...results: ReturnType<typeof buildSlot>[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
})
const booked = buildSlot({ id: 'booked', is_booked: true, state: 'booked' })
const expert = makeUser('expert', { time_zone: 'Africa/Kampala' })
const render = (user = expert) =>
  renderScreen(<CreateSlot />, {
    user,
    catalogs: ['consultations'],
    path: '/account/addresses/availability-slots',
  })
const getRows = () => screen.getAllByRole('row').filter(row => within(row).queryByRole('rowheader'))

describe('the slots of an expert', () => {
  it('shows a table without slots while they load', async () => {
    neverRespond(list)
    await render()
    expect(screen.getByRole('heading', { name: 'Your slots' })).toBeTruthy()
    expect(screen.queryByText('No slots yet')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Deactivate/ })).toBeNull()
  })

  it('explains the form when there are none', async () => {
    respond(list, makePage())
    await render()
    expect(await screen.findByText('No slots yet')).toBeTruthy()
  })

  it('shows why loading failed and loads again on request', async () => {
    respondWithError(list, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
    respond(list, makePage(buildSlot()))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: /^Deactivate/ })).toBeTruthy()
  })

  it('says when it can be loaded when the device is offline', async () => {
    goOffline()
    await render()
    expect(await screen.findByText(/when you have network/i)).toBeTruthy()
  })

  it('tells an expert who is not approved yet that farmers do not see the slots', async () => {
    respond(list, makePage(buildSlot()))
    await render(makeUser('expert', { is_approved: false }))
    expect(screen.getByText('An administrator is checking your account.')).toBeTruthy()
    expect(await screen.findByRole('button', { name: /^Deactivate/ })).toBeTruthy()
  })

  it('lists slots; every active one can be deactivated until it begins, and a booked one links to its booking', async () => {
    const inactive = buildSlot({ id: 'inactive', is_active: false, state: 'inactive' })
    const begun = buildSlot({ id: 'begun', start_time: '2026-11-21T08:30:00Z', state: 'past' })
    respond(list, makePage(buildSlot({ id: 'free' }), booked, inactive, begun))
    await render()
    const link = await screen.findByRole('link', { name: /^See booking/ })
    expect(link.getAttribute('href')).toBe('/account/addresses/bookings')
    expect(getRows().map(row => within(row).queryAllByRole('button', { name: /^Deactivate/ }).length)).toEqual([
      1, 1, 0, 0,
    ])
  })

  it('shows past slots behind a tab', async () => {
    respond(list, makePage())
    const { user } = await render()
    expect(await screen.findByText('No slots yet')).toBeTruthy()
    expect(receivedRequests[0]?.query).toMatchObject({ when: 'upcoming' })
    const over = { start_time: '2026-11-20T08:00:00Z', end_time: '2026-11-20T09:00:00Z' }
    respond(list, makePage(buildSlot({ ...over, is_active: false, is_booked: true, state: 'inactive' })))
    await user.click(screen.getByRole('link', { name: 'Past' }))
    const link = await screen.findByRole('link', { name: /^See booking/ })
    expect(link.getAttribute('href')).toBe('/account/addresses/bookings?status=past')
    expect(receivedRequests.at(-1)?.query).toMatchObject({ when: 'past' })
  })

  it('says what happens to the booking of a booked slot, and ends both', async () => {
    respond(list, makePage(booked))
    respond(deactivate, buildSlot({ is_active: false, state: 'inactive' }))
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: /^Deactivate/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('A farmer has booked it. We cancel the booking and notify the farmer.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }))
    await expect.poll(getNotices).toEqual(['Availability slot has been deactivated'])
    expect(receivedRequests.find(({ endpoint }) => endpoint === deactivate)?.body).toEqual({ cancel_booking: true })
  })

  it('deactivates the selected slots, and says why one could not be', async () => {
    respond(list, makePage(buildSlot({ id: 'free' }), booked, buildSlot({ id: 'other' })))
    const { user } = await render()
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(screen.getByRole('button', { name: 'Deactivate 3 slots' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/^1 of them is booked\./)).toBeTruthy()
    respondWithError(deactivate, 'appointment_begun', { message: 'The appointment has begun.' })
    await user.click(dialog.getByRole('button', { name: 'Deactivate 3 slots' }))
    await expect.poll(getNotices).toEqual(['The appointment has begun.'])
    respond(deactivate, buildSlot({ is_active: false, state: 'inactive' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(screen.getByRole('button', { name: 'Deactivate 3 slots' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deactivate 3 slots' }))
    await expect.poll(() => getNotices()[0]).toBe('3 slots have been deactivated')
    const sent = receivedRequests.filter(({ endpoint }) => endpoint === deactivate).slice(3)
    expect(sent.map(({ params, body }) => ({ ...params, body }))).toMatchObject([
      { id: 'free', body: { cancel_booking: false } },
      { id: 'booked', body: { cancel_booking: true } },
      { id: 'other', body: { cancel_booking: false } },
    ])
  })

  it('deactivates a slot after a confirmation', async () => {
    respond(list, makePage(buildSlot()))
    respond(deactivate, buildSlot({ is_active: false, state: 'inactive' }))
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: /^Deactivate/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Deactivate this slot?')).toBeTruthy()
    respond(list, makePage(buildSlot({ is_active: false, state: 'inactive' })))
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }))
    await expect.poll(getNotices).toEqual(['Availability slot has been deactivated'])
    expect(receivedRequests.find(({ endpoint }) => endpoint === deactivate)?.params).toMatchObject({ id: 'slot' })
  })

  it('sends empty fields and shows the messages of the server at them', async () => {
    respond(list, makePage())
    respondWithError(create, 'validation_failed', {
      message: 'Please check the form.',
      errors: [{ field: 'start_time', message: 'Choose a start.' }],
    })
    const { user } = await render()
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByText('Choose a start.')).toBeTruthy()
    const start = screen.getByLabelText('Start Date')
    expect(start.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(start)
    expect(receivedRequests.find(({ endpoint }) => endpoint === create)?.body).toEqual({ start_time: '', end_time: '' })
  })

  it('sends the local times with their offset, and shows an overlap at the start', async () => {
    respond(list, makePage())
    respondWithError(create, 'slot_overlaps', { message: 'You already have a slot then.' })
    const { user } = await render()
    await user.type(screen.getByLabelText('Start Date'), '2026-12-01T14:00')
    await user.type(screen.getByLabelText('End Date'), '2026-12-01T15:00')
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await expect.poll(() => screen.getByLabelText('Start Date').getAttribute('aria-invalid')).toBe('true')
    expect(receivedRequests.find(({ endpoint }) => endpoint === create)?.body).toEqual({
      start_time: '2026-12-01 14:00:00+03:00',
      end_time: '2026-12-01 15:00:00+03:00',
    })
    respond(create, buildSlot())
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await expect.poll(() => getNotices()[0]).toBe('Availability slot has been created')
    expect(screen.getByLabelText<HTMLInputElement>('Start Date').value).toBe('')
  })
})
