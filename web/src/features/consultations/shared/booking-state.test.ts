import { describe, expect, it } from 'vitest'
import { buildBooking } from './booking-fixture.ts'
import { getAppointmentEnd, getBookingState, getExpertActions, getScheduleBounds } from './booking-state.ts'

const early = new Date('2026-11-20T08:00:00Z')
const bounds = (overrides: Parameters<typeof buildBooking>[0], now = early, zone = 'Africa/Nairobi') =>
  getScheduleBounds(buildBooking(overrides), now, zone)

describe('the time of an appointment', () => {
  it('lies in its slot and begins with its start', () => {
    expect(bounds({})).toEqual({
      min: '2026-11-24T14:00',
      max: '2026-11-24T15:59',
      initial: '2026-11-24T14:00',
      step: 60,
    })
    expect(bounds({}, early, 'Europe/Berlin')).toMatchObject({ min: '2026-11-24T12:00', initial: '2026-11-24T12:00' })
  })

  it('begins with the next five minutes once the slot has begun', () => {
    const within = new Date('2026-11-24T11:31:20Z')
    expect(bounds({}, within)).toMatchObject({ min: '2026-11-24T14:35', initial: '2026-11-24T14:35' })
  })

  it('begins with what was set before when it is changed', () => {
    const selected_date = '2026-11-24T12:15:00.000Z'
    expect(bounds({ status: 'approved', selected_date })).toMatchObject({
      min: '2026-11-24T14:00',
      initial: '2026-11-24T15:15',
    })
  })

  it('can be told to the second where its slot begins within a minute', () => {
    expect(bounds({ slot: { start_time: '2026-11-24T11:00:30.000Z' } })).toMatchObject({
      min: '2026-11-24T14:00:30',
      initial: '2026-11-24T14:00:30',
      step: 1,
    })
  })

  it('is over after an hour, or with its slot', () => {
    const { slot } = buildBooking({})
    expect(getAppointmentEnd(new Date('2026-11-24T11:00:00Z'), slot).toISOString()).toBe('2026-11-24T12:00:00.000Z')
    expect(getAppointmentEnd(new Date('2026-11-24T12:30:00Z'), slot).toISOString()).toBe('2026-11-24T13:00:00.000Z')
  })
})

describe('what an expert can do with a booking', () => {
  it('is approving or cancelling it while it is pending', () => {
    expect(getExpertActions(buildBooking({}), early)).toEqual(['approve', 'reject'])
  })

  it('is moving or cancelling the appointment until it begins, and nothing after that', () => {
    const approved = buildBooking({ status: 'approved', selected_date: '2026-11-24T11:00:00.000Z' })
    expect(getExpertActions(approved, early)).toEqual(['reschedule', 'cancel'])
    expect(getExpertActions(approved, new Date('2026-11-24T11:00:00Z'))).toEqual([])
  })

  it('is nothing once it has ended', () => {
    expect(getExpertActions(buildBooking({ status: 'rejected', ended: 'expired' }), early)).toEqual([])
  })
})

describe('the state of a booking', () => {
  it('says how a rejected one came to its end', () => {
    const states = (['rejected', 'cancelled', 'expired', null] as const).map(ended =>
      getBookingState(buildBooking({ status: 'rejected', ended })),
    )
    expect(states).toEqual(['rejected', 'cancelled', 'expired', 'rejected'])
    expect(getBookingState(buildBooking({}))).toBe('pending')
  })
})
