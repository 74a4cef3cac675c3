import { findDiseaseCard } from '@kutu/advice/cards/all-cards'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import { isOnReplica } from '../../../platform/db/replica/replica-reads.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
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

/**
 * Returns the figures of a country in weeks that have ended. Those of a disease with a card are stored when they are first read on
 * the primary, or by the job `store_trends`: a trend then reads a row for each week instead of the counts of all districts.
 */
export async function loadCountryWeeks(
  app: App,
  subject: CountsSubject,
  weeks: readonly string[],
): Promise<WeekFigures[]> {
  const stored = await findStored(app, subject, weeks)
  const missing = weeks.filter(week => !stored.has(week))
  if (missing.length === 0) return weeks.flatMap(week => stored.get(week) ?? [])
  const isStored = findDiseaseCard(subject.crop, subject.disease) !== undefined && !isOnReplica(app)
  const computed = isStored
    ? await computeAndStore(app, subject, missing)
    : countWeeks(await readPublishedWeeks(app, subject, missing))
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

/**
 * Computes the figures of weeks, and stores those whose counts nobody is changing. Relies on triggers of district_reports, such
 * as changed_counts_outdate_trends: they delete what a change outdates, under the same lock.
 */
async function computeAndStore(app: App, subject: CountsSubject, weeks: readonly string[]): Promise<WeekFigures[]> {
  const { country, crop, disease } = subject
  return withTransaction(app, async tx => {
    // Before the counts are read, so that every change that is not seen comes after the lock.
    const { rows } = await sql<{ week: string; is_locked: boolean }>`
      select week, pg_try_advisory_xact_lock(hashtextextended('weekly_trends ' || week, 0)) as is_locked
      from unnest(${weeks}::text[]) as week`.execute(tx)
    const lockedWeeks = new Set(rows.filter(({ is_locked }) => is_locked).map(({ week }) => week))
    const computed = countWeeks(await readPublishedWeeks({ ...app, db: tx }, subject, weeks))
    const added = computed
      .filter(({ week }) => lockedWeeks.has(week))
      .map(
        ({ maxReports: max_reports, photographed: min_photographed, maxPhotographed: photographed, ...figures }) => ({
          ...{ country, crop, disease, max_reports, min_photographed, photographed },
          ...figures,
        }),
      )
    if (added.length > 0)
      await tx
        .insertInto('weekly_trends')
        .values(added satisfies CompleteInsert<'weekly_trends'>[])
        // A row without a lower bound comes from a release before, which may still run.
        .onConflict(conflict =>
          conflict.columns(['country', 'crop', 'disease', 'week']).doUpdateSet(eb => ({
            districts: eb.ref('excluded.districts'),
            reports: eb.ref('excluded.reports'),
            max_reports: eb.ref('excluded.max_reports'),
            photographed: eb.ref('excluded.photographed'),
            min_photographed: eb.ref('excluded.min_photographed'),
          })),
        )
        .execute()
    return computed
  })
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
