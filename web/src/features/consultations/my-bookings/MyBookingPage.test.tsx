// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { goOffline, neverRespond, respond, respondWithError } from '../../../testing/api-server.ts'
import { buildBooking } from '../../../testing/fixtures/consultations.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { MyBookingPage } from './MyBookingPage.tsx'

const booking = 'GET /api/consultations/consultations/{id}/'
const render = () =>
  renderScreen(<MyBookingPage />, {
    user: 'farmer',
    catalogs: ['consultations'],
    path: '/account/addresses/my-bookings/7',
    route: '/account/addresses/my-bookings/:id',
  })

describe('the page of one booking', () => {
  it('shows a placeholder while it loads', async () => {
    neverRespond(booking)
    await render()
    expect(screen.getAllByRole('status').length).toBeGreaterThan(0)
  })

  it('says so when there is no such booking', async () => {
    respondWithError(booking, 'not_found')
    await render()
    expect(await screen.findByText('This booking cannot be found')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('shows why loading failed and loads again on request', async () => {
    respondWithError(booking, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
    respond(booking, buildBooking({}))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article', { name: 'acen' })).toBeTruthy()
  })

  it('says when it can be loaded when the device is offline', async () => {
    goOffline()
    await render()
    expect(await screen.findByText(/when you have network/i)).toBeTruthy()
  })

  it('shows the appointment with the ways to reach the expert', async () => {
    const { expert } = buildBooking({})
    respond(
      booking,
      buildBooking({
        status: 'approved',
        selected_date: '2026-11-24T11:30:00.000Z',
        selected_end: '2026-11-24T12:30:00.000Z',
        expert: { ...expert, contact: { email: 'acen@kutu.example', phone_number: '+256772123456' } },
      }),
    )
    await render()
    const getHref = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
    expect(await getHref('Call +256772123456')).toBe('tel:+256772123456')
    expect(await getHref('WhatsApp')).toBe('https://wa.me/256772123456')
    expect(await getHref('Email')).toBe('mailto:acen@kutu.example')
    expect(screen.getByRole('button', { name: 'Add to calendar' })).toBeTruthy()
  })
})
