import { describe, expect, it } from 'vitest'
import { describeTimeZone, toInstant, toLocalDateTime, toWireTime } from './date-time-input.ts'

const at = (localDateTime: string, zone: string) => toInstant(localDateTime, zone)?.toISOString()

describe('a local date-time from an input', () => {
  it('is sent as a date, a space and a time with seconds and UTC offset', () => {
    expect(toWireTime('2026-11-24T14:00', 'Africa/Nairobi')).toBe('2026-11-24 14:00:00+03:00')
    expect(toWireTime('2026-11-24T14:00', 'Africa/Kigali')).toBe('2026-11-24 14:00:00+02:00')
    expect(toWireTime('2026-11-24T14:00', 'America/St_Johns')).toBe('2026-11-24 14:00:00-03:30')
    expect(toWireTime('2026-11-24T14:00:30', 'UTC')).toBe('2026-11-24 14:00:30+00:00')
  })

  it('is sent empty if it is empty or incomplete', () => {
    for (const typed of ['', '2026-11-24', '2026-13-24T14:00', 'tomorrow']) {
      expect(toWireTime(typed, 'Africa/Nairobi')).toBe('')
      expect(toInstant(typed, 'Africa/Nairobi')).toBeUndefined()
    }
  })

  it('uses the offset in effect on that date', () => {
    expect(toWireTime('2027-07-01T09:00', 'Europe/Berlin')).toBe('2027-07-01 09:00:00+02:00')
    expect(toWireTime('2027-12-01T09:00', 'Europe/Berlin')).toBe('2027-12-01 09:00:00+01:00')
    expect(at('2027-03-28T01:59', 'Europe/Berlin')).toBe('2027-03-28T00:59:00.000Z')
    expect(at('2027-03-28T03:00', 'Europe/Berlin')).toBe('2027-03-28T01:00:00.000Z')
  })

  it('is the first of the two hours when the clocks go back', () => {
    expect(toWireTime('2027-10-31T02:30', 'Europe/Berlin')).toBe('2027-10-31 02:30:00+02:00')
    expect(at('2027-10-31T03:00', 'Europe/Berlin')).toBe('2027-10-31T02:00:00.000Z')
    expect(toWireTime('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01 01:30:00-04:00')
  })

  it('moves on by the skipped hour when the clocks go forward', () => {
    expect(toWireTime('2027-03-28T02:30', 'Europe/Berlin')).toBe('2027-03-28 03:30:00+02:00')
    expect(toWireTime('2027-03-14T02:30', 'America/New_York')).toBe('2027-03-14 03:30:00-04:00')
  })

  it('is restored from its instant', () => {
    for (const zone of ['Africa/Nairobi', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Auckland', 'America/St_Johns']) {
      for (const typed of ['2026-12-31T23:59', '2027-01-01T00:00', '2027-07-15T12:34:56']) {
        expect(toLocalDateTime(toInstant(typed, zone) ?? '', zone)).toBe(typed)
      }
    }
  })
})

describe('the time zone of an expert', () => {
  it('is described by its abbreviation and name', () => {
    expect(describeTimeZone('2026-11-24T11:00:00Z', 'Africa/Kampala')).toBe('EAT (Africa/Kampala)')
    expect(describeTimeZone('2027-07-01T11:00:00Z', 'Europe/Berlin')).toBe('CEST (Europe/Berlin)')
  })
})
