import { describe, expect, it } from 'vitest'
import { addDays, getDayRange } from './days.ts'
import { parseZonedTime } from './parse-zoned-time.ts'
import { isTimeZone } from './time-zone.ts'

const parse = (given: string, zone: string) => {
  const result = parseZonedTime(given, zone)
  return 'instant' in result ? result.instant.toISOString() : result.error
}

describe('a time', () => {
  it.each([
    ['2026-11-24 14:00:00', '2026-11-24T11:00:00.000Z'],
    ['2026-11-24 14:00', '2026-11-24T11:00:00.000Z'],
    ['2026-11-24T14:00', '2026-11-24T11:00:00.000Z'],
    ['  2026-11-24 14:00:30  ', '2026-11-24T11:00:30.000Z'],
    ['2026-11-24 14:00:00+02:00', '2026-11-24T12:00:00.000Z'],
    ['2026-11-24 14:00:00 +0200', '2026-11-24T12:00:00.000Z'],
    ['2026-11-24 14:00:00-03', '2026-11-24T17:00:00.000Z'],
    ['2026-11-24T14:00:00Z', '2026-11-24T14:00:00.000Z'],
    ['2026-11-24t14:00:00z', '2026-11-24T14:00:00.000Z'],
    ['2026-11-24T14:00:00.123456789+05:45', '2026-11-24T08:15:00.123Z'],
    ['2028-02-29 00:00:00', '2028-02-28T21:00:00.000Z'],
  ])('written as %s is %s for a reader in Nairobi', (given, wanted) => {
    expect(parse(given, 'Africa/Nairobi')).toBe(wanted)
  })

  it.each([
    '',
    'tomorrow',
    '2026-11-24',
    '14:00',
    '24/11/2026 14:00',
    '2026-13-01 10:00:00',
    '2026-02-30 10:00:00',
    '2027-02-29 10:00:00',
    '2026-11-24 24:00:00',
    '2026-11-24 10:60:00',
    '2026-11-24 10:00:60',
    '2026-11-24 10:00:00+24:00',
    '2026-11-24 10:00:00+02:60',
    '+012026-11-24T10:00:00Z',
    '0026-11-24 10:00:00',
    '9999-12-31 23:59:59',
    '2026-11-24 10:00:00 EAT',
    '2026-11-24 10:00:00; drop table bookings',
    '1764000000',
  ])('written as %j is invalid', given => {
    expect(parse(given, 'Africa/Nairobi')).toBe('invalid')
  })
})

/** Golden values of the tz database around each offset change. */
describe('around offset changes', () => {
  it.each([
    // Berlin: 29 March 2026, 02:00 becomes 03:00; 25 October 2026, 03:00 becomes 02:00.
    ['Europe/Berlin', '2026-03-29 01:59:59', '2026-03-29T00:59:59.000Z'],
    ['Europe/Berlin', '2026-03-29 02:00:00', 'skipped'],
    ['Europe/Berlin', '2026-03-29 02:59:59', 'skipped'],
    ['Europe/Berlin', '2026-03-29 03:00:00', '2026-03-29T01:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25 01:59:59', '2026-10-24T23:59:59.000Z'],
    ['Europe/Berlin', '2026-10-25 02:30:00', '2026-10-25T00:30:00.000Z'],
    ['Europe/Berlin', '2026-10-25 02:30:00+01:00', '2026-10-25T01:30:00.000Z'],
    ['Europe/Berlin', '2026-10-25 03:00:00', '2026-10-25T02:00:00.000Z'],
    // New York: 8 March and 1 November 2026.
    ['America/New_York', '2026-03-08 02:30:00', 'skipped'],
    ['America/New_York', '2026-03-08 03:00:00', '2026-03-08T07:00:00.000Z'],
    ['America/New_York', '2026-11-01 01:30:00', '2026-11-01T05:30:00.000Z'],
    ['America/New_York', '2026-11-01 02:00:00', '2026-11-01T07:00:00.000Z'],
    // Cairo changes at midnight: 24 April 2026 begins at 01:00.
    ['Africa/Cairo', '2026-04-24 00:30:00', 'skipped'],
    ['Africa/Cairo', '2026-04-24 01:00:00', '2026-04-23T22:00:00.000Z'],
    // Lord Howe Island changes by half an hour: 4 October 2026, 02:00 becomes 02:30.
    ['Australia/Lord_Howe', '2026-10-04 02:15:00', 'skipped'],
    ['Australia/Lord_Howe', '2026-10-04 02:30:00', '2026-10-03T15:30:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05 01:45:00', '2026-04-04T14:45:00.000Z'],
    // Samoa skipped the whole of 30 December 2011.
    ['Pacific/Apia', '2011-12-30 12:00:00', 'skipped'],
    ['Pacific/Apia', '2011-12-31 00:00:00', '2011-12-30T10:00:00.000Z'],
    // Nairobi, Kampala and Kathmandu have no daylight saving time.
    ['Africa/Kampala', '2026-03-29 02:30:00', '2026-03-28T23:30:00.000Z'],
    ['Asia/Kathmandu', '2026-03-29 02:30:00', '2026-03-28T20:45:00.000Z'],
  ])('in %s, %s is %s', (zone, given, wanted) => {
    expect(parse(given, zone)).toBe(wanted)
  })

  it('adding days keeps the local time of day', () => {
    const monday = new Date('2026-10-19T12:00:00Z')
    const times = [0, 7, 14].map(days => addDays(monday, days, 'Europe/Berlin')?.toISOString())
    expect(times).toEqual(['2026-10-19T12:00:00.000Z', '2026-10-26T13:00:00.000Z', '2026-11-02T13:00:00.000Z'])
    expect(addDays(new Date('2026-03-22T01:30:00Z'), 7, 'Europe/Berlin')).toBeUndefined()
  })

  it.each([
    ['Africa/Nairobi', '2026-11-24', '2026-11-23T21:00:00.000Z', '2026-11-24T21:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['Africa/Cairo', '2026-04-23', '2026-04-22T22:00:00.000Z', '2026-04-23T22:00:00.000Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'],
  ])('in %s the day %s lasts from %s to %s', (zone, given, from, to) => {
    const day = getDayRange(given, zone)
    expect([day?.from.toISOString(), day?.to.toISOString()]).toEqual([from, to])
  })
})

it('a date that does not exist gives no range', () => {
  for (const given of ['2026-02-30', '2026-11', 'today', '2026-11-24 00:00'])
    expect(getDayRange(given, 'Africa/Nairobi')).toBeUndefined()
})

it('time zones are those of the tz database', () => {
  expect(['Africa/Kampala', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false])
})
