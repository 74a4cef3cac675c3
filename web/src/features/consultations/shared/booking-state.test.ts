import { getAppointmentEnd } from '@kutu/contract/consultations/booking-actions'
import { describe, expect, it } from 'vitest'
import { buildBooking } from '../../../testing/fixtures/consultations.ts'
import { getExpertActions, getScheduleBounds } from './booking-state.ts'

const early = new Date('2026-11-20T08:00:00Z')
const bounds = (overrides: Parameters<typeof buildBooking>[0], now = early, zone = 'Africa/Nairobi') =>
  getScheduleBounds(buildBooking(overrides), now, zone)

describe('the time range of an appointment', () => {
  it('is its slot and starts with the slot', () => {
    expect(bounds({})).toEqual({
      min: '2026-11-24T14:00',
      max: '2026-11-24T15:59',
      initial: '2026-11-24T14:00',
      step: 60,
    })
    expect(bounds({}, early, 'Europe/Berlin')).toMatchObject({ min: '2026-11-24T12:00', initial: '2026-11-24T12:00' })
  })

  it('starts with the next five minutes once the slot has begun', () => {
    const within = new Date('2026-11-24T11:31:20Z')
    expect(bounds({}, within)).toMatchObject({ min: '2026-11-24T14:35', initial: '2026-11-24T14:35' })
    const atTheEnd = new Date('2026-11-24T12:57:20Z')
    expect(bounds({}, atTheEnd)).toMatchObject({ min: '2026-11-24T15:58', initial: '2026-11-24T15:58' })
    const lastMinute = new Date('2026-11-24T12:59:15Z')
    expect(bounds({}, lastMinute)).toMatchObject({ initial: '2026-11-24T15:59:30', step: 1 })
  })

  it('starts with the time set before when it is rescheduled', () => {
    const selected_date = '2026-11-24T12:15:00.000Z'
    expect(bounds({ status: 'approved', selected_date })).toMatchObject({
      min: '2026-11-24T14:00',
      initial: '2026-11-24T15:15',
    })
  })

  it('has a step of seconds if the slot starts within a minute', () => {
    expect(bounds({ slot: { start_time: '2026-11-24T11:00:30.000Z' } })).toMatchObject({
      min: '2026-11-24T14:00:30',
      initial: '2026-11-24T14:00:30',
      step: 1,
    })
  })

  it('ends after an hour, or with the slot', () => {
    const { slot } = buildBooking({})
    expect(getAppointmentEnd(new Date('2026-11-24T11:00:00Z'), new Date(slot.end_time)).toISOString()).toBe(
      '2026-11-24T12:00:00.000Z',
    )
    expect(getAppointmentEnd(new Date('2026-11-24T12:30:00Z'), new Date(slot.end_time)).toISOString()).toBe(
      '2026-11-24T13:00:00.000Z',
    )
  })
})

describe('the actions of an expert on a booking', () => {
  it('are approve and reject while it is pending', () => {
    expect(getExpertActions(buildBooking({}), early)).toEqual(['approve', 'reject'])
  })

  it('are reschedule and cancel until the appointment begins, and none after that', () => {
    const approved = buildBooking({ status: 'approved', selected_date: '2026-11-24T11:00:00.000Z' })
    expect(getExpertActions(approved, early)).toEqual(['reschedule', 'cancel'])
    expect(getExpertActions(approved, new Date('2026-11-24T11:00:00Z'))).toEqual([])
  })

  it('are none once it has ended', () => {
    expect(getExpertActions(buildBooking({ status: 'rejected', ended: 'expired' }), early)).toEqual([])
  })
})
