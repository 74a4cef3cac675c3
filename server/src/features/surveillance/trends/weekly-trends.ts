import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { type CountsSubject, type PublishedWeek, readPublishedWeeks } from '../counts/district-counts.ts'

type Row = PublishedWeek['districts'][number]

/** Figures of a week, from the published counts of some districts. */
export type WeekFigures = {
  /** The Monday of the week. */
  week: string
  /** Districts with at least five farmers who photographed the crop. The other figures are about them. */
  districts: number
  /** The fewest reports, and the most. */
  reports: number
  maxReports: number
  /** The fewest farmers who photographed the crop, and the most. */
  photographed: number
  maxPhotographed: number
}

/** Published counts of a week, with the totals where all districts of a country are read. */
type Table = { week: string; districts: readonly Row[]; totals?: PublishedWeek['totals'] }

/** Returns the figures of weeks from their published rows. */
export const countWeeks = (tables: readonly Table[]): WeekFigures[] => tables.map(countWeek)

function countWeek({ week, districts, totals }: Table): WeekFigures {
  const known = districts.filter(row => row.photographed_min > 0)
  const reports = sum(known.map(row => row.reports_min))
  // Where a district has few farmers, it has few reports, of which none is shown: they are part of the total only.
  const maxReports = Math.min(sum(known.map(row => row.reports_max)), totals?.reports_max ?? Number.POSITIVE_INFINITY)
  return {
    ...{ week, districts: known.length, reports, maxReports },
    photographed: sum(known.map(row => row.photographed_min)),
    maxPhotographed: sum(known.map(row => row.photographed_max)),
  }
}

/** Returns the figures of a country in weeks that have ended: stored ones, and those of the other weeks from their counts. */
export async function loadCountryWeeks(
  app: App,
  subject: CountsSubject,
  weeks: readonly string[],
): Promise<WeekFigures[]> {
  const stored = await findStored(app, subject, weeks)
  const missing = weeks.filter(week => !stored.has(week))
  const computed = missing.length === 0 ? [] : countWeeks(await readPublishedWeeks(app, subject, missing))
  const byWeek = new Map([...stored, ...computed.map(figures => [figures.week, figures] as const)])
  return weeks.flatMap(week => byWeek.get(week) ?? [])
}

async function findStored(
  app: App,
  { country, crop, disease }: CountsSubject,
  weeks: readonly string[],
): Promise<Map<string, WeekFigures>> {
  const { rows } = await sql<WeekFigures>`
    select to_char(week, 'YYYY-MM-DD') as week, districts, reports, max_reports as "maxReports", min_photographed as photographed,
      photographed as "maxPhotographed"
    from weekly_trends
    where country = ${country} and crop = ${crop} and disease = ${disease} and week = any(${weeks}::date[])
      and min_photographed is not null`.execute(app.db)
  return new Map(rows.map(figures => [figures.week, figures]))
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
