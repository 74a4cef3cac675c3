import { toLocalDateTime } from '@kutu/time/local-date-time'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../../context.ts'

/** Returns the day of the server's clock where Kutu runs (`APP_TIME_ZONE`), as `2026-11-16`. */
export const findToday = ({ clock, config }: App): string => toLocalDateTime(clock.now(), config.timeZone).slice(0, 10)

/** The same as an expression. */
export const today = (app: App): RawBuilder<string> => sql<string>`${findToday(app)}::date`

/** Returns the Monday of the week of a day; without a day, of the last week that has ended. */
export function findMonday(app: App, day: string | undefined): string {
  const date = day ?? addDays(findToday(app), -7)
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return addDays(date, -((weekday + 6) % 7))
}

/** Moves a day, as `2026-11-16`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export const addWeeks = (monday: string, weeks: number): string => addDays(monday, weeks * 7)
