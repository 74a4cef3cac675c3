import { bookingMoves } from '@kutu/contract/booking-moves'
import type { Booking } from '@kutu/contract/consultations'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadText, speak } from '../../text/say.ts'
import { BookingCard } from './BookingCard.tsx'
import { aBooking } from './examples.ts'

// Rendered without a browser: what the language asks of one stands here.
beforeAll(async () => {
  Object.assign(globalThis, {
    localStorage: { getItem: () => null },
    document: { documentElement: {} },
    navigator: { languages: ['en'] },
  })
  await loadText('common', 'consultations')
  await speak('en')
})
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T08:00:00Z'), toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

const selected_date = '2026-11-24T11:00:00.000Z'
const card = (changed: Parameters<typeof aBooking>[0], canAnswer = true) =>
  renderToStaticMarkup(<BookingCard booking={aBooking(changed)} canAnswer={canAnswer} onMove={() => undefined} />)
const names = {
  approve: 'Approve Booking',
  reject: 'Cancel Booking',
  reschedule: 'Change time',
  cancel: 'Cancel appointment',
}
const movesIn = (markup: string) =>
  [...markup.matchAll(/<button[^>]*aria-label="(Approve Booking|Cancel Booking|Change time|Cancel appointment) /g)].map(
    ([, name]) => name,
  )

describe('a booking before its expert', () => {
  it.each(['pending', 'approved', 'rejected'] satisfies Booking['status'][])(
    'has exactly the buttons of the move table when %s',
    status => {
      const booking = { status, ...(status === 'approved' && { selected_date }) }
      expect(movesIn(card(booking)).sort()).toEqual(bookingMoves.expert[status].map(move => names[move]).sort())
    },
  )

  it('has none before the expert is approved, nor once the talk has begun', () => {
    expect(movesIn(card({}, false))).toEqual([])
    vi.setSystemTime(new Date(selected_date))
    expect(movesIn(card({ status: 'approved', selected_date }))).toEqual([])
    expect(card({ status: 'approved', selected_date })).toContain('This appointment has begun or is over.')
  })

  it('says that no time is set until one is', () => {
    expect(card({})).toContain('Selected: Not set')
    expect(card({ status: 'approved', selected_date })).not.toContain('Not set')
  })

  it('tells of an ended one how it ended and why', () => {
    const ended = (given: Partial<Booking>) => card({ status: 'rejected', ...given })
    expect(ended({ ended: 'rejected', ended_by: 'expert' })).toMatch(/Rejected<.*You did not take this booking\./s)
    expect(ended({ ended: 'cancelled', ended_by: 'farmer', reason: '<b>Rain</b>' })).toMatch(
      /Cancelled<.*okello cancelled it\..*&lt;b&gt;Rain/s,
    )
    expect(ended({ ended: 'cancelled', ended_by: 'expert' })).toContain('You cancelled this appointment.')
    expect(ended({ ended: 'expired' })).toMatch(/Expired<.*The slot began before it was answered\./s)
  })

  it('tells the farmer’s number only where the server does', () => {
    expect(card({})).not.toContain('tel:')
    const farmer = { id: 'okello', username: 'okello', email: 'okello@kutu.example', phone_number: '+256772123456' }
    expect(card({ status: 'approved', selected_date, farmer })).toContain('href="tel:+256772123456"')
  })
})
