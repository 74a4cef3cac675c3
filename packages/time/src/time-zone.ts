const dayMs = 24 * 3600_000
/** Formatters are cached because creating one is by far the slowest step; the limit is there because clients choose zones. */
const maxCachedFormats = 100
const formats = new Map<string, Intl.DateTimeFormat>()

/** @throws RangeError for an unknown zone */
function getFormat(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
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
  if (formats.size < maxCachedFormats) formats.set(timeZone, format)
  return format
}

/** Returns true if the runtime knows the IANA zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    getFormat(timeZone)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the zone's offset from UTC at an instant, in milliseconds, positive east of Greenwich.
 * @param instant milliseconds since the epoch
 */
export function getUtcOffset(instant: number, timeZone: string): number {
  const parts = Object.fromEntries(
    getFormat(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

/** Returns the local time at an instant as if it were UTC, in milliseconds. */
export const toWallClock = (instant: number, timeZone: string): number => instant + getUtcOffset(instant, timeZone)

/**
 * Returns the instants, in ascending order, at which the zone has this local time: one, two if clocks are set back, none
 * if clocks are set forward over it.
 * @param wallClock the local time as if it were UTC, in milliseconds
 */
export function findInstants(wallClock: number, timeZone: string): number[] {
  const offsets = new Set([getUtcOffset(wallClock - dayMs, timeZone), getUtcOffset(wallClock + dayMs, timeZone)])
  return [...offsets]
    .map(offset => wallClock - offset)
    .filter(instant => toWallClock(instant, timeZone) === wallClock)
    .sort((a, b) => a - b)
}

/**
 * Returns the first instant at which the zone has this local time. A local time that is skipped moves forward by as much
 * as the clocks do: 02:30 becomes 03:30.
 */
export const toNearestInstant = (wallClock: number, timeZone: string): number =>
  findInstants(wallClock, timeZone)[0] ?? wallClock - getUtcOffset(wallClock - dayMs, timeZone)
