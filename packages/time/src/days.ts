import { findInstants, toNearestInstant, toWallClock } from './time-zone.ts'
import { wallClockFrom } from './wall-clock.ts'

const dayMs = 24 * 3600_000

/** Returns the same local time `days` days later, or undefined if it does not exist on that day. */
export function addDays(instant: Date, days: number, timeZone: string): Date | undefined {
  const [later] = findInstants(toWallClock(instant.getTime(), timeZone) + days * dayMs, timeZone)
  return later === undefined ? undefined : new Date(later)
}

/**
 * Returns the first instant of a `YYYY-MM-DD` day in a zone and of the day after, or undefined for a date that does not
 * exist. If midnight is skipped, the day begins at the offset change.
 */
export function getDayRange(value: string, timeZone: string): { from: Date; to: Date } | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value.trim())
  if (!match) return undefined
  const midnight = wallClockFrom(Number(match[1]), Number(match[2]), Number(match[3]))
  if (midnight === undefined) return undefined
  return {
    from: new Date(toNearestInstant(midnight, timeZone)),
    to: new Date(toNearestInstant(midnight + dayMs, timeZone)),
  }
}
