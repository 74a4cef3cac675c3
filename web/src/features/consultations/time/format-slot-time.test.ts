import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatMonth } from '../../../i18n/format.ts'
import { loadCatalogs, setLocale } from '../../../i18n/i18n.ts'
import { stubGlobals } from '../../../testing/stub-globals.ts'
import {
  formatClockTime,
  formatLongDay,
  formatSlotRange,
  formatSlotTime,
  formatZoneName,
  toIsoDate,
} from './format-slot-time.ts'

beforeAll(async () => {
  stubGlobals({
    localStorage: { getItem: () => null },
    document: { documentElement: {} },
    navigator: { languages: ['en'] },
  })
  await loadCatalogs('common')
})
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T09:00:00Z'), toFake: ['Date'] })
  await setLocale('en')
})
afterEach(() => vi.useRealTimers())

const tuesday = '2026-11-24T11:00:00.000Z'

describe('the time of a slot', () => {
  it('is formatted in the user’s time zone, with its abbreviation', () => {
    expect(formatSlotTime(tuesday, 'Africa/Nairobi')).toBe('Tue 24 Nov, 14:00 EAT')
    expect(formatSlotTime(tuesday, 'Africa/Kampala')).toBe('Tue 24 Nov, 14:00 EAT')
    expect(formatSlotTime(tuesday, 'Africa/Kigali')).toBe('Tue 24 Nov, 13:00 CAT')
    expect(formatSlotTime(tuesday, 'Europe/Berlin')).toBe('Tue 24 Nov, 12:00 CET')
    expect(formatSlotTime(tuesday, 'America/New_York')).toBe('Tue 24 Nov, 06:00 EST')
    expect(formatSlotTime(tuesday, 'Asia/Kathmandu')).toBe('Tue 24 Nov, 16:45 GMT+5:45')
  })

  it('uses the zone abbreviation of that day, on both sides of daylight saving', () => {
    expect(formatZoneName('2027-03-28T00:59:00Z', 'Europe/Berlin')).toBe('CET')
    expect(formatZoneName('2027-03-28T01:01:00Z', 'Europe/Berlin')).toBe('CEST')
    expect(formatSlotTime('2027-03-28T00:30:00Z', 'Europe/Berlin')).toBe('Sun 28 Mar 2027, 01:30 CET')
    expect(formatSlotTime('2027-03-28T01:30:00Z', 'Europe/Berlin')).toBe('Sun 28 Mar 2027, 03:30 CEST')
  })

  it('distinguishes the repeated hour when the clocks go back', () => {
    const [first, second] = ['2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z']
    expect([first, second].map(instant => formatSlotTime(instant, 'Europe/Berlin'))).toEqual([
      'Sun 31 Oct 2027, 02:30 CEST',
      'Sun 31 Oct 2027, 02:30 CET',
    ])
    expect(formatSlotRange(first, second, 'Europe/Berlin')).toBe(
      'Sun 31 Oct 2027, 02:30 CEST – Sun 31 Oct 2027, 02:30 CET',
    )
  })

  it('starts a day at 00, not 24', () => {
    expect(formatClockTime('2026-11-23T21:00:00Z', 'Africa/Nairobi')).toBe('00:00')
    expect(toIsoDate('2026-11-23T21:00:00Z', 'Africa/Nairobi')).toBe('2026-11-24')
  })

  it('has the day once for a slot of one day, and both days past midnight', () => {
    expect(formatSlotRange(tuesday, '2026-11-24T12:30:00Z', 'Africa/Nairobi')).toBe('Tue 24 Nov, 14:00–15:30 EAT')
    expect(formatSlotRange('2026-11-24T20:00:00Z', '2026-11-24T22:00:00Z', 'Africa/Nairobi')).toBe(
      'Tue 24 Nov, 23:00 EAT – Wed 25 Nov, 01:00 EAT',
    )
  })

  it('has the year unless it is the current one', () => {
    expect(formatLongDay(tuesday, 'Africa/Nairobi')).toBe('Tuesday 24 November')
    expect(formatLongDay('2026-12-31T22:00:00Z', 'Africa/Nairobi')).toBe('Friday 1 January 2027')
  })

  it('is formatted in Swahili with the same zone', async () => {
    await setLocale('sw')
    expect(formatSlotTime(tuesday, 'Africa/Nairobi')).toBe('Jumanne 24 Nov, 14:00 EAT')
  })

  it('is formatted in Luganda, which browsers do not support', async () => {
    await setLocale('lg')
    expect(formatSlotTime(tuesday, 'Africa/Nairobi')).toBe('Lwakubiri 24 Nov, 14:00 EAT')
    expect(formatSlotTime('2027-09-30T11:00:00Z', 'Africa/Nairobi')).toBe('Lwakuna 30 Seb 2027, 14:00 EAT')
    expect(formatLongDay('2026-12-31T22:00:00Z', 'Africa/Nairobi')).toBe('Lwakutaano 1 Janwaliyo 2027')
    expect(formatMonth('2026-08')).toBe('Agu 2026')
  })
})
