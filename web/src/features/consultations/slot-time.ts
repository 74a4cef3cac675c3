import { storedUser } from '../../api/session.ts'
import { partsOfDate } from '../../text/dates-in-luganda.ts'
import { dateLocales } from '../../text/language.ts'
import { activeLanguage } from '../../text/say.ts'
import { nameOfZone } from '../../text/zone-name.ts'

type Instant = Date | string

/** The zone its reader chose, else that of the device: a slot is told in its reader's own time, and the zone is named beside it. */
export const readerZone = (): string => storedUser()?.time_zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone

const made = new Map<string, Intl.DateTimeFormat>()

function format(languages: readonly string[], options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${languages.join()} ${JSON.stringify(options)}`
  const kept = made.get(key) ?? new Intl.DateTimeFormat([...languages], options)
  made.set(key, kept)
  return kept
}

function parts(instant: Instant, options: Intl.DateTimeFormatOptions, languages = dateLocales[activeLanguage()]) {
  const found = partsOfDate(format(languages, options), new Date(instant))
  return Object.fromEntries(found.map(({ type, value }) => [type, value]))
}

export const zoneName = (instant: Instant, timeZone = readerZone()): string => nameOfZone(instant, timeZone)

/** `2026-11-24`, the day on which an instant falls there. */
export function dayOf(instant: Instant, timeZone = readerZone()): string {
  const { year, month, day } = parts(instant, { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }, [
    'en-GB',
  ])
  return `${year}-${month}-${day}`
}

/** 14:00 */
export function clockTime(instant: Instant, timeZone = readerZone()): string {
  const { hour, minute } = parts(instant, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, ['en-GB'])
  return `${hour}:${minute}`
}

/** Tue 24 Nov; with the year where it is another than now. */
function shortDay(instant: Instant, timeZone: string): string {
  const { weekday, day, month } = parts(instant, { timeZone, weekday: 'short', day: 'numeric', month: 'short' })
  const year = dayOf(instant, timeZone).slice(0, 4)
  return `${weekday} ${day} ${month}${year === dayOf(new Date(), timeZone).slice(0, 4) ? '' : ` ${year}`}`
}

/** Tuesday 24 November, for the heading over that day's slots. */
export function longDay(instant: Instant, timeZone = readerZone()): string {
  const { weekday, day, month } = parts(instant, { timeZone, weekday: 'long', day: 'numeric', month: 'long' })
  const year = dayOf(instant, timeZone).slice(0, 4)
  return `${weekday} ${day} ${month}${year === dayOf(new Date(), timeZone).slice(0, 4) ? '' : ` ${year}`}`
}

/** Tue 24 Nov, 14:00 EAT */
export const moment = (instant: Instant, timeZone = readerZone()): string =>
  `${shortDay(instant, timeZone)}, ${clockTime(instant, timeZone)} ${zoneName(instant, timeZone)}`

/** Tue 24 Nov, 14:00–15:30 EAT; both ends in full where they fall on two days or the clocks change between them. */
export function span(start: Instant, end: Instant, timeZone = readerZone()): string {
  const isOneDay = dayOf(start, timeZone) === dayOf(end, timeZone)
  const isOneZone = zoneName(start, timeZone) === zoneName(end, timeZone)
  if (!isOneDay || !isOneZone) return `${moment(start, timeZone)} – ${moment(end, timeZone)}`
  return `${shortDay(start, timeZone)}, ${clockTime(start, timeZone)}–${clockTime(end, timeZone)} ${zoneName(start, timeZone)}`
}

/** A clock time keeps its zone beside it where the line breaks. For markup of one's own there is Told. */
export const unbroken = (told: string): string => told.replaceAll(/(\d\d:\d\d) /g, '$1\u00a0')

/** The slots of each day in the order they came, by the day on which they begin there. */
export function byDay<S extends { start_time: string }>(slots: readonly S[], timeZone = readerZone()) {
  const days = new Map<string, S[]>()
  for (const slot of slots) {
    const day = dayOf(slot.start_time, timeZone)
    days.set(day, [...(days.get(day) ?? []), slot])
  }
  return [...days].map(([day, ofDay]) => ({ day, slots: ofDay }))
}
