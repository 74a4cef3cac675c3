import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatMonth } from '../../../i18n/format.ts'
import { loadCatalogs, setLocale } from '../../../i18n/i18n.ts'
import {
  formatClockTime,
  formatLongDay,
  formatSlotRange,
  formatSlotTime,
  formatZoneName,
  groupByDay,
  toIsoDate,
} from './format-slot-time.ts'

beforeAll(async () => {
  Object.assign(globalThis, {
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
  it('is told with its zone, in the reader’s own time', () => {
    expect(formatSlotTime(tuesday, 'Africa/Nairobi')).toBe('Tue 24 Nov, 14:00 EAT')
    expect(formatSlotTime(tuesday, 'Africa/Kampala')).toBe('Tue 24 Nov, 14:00 EAT')
    expect(formatSlotTime(tuesday, 'Africa/Kigali')).toBe('Tue 24 Nov, 13:00 CAT')
    expect(formatSlotTime(tuesday, 'Europe/Berlin')).toBe('Tue 24 Nov, 12:00 CET')
    expect(formatSlotTime(tuesday, 'America/New_York')).toBe('Tue 24 Nov, 06:00 EST')
    expect(formatSlotTime(tuesday, 'Asia/Kathmandu')).toBe('Tue 24 Nov, 16:45 GMT+5:45')
  })

  it('names the zone as it is on that day, on both sides of daylight saving', () => {
    expect(formatZoneName('2027-03-28T00:59:00Z', 'Europe/Berlin')).toBe('CET')
    expect(formatZoneName('2027-03-28T01:01:00Z', 'Europe/Berlin')).toBe('CEST')
    expect(formatSlotTime('2027-03-28T00:30:00Z', 'Europe/Berlin')).toBe('Sun 28 Mar 2027, 01:30 CET')
    expect(formatSlotTime('2027-03-28T01:30:00Z', 'Europe/Berlin')).toBe('Sun 28 Mar 2027, 03:30 CEST')
  })

  it('keeps apart the hour that comes twice when the clocks go back', () => {
    const [first, second] = ['2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z']
    expect([first, second].map(instant => formatSlotTime(instant, 'Europe/Berlin'))).toEqual([
      'Sun 31 Oct 2027, 02:30 CEST',
      'Sun 31 Oct 2027, 02:30 CET',
    ])
    expect(formatSlotRange(first, second, 'Europe/Berlin')).toBe(
      'Sun 31 Oct 2027, 02:30 CEST – Sun 31 Oct 2027, 02:30 CET',
    )
  })

  it('begins a day with 00, not with 24', () => {
    expect(formatClockTime('2026-11-23T21:00:00Z', 'Africa/Nairobi')).toBe('00:00')
    expect(toIsoDate('2026-11-23T21:00:00Z', 'Africa/Nairobi')).toBe('2026-11-24')
  })

  it('says the day once for a slot of one day, and both days of one over midnight', () => {
    expect(formatSlotRange(tuesday, '2026-11-24T12:30:00Z', 'Africa/Nairobi')).toBe('Tue 24 Nov, 14:00–15:30 EAT')
    expect(formatSlotRange('2026-11-24T20:00:00Z', '2026-11-24T22:00:00Z', 'Africa/Nairobi')).toBe(
      'Tue 24 Nov, 23:00 EAT – Wed 25 Nov, 01:00 EAT',
    )
  })

  it('has the year where it is not this one', () => {
    expect(formatLongDay(tuesday, 'Africa/Nairobi')).toBe('Tuesday 24 November')
    expect(formatLongDay('2026-12-31T22:00:00Z', 'Africa/Nairobi')).toBe('Friday 1 January 2027')
  })

  it('is told in Swahili with the same zone', async () => {
    await setLocale('sw')
    expect(formatSlotTime(tuesday, 'Africa/Nairobi')).toBe('Jumanne 24 Nov, 14:00 EAT')
  })

  it('is told in Luganda too, which browsers do not know', async () => {
    await setLocale('lg')
    expect(formatSlotTime(tuesday, 'Africa/Nairobi')).toBe('Lwakubiri 24 Nov, 14:00 EAT')
    expect(formatSlotTime('2027-09-30T11:00:00Z', 'Africa/Nairobi')).toBe('Lwakuna 30 Seb 2027, 14:00 EAT')
    expect(formatLongDay('2026-12-31T22:00:00Z', 'Africa/Nairobi')).toBe('Lwakutaano 1 Janwaliyo 2027')
    expect(formatMonth('2026-08')).toBe('Agu 2026')
  })
})

describe('slots by day', () => {
  const slots = [
    { id: 'a', start_time: '2026-11-24T20:30:00Z' },
    { id: 'b', start_time: '2026-11-24T21:30:00Z' },
    { id: 'c', start_time: '2026-11-25T06:00:00Z' },
  ]
  const days = (zone: string) =>
    groupByDay(slots, zone).map(({ day, slots: slotsOfDay }) => [day, slotsOfDay.map(({ id }) => id).join('')])

  it('stand under the day on which they begin for the reader', () => {
    expect(days('Africa/Nairobi')).toEqual([
      ['2026-11-24', 'a'],
      ['2026-11-25', 'bc'],
    ])
    expect(days('Europe/London')).toEqual([
      ['2026-11-24', 'ab'],
      ['2026-11-25', 'c'],
    ])
  })

  it('are none without slots', () => {
    expect(groupByDay([], 'Africa/Nairobi')).toEqual([])
  })
})
