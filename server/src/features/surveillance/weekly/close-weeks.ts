import { countryCodes } from '@kutu/places/districts'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { reportsQuery, takenAt, takenInWeek, weekOf } from './select-reports.ts'
import { addWeeks, findMonday } from './weeks.ts'

/** Weeks after their end in which photos still arrive: a photo is sent at most 30 days after it was taken. */
const openWeeks = 5

/** Share of the photos of a week that should have arrived before a rise is judged. */
const minArrivedShare = 0.9

/**
 * Job, every hour: counts the weeks that have ended, each once, and counts them again the next day where photos may have arrived or
 * something has changed. Never more often, because what differs between two tables of a day would tell whose photo it was.
 */
export async function closeWeeks(app: App, _payload: unknown, signal: AbortSignal): Promise<void> {
  for (const week of await listDueWeeks(app.db, app)) {
    signal.throwIfAborted()
    await closeWeek(app.db, app, week)
  }
}

/** Returns the Mondays of the weeks to count, oldest first. The first week is that of the first photo. */
async function listDueWeeks(db: Db, app: App): Promise<string[]> {
  const { clock, config } = app
  const lastEnded = findMonday(app, undefined)
  const { rows } = await sql<{ week: string }>`
    select to_char(week, 'YYYY-MM-DD') as week
    from generate_series(
      least(
        coalesce((select min(week) from counted_weeks), (select min(${weekOf(takenAt, config.timeZone)}) from analyses a)),
        ${addWeeks(lastEnded, 1 - openWeeks)}::date
      )::timestamp,
      ${lastEnded}::timestamp,
      interval '7 days'
    ) as week
    left join counted_weeks c using (week)
    where c.week is null or (
      c.counted_at < date_trunc('day', ${clock.now()}::timestamptz, ${config.timeZone})
      and (c.is_changed or week > ${addWeeks(lastEnded, -openWeeks)}::date)
    )
    order by week`.execute(db)
  return rows.map(({ week }) => week)
}

/** Counts the photos of a week, in all districts. A change that is marked meanwhile waits, and is counted the next time. */
export async function closeWeek(db: Db, app: App, week: string): Promise<void> {
  await withTransaction(db, async tx => {
    await sql`insert into counted_weeks (week, counted_at, is_changed, arrival_days)
      values (${week}, ${app.clock.now()}, false, ${measureArrival(week, app.config.timeZone)})
      on conflict (week) do update set counted_at = excluded.counted_at, is_changed = false, arrival_days = excluded.arrival_days`.execute(
      tx,
    )
    await tx.deleteFrom('weekly_counts').where('week', '=', week).execute()
    await sql`
      insert into weekly_counts (district, crop, disease, week, strength, farmers)
      select district, crop, disease, week::date, strength, count(*)
      from (${reportsQuery(takenInWeek(sql`${week}::date`, app.config.timeZone), app.config.timeZone)}) reports
      group by 1, 2, 3, 4, 5`.execute(tx)
  })
}

/** Fewer photos of a country in eight weeks say little about its delays: then those of all countries count. */
const minCountryPhotos = 100

/** Computes `counted_weeks.arrival_days`. Photos that arrive more than six days after their week wait for no judgment. */
function measureArrival(week: string, timeZone: string): RawBuilder<unknown> {
  const end = sql`(${addWeeks(week, 1)}::timestamp at time zone ${timeZone})`
  const endOfPhoto = sql`((${weekOf(takenAt, timeZone)} + 7)::timestamp at time zone ${timeZone})`
  return sql`(
    with photos as (
      select left(a.district, 2) as country, extract(epoch from a.uploaded_at - ${endOfPhoto}) / 86400 as late
      from analyses a where a.uploaded_at >= ${end} - interval '9 weeks' and a.uploaded_at < ${end} - interval '1 week'
    ), delays as (
      select country, grouping(country) = 1 as is_of_all, count(*) as photos,
        least(6, greatest(0, ceil(percentile_disc(${minArrivedShare}::float8) within group (order by late))))::integer as days
      from photos group by grouping sets ((country), ())
    )
    select jsonb_object_agg(code, coalesce(
      (select days from delays where country = code and photos >= ${sql.lit(minCountryPhotos)}),
      (select days from delays where is_of_all), 0))
    from unnest(${[...countryCodes]}::text[]) as code)`
}

/** Counts all weeks again, after a change of the method. Returns their number. */
export async function recountWeeks(app: App): Promise<number> {
  await app.db
    .updateTable('counted_weeks')
    .set({ is_changed: true, counted_at: new Date(0) })
    .execute()
  const weeks = await listDueWeeks(app.db, app)
  for (const week of weeks) await closeWeek(app.db, app, week)
  return weeks.length
}
