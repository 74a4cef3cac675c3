import { readerZone, zoneName } from './slot-time.ts'

/** What a date-time input holds: `2026-11-24T14:00`, with seconds where there are any. It knows no zone of its own. */
type Wall = string
const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/

const minute = 60_000
const day = 24 * 60 * minute
const east = 'Africa/Nairobi'

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const digits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', hourCycle: 'h23', ...digits })
  clocks.set(timeZone, clock)
  return clock
}

/** The wall clock's reading there, told as if it were UTC, so that one can reckon with it. */
function readingAt(instant: number, timeZone: string): number {
  const told = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const { year, month, day, hour, minute, second } = told
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

const offsetAt = (instant: number, timeZone: string): number =>
  readingAt(instant, timeZone) - Math.floor(instant / 1000) * 1000

function readingOf(wall: Wall): number | undefined {
  const reading = shape.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN
  return Number.isNaN(reading) ? undefined : reading
}

/**
 * The instant at which the clock there shows that time: the first of two where the clocks go back, and as much later
 * where they go forward over it. Undefined for an empty or unfinished input.
 */
export function instantOf(wall: Wall, timeZone = readerZone()): Date | undefined {
  const reading = readingOf(wall)
  if (reading === undefined) return undefined
  const [before, after] = [offsetAt(reading - day, timeZone), offsetAt(reading + day, timeZone)]
  const fits = [reading - before, reading - after].filter(instant => readingAt(instant, timeZone) === reading)
  return new Date(fits.length > 0 ? Math.min(...fits) : reading - before)
}

/** What stands in the input for an instant. */
export function wallOf(instant: Date | string | number, timeZone = readerZone()): Wall {
  const told = new Date(readingAt(new Date(instant).getTime(), timeZone)).toISOString()
  return told.endsWith(':00.000Z') ? told.slice(0, 16) : told.slice(0, 19)
}

const twoDigits = (count: number) => String(count).padStart(2, '0')

/** What travels: `2026-11-24 14:00:00+03:00`; an empty input travels as an empty string. */
export function wireTime(wall: Wall, timeZone = readerZone()): string {
  const instant = instantOf(wall, timeZone)
  if (instant === undefined) return ''
  const offset = offsetAt(instant.getTime(), timeZone) / minute
  const there = new Date(readingAt(instant.getTime(), timeZone)).toISOString()
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `${there.slice(0, 10)} ${there.slice(11, 19)}${offset < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`
}

/** The same time by the clock, days later: across a change of the clocks too. */
export function daysLater(wall: Wall, days: number): Wall {
  const reading = readingOf(wall)
  return reading === undefined ? wall : wallOf(reading + days * day, 'UTC')
}

/** Whether clocks there show another time than in East Africa, where the farmers are. */
export const isFarFromEast = (instant: Date | string | number, timeZone = readerZone()): boolean => {
  const at = new Date(instant).getTime()
  return offsetAt(at, timeZone) !== offsetAt(at, east)
}

/** EAT (Africa/Kampala): the short name as it is at that instant, and the place that the device is set to. */
export const namedZone = (instant: Date | string, timeZone = readerZone()): string =>
  `${zoneName(instant, timeZone)} (${timeZone.replaceAll('_', ' ')})`
