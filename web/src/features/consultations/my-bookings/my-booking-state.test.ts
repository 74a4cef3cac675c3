import type { Booking } from '@kutu/contract/consultations/consultations'
import { describe, expect, it } from 'vitest'
import { buildBooking } from '../../../testing/fixtures/consultations.ts'
import { canCancel, getMyBookingState } from './my-booking-state.ts'

const now = new Date('2026-11-24T11:30:00Z')

const approved = (start: string, end: string) =>
  buildBooking({ status: 'approved', selected_date: `2026-11-24T${start}:00Z`, selected_end: `2026-11-24T${end}:00Z` })

describe('a booking for its farmer', () => {
  it('shows how it ended', () => {
    const getEndedState = (ended: Booking['ended']) =>
      getMyBookingState(buildBooking({ status: 'rejected', ended }), now)
    expect([getEndedState('rejected'), getEndedState('cancelled'), getEndedState('expired')]).toEqual([
      'rejected',
      'cancelled',
      'expired',
    ])
  })

  it('is approved until its appointment is over', () => {
    expect(getMyBookingState(approved('11:00', '12:00'), now)).toBe('approved')
    expect(getMyBookingState(approved('11:00', '11:30'), now)).toBe('over')
  })

  it('can be cancelled while pending, and once approved until the appointment begins', () => {
    expect(canCancel(buildBooking({}), now)).toBe(true)
    expect(canCancel(approved('12:00', '13:00'), now)).toBe(true)
    expect(canCancel(approved('11:30', '12:30'), now)).toBe(false)
    expect(canCancel(buildBooking({ status: 'rejected', ended: 'cancelled' }), now)).toBe(false)
  })
})
