import { getTimeZoneName } from '@kutu/time/zone-name'
import { getStoredUser } from '../../../api/session/session.ts'
import { getLocale } from '../../../i18n/i18n.ts'
import { intlDateLocales } from '../../../i18n/locales.ts'
import { formatDateParts } from '../../../i18n/luganda-dates.ts'

type Instant = Date | string

/** Returns the time zone from the user's settings, else that of the device. */
export const getUserTimeZone = (): string =>
  getStoredUser()?.time_zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone

const formatters = new Map<string, Intl.DateTimeFormat>()

function getFormatter(languages: readonly string[], options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${languages.join()} ${JSON.stringify(options)}`
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat([...languages], options)
  formatters.set(key, formatter)
  return formatter
}

function formatToParts(
  instant: Instant,
  options: Intl.DateTimeFormatOptions,
  languages = intlDateLocales[getLocale()],
) {
  const parts = formatDateParts(getFormatter(languages, options), new Date(instant))
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}

export const formatZoneName = (instant: Instant, timeZone = getUserTimeZone()): string =>
  getTimeZoneName(instant, timeZone)

/** Returns the local date as `2026-11-24`. */
export function toIsoDate(instant: Instant, timeZone = getUserTimeZone()): string {
  const { year, month, day } = formatToParts(instant, { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }, [
    'en-GB',
  ])
  return `${year}-${month}-${day}`
}

/** Formats as "14:00". */
export function formatClockTime(instant: Instant, timeZone = getUserTimeZone()): string {
  const { hour, minute } = formatToParts(instant, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, [
    'en-GB',
  ])
  return `${hour}:${minute}`
}

/** Formats as "Tue 24 Nov", with the year unless it is the current one. */
export function formatShortDay(instant: Instant, timeZone = getUserTimeZone()): string {
  const { weekday, day, month } = formatToParts(instant, { timeZone, weekday: 'short', day: 'numeric', month: 'short' })
  const year = toIsoDate(instant, timeZone).slice(0, 4)
  return `${weekday} ${day} ${month}${year === toIsoDate(new Date(), timeZone).slice(0, 4) ? '' : ` ${year}`}`
}

/** Formats as "Tuesday 24 November", for the heading of a day. */
export function formatLongDay(instant: Instant, timeZone = getUserTimeZone()): string {
  const { weekday, day, month } = formatToParts(instant, { timeZone, weekday: 'long', day: 'numeric', month: 'long' })
  const year = toIsoDate(instant, timeZone).slice(0, 4)
  return `${weekday} ${day} ${month}${year === toIsoDate(new Date(), timeZone).slice(0, 4) ? '' : ` ${year}`}`
}

/** Formats as "Monday". @param weekday ISO 8601: 1 is Monday, 7 is Sunday */
export function formatWeekday(weekday: number): string {
  // The first of January 2024 was a Monday.
  const { weekday: name } = formatToParts(new Date(Date.UTC(2024, 0, weekday)), { timeZone: 'UTC', weekday: 'long' })
  return name ?? ''
}

/** Formats as "Tue 24 Nov, 14:00 EAT". */
export const formatSlotTime = (instant: Instant, timeZone = getUserTimeZone()): string =>
  `${formatShortDay(instant, timeZone)}, ${formatClockTime(instant, timeZone)} ${formatZoneName(instant, timeZone)}`

/** Formats as "Tue 24 Nov, 14:00–15:30 EAT"; both ends in full if day or zone name differ. */
export function formatSlotRange(start: Instant, end: Instant, timeZone = getUserTimeZone()): string {
  const isOneDay = toIsoDate(start, timeZone) === toIsoDate(end, timeZone)
  const isOneZone = formatZoneName(start, timeZone) === formatZoneName(end, timeZone)
  if (!isOneDay || !isOneZone) return `${formatSlotTime(start, timeZone)} – ${formatSlotTime(end, timeZone)}`
  return `${formatShortDay(start, timeZone)}, ${formatClockTime(start, timeZone)}–${formatClockTime(end, timeZone)} ${formatZoneName(start, timeZone)}`
}

/** Joins a time and its zone with a non-breaking space. Use TimeRange in markup. */
export const keepZoneWithTime = (text: string): string => text.replaceAll(/(\d\d:\d\d) /g, '$1\u00a0')
