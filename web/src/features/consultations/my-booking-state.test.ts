import type { Booking } from '@kutu/contract/consultations'
import { describe, expect, it } from 'vitest'
import { canCancel, outcomeOf } from './my-booking-state.ts'

const now = new Date('2026-11-24T11:30:00Z')

function booking(how: Partial<Booking>): Booking {
  const slot = { start_time: '2026-11-24T11:00:00Z', end_time: '2026-11-24T13:00:00Z', is_active: true }
  return {
    id: '1',
    status: 'pending',
    ended: null,
    ended_by: null,
    reason: null,
    selected_date: null,
    selected_end: null,
    created_at: '2026-11-20T08:00:00Z',
    farmer: { id: '2', username: 'nakato', email: 'nakato@kutu.example', phone_number: null },
    expert: {
      id: '3',
      bio: '',
      areas_of_expertise: '',
      certifications: '',
      languages_spoken: '',
      institution: '',
      experience_years: 0,
      user: { id: '3', username: 'okello' },
      contact: null,
    },
    slot: { id: '4', ...slot, is_booked: true, state: 'booked' },
    ...how,
  }
}
const approved = (start: string, end: string) =>
  booking({ status: 'approved', selected_date: `2026-11-24T${start}:00Z`, selected_end: `2026-11-24T${end}:00Z` })

describe('a booking, for its farmer', () => {
  it('says what a booking that no longer holds came to', () => {
    const ended = (how: Booking['ended']) => outcomeOf(booking({ status: 'rejected', ended: how }), now)
    expect([ended('rejected'), ended('cancelled'), ended('expired')]).toEqual(['rejected', 'cancelled', 'expired'])
  })

  it('is approved until its talk is over', () => {
    expect(outcomeOf(approved('11:00', '12:00'), now)).toBe('approved')
    expect(outcomeOf(approved('11:00', '11:30'), now)).toBe('over')
  })

  it('can be cancelled while it waits, and once approved until the talk begins', () => {
    expect(canCancel(booking({}), now)).toBe(true)
    expect(canCancel(approved('12:00', '13:00'), now)).toBe(true)
    expect(canCancel(approved('11:30', '12:30'), now)).toBe(false)
    expect(canCancel(booking({ status: 'rejected', ended: 'cancelled' }), now)).toBe(false)
  })
})
