import { getTimeZoneName } from '@kutu/time/zone-name'
import { describe, expect, it } from 'vitest'
import { formatZonedDateTime, toZonedDateTime } from './zoned-date-time.ts'

const now = new Date('2026-11-21T09:00:00Z')
const formatAt = (language: 'en' | 'sw' | 'lg', at: string, zone: string) =>
  formatZonedDateTime(language, toZonedDateTime(new Date(at), zone, now))

describe('a time in an email, a notification or an SMS', () => {
  it('names its zone, in the reader’s language', () => {
    const at = '2026-11-24T11:00:00Z'
    expect(formatAt('en', at, 'Africa/Nairobi')).toBe('Tue 24 Nov, 14:00 EAT')
    expect(formatAt('en', at, 'Africa/Kampala')).toBe('Tue 24 Nov, 14:00 EAT')
    expect(formatAt('sw', at, 'Africa/Nairobi')).toBe('Jumanne 24 Nov, 14:00 EAT')
    expect(formatAt('lg', at, 'Africa/Kampala')).toBe('Lwakubiri 24 Nov, 14:00 EAT')
    expect(formatAt('en', at, 'Africa/Kigali')).toBe('Tue 24 Nov, 13:00 CAT')
    expect(formatAt('en', at, 'Europe/Berlin')).toBe('Tue 24 Nov, 12:00 CET')
    expect(formatAt('en', at, 'Asia/Kathmandu')).toBe('Tue 24 Nov, 16:45 GMT+5:45')
    expect(formatAt('en', at, 'UTC')).toBe('Tue 24 Nov, 11:00 UTC')
  })

  it('keeps to the zone’s own day and begins it with 00', () => {
    expect(formatAt('en', '2026-11-23T21:00:00Z', 'Africa/Nairobi')).toBe('Tue 24 Nov, 00:00 EAT')
    expect(formatAt('sw', '2026-12-31T20:59:00Z', 'Africa/Nairobi')).toBe('Alhamisi 31 Des, 23:59 EAT')
  })

  it('has the year where it is not this one there', () => {
    expect(formatAt('en', '2026-12-31T21:00:00Z', 'Africa/Nairobi')).toBe('Fri 1 Jan 2027, 00:00 EAT')
    expect(formatAt('lg', '2026-12-31T21:00:00Z', 'Europe/Berlin')).toBe('Lwakuna 31 Des, 22:00 CET')
  })

  it('is right on both sides of daylight saving', () => {
    expect(formatAt('en', '2027-03-28T00:59:00Z', 'Europe/Berlin')).toBe('Sun 28 Mar 2027, 01:59 CET')
    expect(formatAt('en', '2027-03-28T01:00:00Z', 'Europe/Berlin')).toBe('Sun 28 Mar 2027, 03:00 CEST')
    expect(getTimeZoneName(new Date('2027-07-01T12:00:00Z'), 'Europe/London')).toBe('BST')
  })

  it('keeps apart the hour that comes twice when the clocks go back', () => {
    expect(formatAt('sw', '2027-10-31T00:30:00Z', 'Europe/Berlin')).toBe('Jumapili 31 Okt 2027, 02:30 CEST')
    expect(formatAt('sw', '2027-10-31T01:30:00Z', 'Europe/Berlin')).toBe('Jumapili 31 Okt 2027, 02:30 CET')
  })

  it('has words for every weekday and month', () => {
    const days = Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(2028, 0, 1 + day, 9)).toISOString())
    for (const language of ['en', 'sw', 'lg'] as const) {
      const words = new Set(days.map(day => formatAt(language, day, 'Africa/Nairobi').replaceAll(/[\d:, ]+/g, ' ')))
      expect(words.size).toBe(7 * 12)
      expect([...words].join()).not.toContain('undefined')
    }
  })
})
