import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../../context.ts'

/** The day of the server's clock where Kutu runs (`APP_TIME_ZONE`), as an expression. */
export const today = ({ clock, config }: App): RawBuilder<string> =>
  sql<string>`(${clock.now()}::timestamptz at time zone ${config.timeZone})::date`

/** Returns the Monday of the week of a day; without a day, of the last week that has ended. */
export async function findMonday(app: App, day: string | undefined): Promise<string> {
  const { rows } = await sql<{ monday: string }>`
    select to_char(date_trunc('week', coalesce(
      ${day ?? null}::date::timestamp,
      ${app.clock.now()}::timestamptz at time zone ${app.config.timeZone} - interval '7 days'
    )), 'YYYY-MM-DD') as monday`.execute(app.db)
  return rows[0]?.monday ?? ''
}

/** Moves a Monday, as `2026-11-16`, by a number of weeks. */
export function addWeeks(monday: string, weeks: number): string {
  return new Date(Date.parse(`${monday}T00:00:00Z`) + weeks * 7 * 86_400_000).toISOString().slice(0, 10)
}
