// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { buildBooking } from '../../../testing/fixtures/consultations.ts'
import { renderScreen, testTime } from '../../../testing/render-screen.tsx'
import { BookingCard } from '../expert-bookings/BookingList.tsx'

const recordOutcome = 'PUT /api/consultations/consultations/{id}/outcome/'
const daysAgo = (days: number) => new Date(testTime.getTime() - days * 86_400_000).toISOString()
const past = { status: 'approved', selected_date: daysAgo(2), selected_end: daysAgo(1.9) } as const
const noop = () => undefined
const render = (overrides: Parameters<typeof buildBooking>[0]) =>
  renderScreen(
    <BookingCard
      booking={buildBooking({ ...past, ...overrides })}
      canAnswer
      isBusy={false}
      onApprove={noop}
      onAction={noop}
    />,
    { user: 'expert', catalogs: ['consultations'] },
  )
const sentBodies = () => receivedRequests.filter(({ endpoint }) => endpoint === recordOutcome).map(({ body }) => body)
const isPressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed')

describe('the outcome of an appointment', () => {
  it('is recorded with one tap', async () => {
    respond(recordOutcome, buildBooking({ ...past, outcome: 'held' }))
    const { user } = await render({})
    expect([isPressed('We met'), isPressed('Did not come')]).toEqual(['false', 'false'])
    expect(screen.queryByRole('button', { name: 'Add a note' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'We met' }))
    await waitFor(() => expect(sentBodies()).toEqual([{ outcome: 'held' }]))
  })

  it('takes a note that the farmer can read', async () => {
    respond(recordOutcome, buildBooking({ ...past, outcome: 'held', note: 'Pull out the worst plants.' }))
    const { user } = await render({ outcome: 'held' })
    expect(isPressed('We met')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Add a note' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('okello can read it.')).toBeTruthy()
    await user.type(dialog.getByLabelText(/^Note/), 'Pull out the worst plants.')
    await user.click(dialog.getByRole('button', { name: 'Save the note' }))
    await waitFor(() => expect(sentBodies()).toEqual([{ outcome: 'held', note: 'Pull out the worst plants.' }]))
  })

  it('cannot be a missed appointment once the farmer has rated it', async () => {
    await render({ outcome: 'held', note: 'Pull them out.', is_helpful: true })
    expect(screen.getByText('okello says it helped.')).toBeTruthy()
    expect(screen.getByText('Pull them out.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Did not come' })).toBeNull()
  })

  it('says why it could not be recorded', async () => {
    respondWithError(recordOutcome, 'appointment_rated', { message: 'The farmer has already rated it.' })
    const { user } = await render({})
    await user.click(screen.getByRole('button', { name: 'Did not come' }))
    expect(await screen.findByText('The farmer has already rated it.')).toBeTruthy()
  })

  it('is only read after four weeks, when nobody remembers', async () => {
    const old = { selected_date: daysAgo(29), selected_end: daysAgo(28.9) }
    const { unmount } = await render(old)
    expect(screen.queryByText('How did it go?')).toBeNull()
    unmount()
    await render({ ...old, outcome: 'held', note: 'Pull them out.' })
    expect(screen.getByText('We met')).toBeTruthy()
    expect(screen.getByText('Pull them out.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /We met|note/ })).toBeNull()
  })

  it('is not offered before the appointment', async () => {
    await render({ selected_date: '2044-11-24T11:30:00.000Z', selected_end: '2044-11-24T12:30:00.000Z' })
    expect(screen.queryByText('How did it go?')).toBeNull()
  })
})
