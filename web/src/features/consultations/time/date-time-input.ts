import { formatZoneName, getUserTimeZone } from './format-slot-time.ts'

/** Value of a `datetime-local` input: `2026-11-24T14:00`, with seconds if any, without a time zone. */
type LocalDateTime = string
const localDateTimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/

const msPerMinute = 60_000
const msPerDay = 24 * 60 * msPerMinute
export const eastAfricaTimeZone = 'Africa/Nairobi'

const formatters = new Map<string, Intl.DateTimeFormat>()

function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const digits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  const formatter =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', hourCycle: 'h23', ...digits })
  formatters.set(timeZone, formatter)
  return formatter
}

/** Returns the local time in the zone as a timestamp, as if it were UTC, so that it can be used in arithmetic. */
function toLocalTimestamp(instant: number, timeZone: string): number {
  const parts = Object.fromEntries(
    getFormatter(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const { year, month, day, hour, minute, second } = parts
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

const getUtcOffset = (instant: number, timeZone: string): number =>
  toLocalTimestamp(instant, timeZone) - Math.floor(instant / 1000) * 1000

function parseLocalTimestamp(localDateTime: LocalDateTime): number | undefined {
  const localTimestamp = localDateTimePattern.test(localDateTime) ? Date.parse(`${localDateTime}Z`) : Number.NaN
  return Number.isNaN(localTimestamp) ? undefined : localTimestamp
}

/**
 * Converts a local date-time to an instant. In the repeated hour when clocks go back it is the first one; in the
 * skipped hour when they go forward it moves on by the gap. Returns undefined for an empty or incomplete value.
 */
export function toInstant(localDateTime: LocalDateTime, timeZone = getUserTimeZone()): Date | undefined {
  const localTimestamp = parseLocalTimestamp(localDateTime)
  if (localTimestamp === undefined) return undefined
  const [before, after] = [
    getUtcOffset(localTimestamp - msPerDay, timeZone),
    getUtcOffset(localTimestamp + msPerDay, timeZone),
  ]
  const candidates = [localTimestamp - before, localTimestamp - after].filter(
    instant => toLocalTimestamp(instant, timeZone) === localTimestamp,
  )
  return new Date(candidates.length > 0 ? Math.min(...candidates) : localTimestamp - before)
}

/** Formats an instant as the value of a `datetime-local` input. */
export function toLocalDateTime(instant: Date | string | number, timeZone = getUserTimeZone()): LocalDateTime {
  const isoString = new Date(toLocalTimestamp(new Date(instant).getTime(), timeZone)).toISOString()
  return isoString.endsWith(':00.000Z') ? isoString.slice(0, 16) : isoString.slice(0, 19)
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Formats a local date-time for the API: `2026-11-24 14:00:00+03:00`; an empty input stays empty. */
export function toWireTime(localDateTime: LocalDateTime, timeZone = getUserTimeZone()): string {
  const instant = toInstant(localDateTime, timeZone)
  if (instant === undefined) return ''
  const offset = getUtcOffset(instant.getTime(), timeZone) / msPerMinute
  const localIsoString = new Date(toLocalTimestamp(instant.getTime(), timeZone)).toISOString()
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `${localIsoString.slice(0, 10)} ${localIsoString.slice(11, 19)}${offset < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`
}

/** Returns the same local time `days` later, also across daylight-saving changes. */
export function addDays(localDateTime: LocalDateTime, days: number): LocalDateTime {
  const localTimestamp = parseLocalTimestamp(localDateTime)
  return localTimestamp === undefined ? localDateTime : toLocalDateTime(localTimestamp + days * msPerDay, 'UTC')
}

/** Returns true if the zone's local time differs from East Africa's at that instant. */
export const isOutsideEastAfricaTime = (instant: Date | string | number, timeZone = getUserTimeZone()): boolean => {
  const timestamp = new Date(instant).getTime()
  return getUtcOffset(timestamp, timeZone) !== getUtcOffset(timestamp, eastAfricaTimeZone)
}

/** Formats a zone as "EAT (Africa/Kampala)": the abbreviation at that instant and the zone's name. */
export const describeTimeZone = (instant: Date | string, timeZone = getUserTimeZone()): string =>
  `${formatZoneName(instant, timeZone)} (${timeZone.replaceAll('_', ' ')})`
