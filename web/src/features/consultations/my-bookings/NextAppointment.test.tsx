// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { respond, respondWithError } from '../../../testing/api-server.ts'
import { buildBooking } from '../../../testing/fixtures/consultations.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { NextAppointment } from './NextAppointment.tsx'

const endpoint = 'GET /api/consultations/consultations/'
const render = () =>
  renderScreen(
    <>
      <NextAppointment />
      <p>Below</p>
    </>,
    { user: 'farmer', catalogs: ['dashboard'] },
  )

describe('the next appointment', () => {
  it('is one row with the expert and the time', async () => {
    respond(endpoint, [buildBooking({ status: 'approved', selected_date: '2026-11-24T11:00:00.000Z' })])
    await render()
    const link = await screen.findByRole('link', { name: /Appointment with acen/ })
    expect(link.textContent).toContain('Tue 24 Nov, 11:00 UTC')
    expect(link.getAttribute('href')).toBe('/account/addresses/my-bookings/7')
  })

  it('is left out where there is none, and where it could not be loaded', async () => {
    respond(endpoint, [])
    await render()
    expect(screen.queryByRole('link')).toBeNull()
    respondWithError(endpoint, 'internal', { message: 'The server had a problem.' })
    await render()
    expect(screen.queryByText('The server had a problem.')).toBeNull()
    expect(screen.getAllByText('Below').length).toBeGreaterThan(0)
  })
})
