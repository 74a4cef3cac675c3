import {
  addLocalDays,
  formatWithOffset,
  type LocalDateTime,
  toInstant as toInstantIn,
  toLocalDateTime as toLocalDateTimeIn,
} from '@kutu/time/local-date-time'
import { getUtcOffset } from '@kutu/time/time-zone'
import { formatZoneName, getUserTimeZone } from './format-slot-time.ts'

export const eastAfricaTimeZone = 'Africa/Nairobi'

/** Returns the instant of an input value in the user's time zone, or undefined for an empty or incomplete input. */
export const toInstant = (value: LocalDateTime, timeZone = getUserTimeZone()): Date | undefined =>
  toInstantIn(value, timeZone)

/** Returns the input value for an instant in the user's time zone. */
export const toLocalDateTime = (instant: Date | string | number, timeZone = getUserTimeZone()): LocalDateTime =>
  toLocalDateTimeIn(instant, timeZone)

/** Returns the wire format `2026-11-24 14:00:00+03:00`, or an empty string for an empty or incomplete input. */
export const toWireTime = (value: LocalDateTime, timeZone = getUserTimeZone()): string =>
  formatWithOffset(value, timeZone)

/** Returns the same local time `days` days later, across offset changes too. */
export const addDays = addLocalDays

/** Returns true if the zone has another offset at that instant than East Africa, where the farmers are. */
export const isOutsideEastAfricaTime = (instant: Date | string | number, timeZone = getUserTimeZone()): boolean => {
  const timestamp = new Date(instant).getTime()
  return getUtcOffset(timestamp, timeZone) !== getUtcOffset(timestamp, eastAfricaTimeZone)
}

/** Returns `EAT (Africa/Kampala)`: the zone's short name at that instant, and its place. */
export const describeTimeZone = (instant: Date | string, timeZone = getUserTimeZone()): string =>
  `${formatZoneName(instant, timeZone)} (${timeZone.replaceAll('_', ' ')})`
