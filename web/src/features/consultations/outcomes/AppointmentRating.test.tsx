// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { buildBooking } from '../../../testing/fixtures/consultations.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { MyBookingCard } from '../my-bookings/MyBookingCard.tsx'

const rate = 'PUT /api/consultations/consultations/{id}/rating/'
const past = {
  status: 'approved',
  selected_date: '2024-11-24T11:30:00.000Z',
  selected_end: '2024-11-24T12:30:00.000Z',
} as const
const render = (overrides: Parameters<typeof buildBooking>[0]) =>
  renderScreen(<MyBookingCard booking={buildBooking({ ...past, ...overrides })} />, {
    user: 'farmer',
    catalogs: ['consultations'],
  })

describe('the farmer', () => {
  it('thanks the expert with one tap', async () => {
    respond(rate, buildBooking({ ...past, is_helpful: true }))
    const { user } = await render({})
    await user.click(screen.getByRole('button', { name: 'Yes, thank you' }))
    await waitFor(() => expect(receivedRequests.at(-1)?.body).toEqual({ is_helpful: true }))
  })

  it('reads the note and sees the own answer, which can be changed', async () => {
    await render({ outcome: 'held', note: 'Pull them out.', is_helpful: false })
    expect(screen.getByText('Pull them out.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Not really' }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByText('acen can see your answer.')).toBeTruthy()
  })

  it('is told that the expert noted no meeting, and rates nothing', async () => {
    await render({ outcome: 'missed' })
    expect(screen.getByText('The expert noted that you did not meet.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Yes, thank you' })).toBeNull()
  })

  it('reads why an answer could not be saved', async () => {
    respondWithError(rate, 'appointment_missed', { message: 'You did not meet.' })
    const { user } = await render({})
    await user.click(screen.getByRole('button', { name: 'Not really' }))
    expect(await screen.findByText('You did not meet.')).toBeTruthy()
  })

  it('is not asked before the appointment, nor about a booking that ended', async () => {
    await render({ selected_date: '2044-11-24T11:30:00.000Z', selected_end: '2044-11-24T12:30:00.000Z' })
    expect(screen.queryByText('Did it help?')).toBeNull()
  })
})
