import { parseZonedTime } from '@kutu/time/parse-zoned-time'
import type { App } from '../../context.ts'
import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { toZonedDateTime, type ZonedDateTime } from '../../platform/i18n/zoned-date-time.ts'
import { getChosenTimeZone } from '../accounts/users/users.ts'

/**
 * Serializes the transactions that change a user's schedule. The exclusion constraints would reject a conflict anyway,
 * but two simultaneous violations wait for each other and end in a deadlock error.
 */
export async function lockSchedules(tx: Tx, userIds: readonly string[]): Promise<void> {
  // Sorted, so that all transactions take the locks in the same order.
  for (const id of [...userIds].sort()) await advisoryLock(tx, `schedule ${id}`)
}

export type BusyRange = { start: Date; end: Date }

/**
 * Returns the first time from `from` on at which a range of this length overlaps none of the busy ones.
 * @param busy in ascending order of their start
 */
export function findNextFreeTime(from: Date, lengthMs: number, busy: readonly BusyRange[]): Date {
  let free = from.getTime()
  for (const { start, end } of busy) {
    if (start.getTime() >= free + lengthMs) break
    free = Math.max(free, end.getTime())
  }
  return new Date(free)
}

/** Returns instants as sentences show them, in the time zone of the user, or of the server without one. */
export async function toUserTimes<Name extends string>(
  app: App,
  tx: Tx,
  userId: string,
  times: Record<Name, Date>,
): Promise<Record<Name, ZonedDateTime>> {
  const zone = (await getChosenTimeZone(tx, userId)) ?? app.config.timeZone
  const now = app.clock.now()
  const shown = Object.entries<Date>(times).map(([name, at]) => [name, toZonedDateTime(at, zone, now)] as const)
  return Object.fromEntries(shown) as Record<Name, ZonedDateTime>
}

const errorKeys = { invalid: 'field.time', skipped: 'field.time_gap' } as const

/** Parses a time sent by a client. The error is the message key of the field. */
export function parseTimeField(
  value: string,
  timeZone: string,
): { instant: Date } | { errorKey: (typeof errorKeys)[keyof typeof errorKeys] } {
  const parsed = parseZonedTime(value, timeZone)
  return 'error' in parsed ? { errorKey: errorKeys[parsed.error] } : parsed
}
