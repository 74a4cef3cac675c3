import {
  formatWithOffset,
  type LocalDateTime,
  toInstant as toInstantIn,
  toLocalDateTime as toLocalDateTimeIn,
} from '@kutu/time/local-date-time'
import { formatZoneName, getUserTimeZone } from './format-slot-time.ts'

/** Returns the instant of an input value in the user's time zone, or undefined for an empty or incomplete input. */
export const toInstant = (value: LocalDateTime, timeZone = getUserTimeZone()): Date | undefined =>
  toInstantIn(value, timeZone)

/** Returns the input value for an instant in the user's time zone. */
export const toLocalDateTime = (instant: Date | string | number, timeZone = getUserTimeZone()): LocalDateTime =>
  toLocalDateTimeIn(instant, timeZone)

/** Returns the wire format `2026-11-24 14:00:00+03:00`, or an empty string for an empty or incomplete input. */
export const toWireTime = (value: LocalDateTime, timeZone = getUserTimeZone()): string =>
  formatWithOffset(value, timeZone)

/** Returns `EAT (Africa/Kampala)`: the zone's short name at that instant, and its place. */
export const describeTimeZone = (instant: Date | string, timeZone = getUserTimeZone()): string =>
  `${formatZoneName(instant, timeZone)} (${timeZone.replaceAll('_', ' ')})`
