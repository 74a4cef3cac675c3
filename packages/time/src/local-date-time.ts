import { getUtcOffset, toNearestInstant, toWallClock } from './time-zone.ts'
import { wallClockFrom } from './wall-clock.ts'

/** The value of an `<input type="datetime-local">`: `2026-11-24T14:00`, with seconds if there are any. It has no zone. */
export type LocalDateTime = string

const pattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?$/
const msPerMinute = 60_000

function parseWallClock(value: LocalDateTime): number | undefined {
  const match = pattern.exec(value)
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(part => Number(part ?? 0))
  return wallClockFrom(year, month, day, hour, minute, second)
}

function formatWallClock(wallClock: number): LocalDateTime {
  const iso = new Date(Math.floor(wallClock / 1000) * 1000).toISOString()
  return iso.endsWith(':00.000Z') ? iso.slice(0, 16) : iso.slice(0, 19)
}

/**
 * Returns the instant of a local time, or undefined for an empty or incomplete input. Of two instants the first is
 * returned; a local time that is skipped moves forward.
 */
export function toInstant(value: LocalDateTime, timeZone: string): Date | undefined {
  const wallClock = parseWallClock(value)
  return wallClock === undefined ? undefined : new Date(toNearestInstant(wallClock, timeZone))
}

/** Returns the input value for an instant. */
export const toLocalDateTime = (instant: Date | string | number, timeZone: string): LocalDateTime =>
  formatWallClock(toWallClock(new Date(instant).getTime(), timeZone))

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Returns `2026-11-24 14:00:00+03:00`, or an empty string for an empty or incomplete input. */
export function formatWithOffset(value: LocalDateTime, timeZone: string): string {
  const instant = toInstant(value, timeZone)?.getTime()
  if (instant === undefined) return ''
  const offset = getUtcOffset(instant, timeZone) / msPerMinute
  const local = new Date(toWallClock(instant, timeZone)).toISOString()
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `${local.slice(0, 10)} ${local.slice(11, 19)}${offset < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`
}
