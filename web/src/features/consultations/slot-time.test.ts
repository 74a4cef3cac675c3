import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatMonth } from '../../text/format.ts'
import { loadText, speak } from '../../text/say.ts'
import { byDay, clockTime, dayOf, longDay, moment, span, zoneName } from './slot-time.ts'

beforeAll(async () => {
  Object.assign(globalThis, {
    localStorage: { getItem: () => null },
    document: { documentElement: {} },
    navigator: { languages: ['en'] },
  })
  await loadText('common')
})
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T09:00:00Z'), toFake: ['Date'] })
  await speak('en')
})
afterEach(() => vi.useRealTimers())

const tuesday = '2026-11-24T11:00:00.000Z'

describe('the time of a slot', () => {
  it('is told with its zone, in the reader’s own time', () => {
    expect(moment(tuesday, 'Africa/Nairobi')).toBe('Tue 24 Nov, 14:00 EAT')
    expect(moment(tuesday, 'Africa/Kampala')).toBe('Tue 24 Nov, 14:00 EAT')
    expect(moment(tuesday, 'Africa/Kigali')).toBe('Tue 24 Nov, 13:00 CAT')
    expect(moment(tuesday, 'Europe/Berlin')).toBe('Tue 24 Nov, 12:00 CET')
    expect(moment(tuesday, 'America/New_York')).toBe('Tue 24 Nov, 06:00 EST')
    expect(moment(tuesday, 'Asia/Kathmandu')).toBe('Tue 24 Nov, 16:45 GMT+5:45')
  })

  it('names the zone as it is on that day, on both sides of daylight saving', () => {
    expect(zoneName('2027-03-28T00:59:00Z', 'Europe/Berlin')).toBe('CET')
    expect(zoneName('2027-03-28T01:01:00Z', 'Europe/Berlin')).toBe('CEST')
    expect(moment('2027-03-28T00:30:00Z', 'Europe/Berlin')).toBe('Sun 28 Mar 2027, 01:30 CET')
    expect(moment('2027-03-28T01:30:00Z', 'Europe/Berlin')).toBe('Sun 28 Mar 2027, 03:30 CEST')
  })

  it('keeps apart the hour that comes twice when the clocks go back', () => {
    const [first, second] = ['2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z']
    expect([first, second].map(at => moment(at, 'Europe/Berlin'))).toEqual([
      'Sun 31 Oct 2027, 02:30 CEST',
      'Sun 31 Oct 2027, 02:30 CET',
    ])
    expect(span(first, second, 'Europe/Berlin')).toBe('Sun 31 Oct 2027, 02:30 CEST – Sun 31 Oct 2027, 02:30 CET')
  })

  it('begins a day with 00, not with 24', () => {
    expect(clockTime('2026-11-23T21:00:00Z', 'Africa/Nairobi')).toBe('00:00')
    expect(dayOf('2026-11-23T21:00:00Z', 'Africa/Nairobi')).toBe('2026-11-24')
  })

  it('says the day once for a slot of one day, and both days of one over midnight', () => {
    expect(span(tuesday, '2026-11-24T12:30:00Z', 'Africa/Nairobi')).toBe('Tue 24 Nov, 14:00–15:30 EAT')
    expect(span('2026-11-24T20:00:00Z', '2026-11-24T22:00:00Z', 'Africa/Nairobi')).toBe(
      'Tue 24 Nov, 23:00 EAT – Wed 25 Nov, 01:00 EAT',
    )
  })

  it('has the year where it is not this one', () => {
    expect(longDay(tuesday, 'Africa/Nairobi')).toBe('Tuesday 24 November')
    expect(longDay('2026-12-31T22:00:00Z', 'Africa/Nairobi')).toBe('Friday 1 January 2027')
  })

  it('is told in Swahili with the same zone', async () => {
    await speak('sw')
    expect(moment(tuesday, 'Africa/Nairobi')).toBe('Jumanne 24 Nov, 14:00 EAT')
  })

  it('is told in Luganda too, which browsers do not know', async () => {
    await speak('lg')
    expect(moment(tuesday, 'Africa/Nairobi')).toBe('Lwakubiri 24 Nov, 14:00 EAT')
    expect(moment('2027-09-30T11:00:00Z', 'Africa/Nairobi')).toBe('Lwakuna 30 Seb 2027, 14:00 EAT')
    expect(longDay('2026-12-31T22:00:00Z', 'Africa/Nairobi')).toBe('Lwakutaano 1 Janwaliyo 2027')
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
    byDay(slots, zone).map(({ day, slots: ofDay }) => [day, ofDay.map(({ id }) => id).join('')])

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
    expect(byDay([], 'Africa/Nairobi')).toEqual([])
  })
})
