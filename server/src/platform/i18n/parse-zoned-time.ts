export type TimeErrorKey = 'field.time' | 'field.time_gap'
type ParsedTime = { at: Date } | { mistake: TimeErrorKey }

const timePattern =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(?:(Z)|([+-])(\d{2}):?(\d{2})?)?$/i
const minYear = 1900
/** Far enough below 9999 that adding days or half a year still gives a year of four digits. */
const maxYear = 9998

/**
 * Parses `YYYY-MM-DD HH:MM:SS` with or without an offset, or ISO 8601. Without an offset the time is local to the zone.
 * Of a local time that occurs twice, the first instant is returned; one that does not exist is an error.
 */
export function parseZonedTime(value: string, zone: string): ParsedTime {
  const match = timePattern.exec(value.trim())
  if (!match) return { mistake: 'field.time' }
  const [, year, month, day, hour, minute, second = '0', fraction = '', utc, sign, offsetHours, offsetMinutes] = match
  const wallClock = toWallClock(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second))
  if (wallClock === undefined) return { mistake: 'field.time' }
  const wallClockMs = wallClock + Number(fraction.padEnd(3, '0').slice(0, 3))
  if (utc) return { at: new Date(wallClockMs) }
  if (sign) {
    const [hours, minutes] = [Number(offsetHours), Number(offsetMinutes ?? 0)]
    if (hours > 23 || minutes > 59) return { mistake: 'field.time' }
    return { at: new Date(wallClockMs - (sign === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000) }
  }
  const at = findInstants(wallClockMs, zone)[0]
  return at === undefined ? { mistake: 'field.time_gap' } : { at: new Date(at) }
}

/** Returns the same local time `days` days later, or undefined if it does not exist on that day. */
export function addDays(from: Date, days: number, zone: string): Date | undefined {
  const at = findInstants(from.getTime() + getOffset(from.getTime(), zone) + days * dayMs, zone)[0]
  return at === undefined ? undefined : new Date(at)
}

/**
 * Returns the first instant of a `YYYY-MM-DD` day in a zone and of the day after, or undefined for a date that does not
 * exist.
 */
export function getDayRange(value: string, zone: string): { from: Date; to: Date } | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value.trim())
  if (!match) return undefined
  const wallClock = toWallClock(Number(match[1]), Number(match[2]), Number(match[3]), 0, 0, 0)
  if (wallClock === undefined) return undefined
  return { from: getStartOfDay(wallClock, zone), to: getStartOfDay(wallClock + dayMs, zone) }
}

export function isTimeZone(zone: string): boolean {
  try {
    getFormat(zone)
    return true
  } catch {
    return false
  }
}

const dayMs = 24 * 3600_000

/** Returns a local date and time as if it were UTC, in milliseconds; undefined if it does not exist in any calendar. */
function toWallClock(year: number, month: number, date: number, hour: number, minute: number, second: number) {
  if (year < minYear || year > maxYear || hour > 23 || minute > 59 || second > 59) return undefined
  const wallClock = new Date(Date.UTC(year, month - 1, date, hour, minute, second))
  return wallClock.getUTCMonth() === month - 1 && wallClock.getUTCDate() === date ? wallClock.getTime() : undefined
}

/**
 * Returns the instants at which the zone has this local time: one, two if clocks are set back, none if it is skipped.
 */
function findInstants(wallClockMs: number, zone: string): number[] {
  const offsets = new Set([getOffset(wallClockMs - dayMs, zone), getOffset(wallClockMs + dayMs, zone)])
  return [...offsets]
    .map(offset => wallClockMs - offset)
    .filter(at => at + getOffset(at, zone) === wallClockMs)
    .sort((a, b) => a - b)
}

/** If midnight is skipped, the day begins at the offset change. */
const getStartOfDay = (midnight: number, zone: string) =>
  new Date(findInstants(midnight, zone)[0] ?? midnight - getOffset(midnight - dayMs, zone))

function getOffset(at: number, zone: string): number {
  const parts = Object.fromEntries(
    getFormat(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, date, hour, minute, second) - Math.floor(at / 1000) * 1000
}

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Formatters are cached because creating one is by far the slowest step. The cache is limited because clients choose
 * the zone.
 */
function getFormat(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  if (formats.size < 100) formats.set(zone, format)
  return format
}
