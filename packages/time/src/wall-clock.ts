const minYear = 1900
/** Far enough below 9999 that adding days or half a year still gives a year of four digits. */
const maxYear = 9998

/**
 * Returns a local date and time as if it were UTC, in milliseconds, or undefined if the calendar has no such date or time.
 * Years outside 1900 to 9998 are rejected.
 * @param month 1 to 12
 */
export function wallClockFrom(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
): number | undefined {
  if (year < minYear || year > maxYear || hour > 23 || minute > 59 || second > 59) return undefined
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined
}
