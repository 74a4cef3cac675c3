import { describe, expect, it } from 'vitest'
import { formatWithOffset, toInstant, toLocalDateTime } from './local-date-time.ts'

describe('a local time', () => {
  it('has the first of two instants, and moves forward if it is skipped', () => {
    expect(toInstant('2027-10-31T02:30', 'Europe/Berlin')?.toISOString()).toBe('2027-10-31T00:30:00.000Z')
    expect(toInstant('2027-03-28T02:30', 'Europe/Berlin')?.toISOString()).toBe('2027-03-28T01:30:00.000Z')
    expect(formatWithOffset('2027-03-28T02:30', 'Europe/Berlin')).toBe('2027-03-28 03:30:00+02:00')
  })

  it('has no instant while its year is being typed', () => {
    for (const value of ['', '0002-11-24T14:00', '0202-11-24T14:00', '2026-02-30T14:00', '2026-11-24T24:00']) {
      expect(toInstant(value, 'Africa/Nairobi')).toBeUndefined()
      expect(formatWithOffset(value, 'Africa/Nairobi')).toBe('')
    }
  })

  it('is the same after a round trip in every zone', () => {
    for (const zone of ['Africa/Nairobi', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Auckland', 'America/St_Johns'])
      for (const value of ['2026-12-31T23:59', '2027-07-15T12:34:56'])
        expect(toLocalDateTime(toInstant(value, zone) ?? 0, zone)).toBe(value)
  })

  it('keeps fractions of a second out of the input', () => {
    expect(toLocalDateTime('2026-11-24T11:00:00.250Z', 'Africa/Nairobi')).toBe('2026-11-24T14:00')
  })
})
