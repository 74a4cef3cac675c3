import { bookingActions } from '@kutu/contract/consultations/booking-actions'
import type { Booking } from '@kutu/contract/consultations/consultations'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildBooking } from '../../../testing/fixtures/consultations.ts'
import { loadEnglish } from '../../../testing/load-english.ts'
import { BookingCard } from './BookingList.tsx'

beforeAll(() => loadEnglish('common', 'controls', 'consultations'))
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T08:00:00Z'), toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

const selected_date = '2026-11-24T11:00:00.000Z'
const noop = () => undefined
const renderCard = (overrides: Parameters<typeof buildBooking>[0], canAnswer = true) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <BookingCard
        booking={buildBooking(overrides)}
        canAnswer={canAnswer}
        isBusy={false}
        onApprove={noop}
        onAction={noop}
      />
    </QueryClientProvider>,
  )
const buttonLabels = {
  approve: 'Approve Booking',
  reject: 'Cancel Booking',
  reschedule: 'Change time',
  cancel: 'Cancel appointment',
}
const findActionLabels = (markup: string) =>
  [
    ...markup.matchAll(
      /<button[^>]*aria-label="(?:Decline · )?(Approve Booking|Cancel Booking|Change time|Cancel appointment) /g,
    ),
  ].map(([, name]) => name)

describe('a booking card for the expert', () => {
  it.each(['pending', 'approved', 'rejected'] satisfies Booking['status'][])(
    'has exactly the buttons of the action table when %s',
    status => {
      const booking = { status, ...(status === 'approved' && { selected_date }) }
      expect(findActionLabels(renderCard(booking)).sort()).toEqual(
        bookingActions.expert[status].map(action => buttonLabels[action]).sort(),
      )
    },
  )

  it('has no buttons before the expert is approved, once the appointment has begun, nor after its slot', () => {
    expect(findActionLabels(renderCard({}, false))).toEqual([])
    vi.setSystemTime(new Date(selected_date))
    expect(findActionLabels(renderCard({ status: 'approved', selected_date }))).toEqual([])
    vi.setSystemTime(new Date('2026-11-24T13:00:00Z'))
    expect(findActionLabels(renderCard({}))).toEqual([])
    expect(renderCard({ status: 'approved', selected_date })).not.toContain('Add to calendar')
  })

  it('says in words that canceling declines it', () => {
    expect(renderCard({})).toContain('Decline · Cancel Booking<')
  })

  it('says that no time is set until one is', () => {
    expect(renderCard({})).toContain('Selected: Not set')
    expect(renderCard({ status: 'approved', selected_date })).not.toContain('Not set')
  })

  it('shows how and why a booking ended', () => {
    const ended = (overrides: Partial<Booking>) => renderCard({ status: 'rejected', ...overrides })
    expect(ended({ ended: 'rejected', ended_by: 'expert' })).toMatch(/Rejected<.*You declined this booking\./s)
    expect(ended({ ended: 'cancelled', ended_by: 'farmer', reason: '<b>Rain</b>' })).toMatch(
      /Rejected<.*okello cancelled it\..*&lt;b&gt;Rain/s,
    )
    expect(ended({ ended: 'cancelled', ended_by: 'expert' })).toContain('You cancelled this appointment.')
    expect(ended({ ended: 'expired' })).toMatch(/Rejected<.*The slot began before you answered\./s)
  })

  it('shows the farmer’s number only if the server sends it', () => {
    expect(renderCard({})).not.toContain('tel:')
    const farmer = { id: 'okello', username: 'okello', email: 'okello@kutu.example', phone_number: '+256772123456' }
    expect(renderCard({ status: 'approved', selected_date, farmer })).toContain('href="tel:+256772123456"')
  })

  it('opens a chat on WhatsApp only for farmers who chose it and whose phone number is known', () => {
    const appointment = { status: 'approved', selected_date } as const
    const farmer = { id: 'okello', username: 'okello', email: 'o@kutu.example', phone_number: '+256772123456' }
    const chat = 'href="https://wa.me/256772123456"'
    expect(renderCard({ ...appointment, farmer, meeting: 'whatsapp' })).toContain(chat)
    expect(renderCard({ ...appointment, farmer, meeting: 'call' })).not.toContain('wa.me')
    expect(renderCard({ ...appointment, meeting: 'whatsapp' })).not.toContain('wa.me')
  })
})
