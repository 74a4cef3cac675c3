import type { trends } from '@kutu/contract/trends'
import { getDistrict } from '@kutu/places/districts'
import { wilsonInterval } from '@kutu/vision/metrics/metrics'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import { fieldError } from '../../../platform/http/api-error.ts'
import { type PublishedWeek, readPublishedDistricts, readPublishedWeeks } from '../counts/district-counts.ts'
import { listWeeks } from '../counts/export-counts.ts'
import { minShownFarmers } from '../disclosure/suppress-small-cells.ts'

type TrendQuery = z.output<typeof trends.showTrend.query>
type Trend = z.input<typeof trends.showTrend.reply>
type TrendWeek = Trend['weeks'][number]
type Row = PublishedWeek['districts'][number]
/** Published counts, with the totals of the columns where all districts are read. */
type Table = { districts: Row[]; totals?: PublishedWeek['totals'] }

/**
 * Returns the weekly share of reports among the farmers who photographed the crop. It is computed from the published counts, so
 * it reveals no hidden one.
 * @throws validation_failed for a district of another country, and for the weeks that an export rejects
 */
export async function showTrend(app: App, { district, ...query }: TrendQuery): Promise<Trend> {
  const { country, crop, disease } = query
  if (district !== undefined && getDistrict(district)?.country !== country)
    throw fieldError('district', 'field.invalid')
  const mondays = await listWeeks(app, query)
  const tables: ({ week: string } & Table)[] =
    district === undefined
      ? await readPublishedWeeks(app, query, mondays)
      : await readPublishedDistricts(app, query, { codes: [district], weeks: mondays })
  const warnings = await countWarnings(app, { ...query, district }, mondays)
  const weeks = tables.map(table => ({
    week: table.week,
    ...summarize(table),
    warnings: warnings.get(table.week) ?? 0,
  }))
  return { ...{ country, crop, disease, weeks }, district: district ?? null }
}

/** Returns the number of confirmed warnings by the week of the rise. They are public. */
async function countWarnings(
  app: App,
  { country, crop, disease, district }: Pick<TrendQuery, 'country' | 'crop' | 'disease' | 'district'>,
  weeks: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  // Index disease_warnings_of_country.
  const { rows } = await sql<{ week: string; count: number }>`
    select to_char(week, 'YYYY-MM-DD') as week, count(*)::integer as count from disease_warnings
    where left(district, 2) = ${country} and state = 'confirmed' and week = any(${weeks}::date[])
      and crop = ${crop} and disease = ${disease} and ${district === undefined ? sql`true` : sql`district = ${district}`}
    group by week`.execute(app.db)
  return new Map(rows.map(({ week, count }) => [week, count]))
}

const strengths = ['confirmed', 'confident', 'likely'] as const

function summarize(table: Table): Omit<TrendWeek, 'week' | 'warnings'> {
  const known = table.districts.flatMap(row =>
    row.photographed === null ? [] : [{ ...row, photographed: row.photographed }],
  )
  const photographed = sum(known.map(row => row.photographed))
  const reports = sum(known.map(row => Math.min(row.photographed, countShown(row))))
  const max_reports = reports + Math.min(boundByDistrict(known), boundByTotals(table, known))
  const counts = { districts: known.length, reports, max_reports, photographed }
  if (photographed === 0) return { ...counts, share: null, low: null, high: null }
  const { share, low } = wilsonInterval(reports, photographed)
  const { high } = wilsonInterval(max_reports, photographed)
  return { ...counts, share: max_reports === reports ? share : null, low, high }
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

const countShown = (row: Row): number => sum(strengths.map(name => row[name] ?? 0))
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
