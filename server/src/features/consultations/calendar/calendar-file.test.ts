import fc from 'fast-check'
import ICAL from 'ical.js'
import { convertIcsCalendar } from 'ts-ics'
import { describe, expect, it } from 'vitest'
import { formatZonedDateTime, toZonedDateTime } from '../../../platform/i18n/zoned-date-time.ts'
import { type Appointment, buildCalendarFile } from './calendar-file.ts'

const [publicUrl, appUrl] = ['https://kutu.example.org', 'https://app.kutu.example.org']
const config = { publicUrl, appUrl, mailFrom: 'Kutu <post@kutu.example.org>' }
const appointment: Appointment = {
  bookingId: '0b7a6f0e-94d5-4d0e-8f5e-2f1f3c1f9a11',
  startsAt: new Date('2026-11-24T11:00:00Z'),
  endsAt: new Date('2026-11-24T12:00:00Z'),
  sequence: 0,
  isCancelled: false,
  changedAt: new Date('2026-11-21T09:00:00Z'),
  farmer: { username: 'amina', email: 'amina@example.org', phone_number: null },
  expert: { username: 'okello', email: 'okello@example.org', phone_number: '+254712345678' },
}
const farmerOptions = { side: 'farmer', language: 'en', method: 'request' } as const

/** Parses a file with two independent libraries. */
function parseWithBoth(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const vevent = calendar.getFirstSubcomponent('vevent')
  if (!vevent) throw new Error('no event')
  const event = new ICAL.Event(vevent)
  const { events = [], method } = convertIcsCalendar(undefined, file)
  const [otherEvent] = events
  return [
    {
      method: calendar.getFirstPropertyValue('method'),
      uid: event.uid,
      sequence: event.sequence,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      stamp: ICAL.Time.fromData(vevent.getFirstPropertyValue('dtstamp') as ICAL.Time)
        .toJSDate()
        .toISOString(),
      status: vevent.getFirstPropertyValue('status'),
      summary: event.summary,
      description: event.description,
      organizer: String(event.organizer).toLowerCase(),
      attendees: event.attendees.map(each => String(each.getFirstValue()).toLowerCase()),
    },
    {
      method,
      uid: otherEvent?.uid,
      // The library reads 0 as missing.
      sequence: otherEvent?.sequence ?? 0,
      start: otherEvent?.start.date.toISOString(),
      end: otherEvent?.end?.date.toISOString(),
      stamp: otherEvent?.stamp.date.toISOString(),
      status: otherEvent?.status,
      summary: otherEvent?.summary,
      description: otherEvent?.description,
      organizer: `mailto:${otherEvent?.organizer?.email.toLowerCase()}`,
      attendees: otherEvent?.attendees?.map(({ email }) => `mailto:${email.toLowerCase()}`),
    },
  ] as const
}

describe('a calendar file', () => {
  it('is read identically by two independent parsers', () => {
    const [one, two] = parseWithBoth(buildCalendarFile(config, appointment, farmerOptions))
    expect(one).toEqual({
      method: 'REQUEST',
      uid: '0b7a6f0e-94d5-4d0e-8f5e-2f1f3c1f9a11@kutu.example.org',
      sequence: 0,
      start: '2026-11-24T11:00:00.000Z',
      end: '2026-11-24T12:00:00.000Z',
      stamp: '2026-11-21T09:00:00.000Z',
      status: 'CONFIRMED',
      summary: 'Kutu: appointment with okello',
      description:
        'You will talk with okello about crops.\n\nPhone: +254712345678\nEmail: okello@example.org\n\nTo change or cancel it:\nhttps://app.kutu.example.org/account/addresses/my-bookings/0b7a6f0e-94d5-4d0e-8f5e-2f1f3c1f9a11',
      organizer: 'mailto:post@kutu.example.org',
      attendees: ['mailto:okello@example.org', 'mailto:amina@example.org'],
    })
    expect(two).toEqual(one)
  })

  it('is the same event after a change, with a higher sequence, and has a cancelled status in the end', () => {
    const moved = { ...appointment, startsAt: new Date('2026-11-24T11:30:00Z'), sequence: 1 }
    const cancelled = { ...moved, isCancelled: true, sequence: 2 }
    for (const one of parseWithBoth(buildCalendarFile(config, moved, farmerOptions)))
      expect(one).toMatchObject({ sequence: 1, start: '2026-11-24T11:30:00.000Z', method: 'REQUEST' })
    for (const one of parseWithBoth(buildCalendarFile(config, cancelled, { ...farmerOptions, method: 'cancel' })))
      expect(one).toMatchObject({ sequence: 2, method: 'CANCEL', status: 'CANCELLED' })
    const uids = [appointment, moved, cancelled].flatMap(each =>
      parseWithBoth(buildCalendarFile(config, each, farmerOptions)).map(({ uid }) => uid),
    )
    expect(new Set(uids).size).toBe(1)
  })

  it('names the farmer to the expert, each in their own language', () => {
    const [sw] = parseWithBoth(
      buildCalendarFile(config, appointment, { side: 'expert', language: 'sw', method: 'publish' }),
    )
    expect(sw).toMatchObject({ method: 'PUBLISH', summary: 'Kutu: mkutano na amina', attendees: [] })
    expect(sw.description).toContain('Barua pepe: amina@example.org')
    expect(sw.description).not.toContain('Simu:')
    expect(sw.description).toContain('https://app.kutu.example.org/account/addresses/bookings')
    const [lg] = parseWithBoth(buildCalendarFile(config, appointment, { ...farmerOptions, language: 'lg' }))
    expect(lg.summary).toBe('Kutu: okusisinkana ne okello')
  })

  it('keeps the instant around daylight saving changes, including the hour that occurs twice', () => {
    const formatted = [
      '2027-03-28T00:30:00Z',
      '2027-03-28T01:30:00Z',
      '2027-10-31T00:30:00Z',
      '2027-10-31T01:30:00Z',
    ].map(at => {
      const startsAt = new Date(at)
      const endsAt = new Date(startsAt.getTime() + 3_600_000)
      for (const read of parseWithBoth(
        buildCalendarFile(config, { ...appointment, startsAt, endsAt }, farmerOptions),
      )) {
        expect(read.start).toBe(startsAt.toISOString())
        expect(read.end).toBe(endsAt.toISOString())
      }
      return formatZonedDateTime('en', toZonedDateTime(startsAt, 'Europe/Berlin', startsAt))
    })
    expect(formatted).toEqual([
      'Sun 28 Mar, 01:30 CET',
      'Sun 28 Mar, 03:30 CEST',
      'Sun 31 Oct, 02:30 CEST',
      'Sun 31 Oct, 02:30 CET',
    ])
  })

  it('has UTC times, lines of at most 75 octets and CRLF line ends', () => {
    const long = { ...appointment, expert: { ...appointment.expert, username: `ŋ${'玉🌽'.repeat(60)}` } }
    const file = buildCalendarFile(config, long, { ...farmerOptions, language: 'lg' })
    expect(file).toContain('\r\nDTSTART:20261124T110000Z\r\n')
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const [one, two] = parseWithBoth(file)
    expect(one.summary).toBe(`Kutu: okusisinkana ne ${long.expert.username}`)
    expect(two.summary).toBe(one.summary)
  })

  it('keeps every character that a username may contain', () => {
    const usernames = fc.stringMatching(/^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._@+-]{0,149}$/u)
    fc.assert(
      fc.property(usernames, fc.constantFrom('en', 'sw', 'lg'), (username, language) => {
        const file = buildCalendarFile(
          config,
          { ...appointment, expert: { ...appointment.expert, username } },
          { ...farmerOptions, language },
        )
        for (const read of parseWithBoth(file)) {
          expect(read.summary?.endsWith(` ${username}`)).toBe(true)
          expect(read.description).toContain(username)
          expect(read.attendees).toHaveLength(2)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('escapes commas, semicolons, backslashes and line ends', () => {
    const odd = { ...config, mailFrom: '"Kutu, Uganda; west" <post@kutu.example.org>' }
    const username = 'a\\b, c; d\nSTATUS:CANCELLED'
    const file = buildCalendarFile(odd, { ...appointment, expert: { ...appointment.expert, username } }, farmerOptions)
    for (const read of parseWithBoth(file)) expect(read.summary).toBe(`Kutu: appointment with ${username}`)
    expect(file.match(/^STATUS:/gm)).toHaveLength(1)
  })
})
