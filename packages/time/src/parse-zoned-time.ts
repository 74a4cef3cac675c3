import { findInstants } from './time-zone.ts'
import { wallClockFrom } from './wall-clock.ts'

/** `skipped` is a local time that does not exist, because the clocks are set forward over it. */
export type TimeError = 'invalid' | 'skipped'
export type ParsedTime = { instant: Date } | { error: TimeError }

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(?:(Z)|([+-])(\d{2}):?(\d{2})?)?$/i

/**
 * Parses `YYYY-MM-DD HH:MM:SS` with or without an offset, or ISO 8601. Without an offset the time is local to the zone.
 * Of a local time that occurs twice, the first instant is returned.
 */
export function parseZonedTime(value: string, timeZone: string): ParsedTime {
  const match = pattern.exec(value.trim())
  if (!match) return { error: 'invalid' }
  const [, year, month, day, hour, minute, second = '0', fraction = '', utc, sign, offsetHours, offsetMinutes] = match
  const seconds = wallClockFrom(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second))
  if (seconds === undefined) return { error: 'invalid' }
  const wallClock = seconds + Number(fraction.padEnd(3, '0').slice(0, 3))
  if (utc) return { instant: new Date(wallClock) }
  if (sign) {
    const [hours, minutes] = [Number(offsetHours), Number(offsetMinutes ?? 0)]
    if (hours > 23 || minutes > 59) return { error: 'invalid' }
    return { instant: new Date(wallClock - (sign === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000) }
  }
  const [instant] = findInstants(wallClock, timeZone)
  return instant === undefined ? { error: 'skipped' } : { instant: new Date(instant) }
}
