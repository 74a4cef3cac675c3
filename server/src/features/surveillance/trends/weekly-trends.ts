import { findDiseaseCard } from '@kutu/advice/cards/all-cards'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import { isOnReplica } from '../../../platform/db/replica/replica-reads.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { type CountsSubject, type PublishedWeek, readPublishedWeeks } from '../counts/district-counts.ts'
import { minShownFarmers } from '../disclosure/suppress-small-cells.ts'

type Row = PublishedWeek['districts'][number]

/** Figures of a week, from the published counts of some districts. */
export type WeekFigures = {
  /** The Monday of the week. */
  week: string
  /** Districts whose number of farmers with photos is shown. The other figures are about them. */
  districts: number
  /** Reports that are shown. */
  reports: number
  /** The most reports that there can be with the hidden ones. */
  maxReports: number
  photographed: number
}

const strengths = ['confirmed', 'confident', 'likely'] as const

/** Published counts of a week, with the totals of the columns where all districts are read. */
type Table = { week: string; districts: readonly Row[]; totals?: PublishedWeek['totals'] }

/** Returns the figures of weeks from their published rows. */
export const countWeeks = (tables: readonly Table[]): WeekFigures[] => tables.map(countWeek)

function countWeek(table: Table): WeekFigures {
  const known = table.districts.flatMap(row =>
    row.photographed === null ? [] : [{ ...row, photographed: row.photographed }],
  )
  const reports = sum(known.map(row => Math.min(row.photographed, countShown(row))))
  return {
    week: table.week,
    districts: known.length,
    reports,
    maxReports: reports + Math.min(boundByDistrict(known), boundByTotals(table, known)),
    photographed: sum(known.map(row => row.photographed)),
  }
}

/** The most reports that districts can hide: a hidden count is below the smallest one that is shown. */
const boundByDistrict = (rows: readonly (Row & { photographed: number })[]): number =>
  sum(
    rows.map(row => {
      const hidden = strengths.filter(name => row[name] === null).length
      return Math.min(Math.max(0, row.photographed - countShown(row)), hidden * (minShownFarmers - 1))
    }),
  )

/** The same by columns: where a total is shown, hidden counts add up to what the shown ones leave of it. */
const boundByTotals = ({ districts, totals }: Table, known: readonly Row[]): number =>
  sum(
    strengths.map(name => {
      const hidden = known.filter(row => row[name] === null).length * (minShownFarmers - 1)
      const total = totals?.[name] ?? null
      return total === null ? hidden : Math.min(hidden, total - sum(districts.map(row => row[name] ?? 0)))
    }),
  )

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
    select to_char(week, 'YYYY-MM-DD') as week, districts, reports, max_reports as "maxReports", photographed
    from weekly_trends
    where country = ${country} and crop = ${crop} and disease = ${disease} and week = any(${weeks}::date[])`.execute(
    app.db,
  )
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
      .map(({ maxReports: max_reports, ...figures }) => ({ country, crop, disease, max_reports, ...figures }))
    if (added.length > 0)
      await tx
        .insertInto('weekly_trends')
        .values(added satisfies CompleteInsert<'weekly_trends'>[])
        .onConflict(conflict => conflict.doNothing())
        .execute()
    return computed
  })
}

const countShown = (row: Row): number => sum(strengths.map(name => row[name] ?? 0))
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
