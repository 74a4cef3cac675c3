import type { trends } from '@kutu/contract/trends'
import { getDistrict } from '@kutu/places/districts'
import { wilsonInterval } from '@kutu/vision/metrics/metrics'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { fieldError } from '../../../platform/http/api-error.ts'
import { isAnnounced } from '../warnings/warnings.ts'
import { findPastRisk, getWeatherSource, readWeatherRisks } from '../weather/weather-risk.ts'
import { listWeeks } from './export-counts.ts'
import {
  checkDisease,
  type Disclosure,
  type PublishedWeek,
  readPublishedDistricts,
  readPublishedWeeks,
} from './read-weeks.ts'
import { discloseDiseases } from './suppress-small-cells.ts'

type TrendQuery = z.output<typeof trends.showTrend.query>
type Trend = z.input<typeof trends.showTrend.reply>
type TrendWeek = Trend['weeks'][number]

/**
 * Returns the weekly share of reports among the farmers who photographed the crop, computed from the counts that the caller may
 * see, so it reveals no hidden one.
 * @throws validation_failed for an unknown disease, a district of another country, and for the weeks that an export rejects
 */
export async function showTrend(
  db: Db,
  app: App,
  { district, ...query }: TrendQuery,
  publish: Disclosure,
): Promise<Trend> {
  const { country, crop, disease } = query
  if (district !== undefined && getDistrict(district)?.country !== country)
    throw fieldError('district', 'field.invalid')
  checkDisease(query)
  const mondays = listWeeks(app, query)
  const tables =
    district === undefined
      ? await readPublishedWeeks(db, query, mondays, publish)
      : await readPublishedDistricts(db, query, { codes: [district], weeks: mondays, publish })
  const warnings = await countWarnings(db, app, { ...query, district }, mondays)
  const findWeather = await readWeather(db, app, { ...query, district }, mondays)
  const weeks = tables.map(countWeek).map(week => ({
    ...presentWeek(week),
    warnings: warnings.get(week.week) ?? 0,
    weather: findWeather(week.week),
  }))
  return {
    ...{ country, crop, disease, weeks },
    district: district ?? null,
    weather_source: getWeatherSource(app),
    is_exact: publish === discloseDiseases,
  }
}

/** Figures of a week, from the published counts of some districts. */
type WeekFigures = Omit<TrendWeek, 'share' | 'low' | 'high' | 'warnings' | 'weather'>

/** Returns the figures of a week from its published rows, with the totals where all districts of a country are read. */
function countWeek({ week, districts, totals }: Omit<PublishedWeek, 'totals'> & Partial<PublishedWeek>): WeekFigures {
  const known = districts.filter(row => row.photographed_min > 0)
  // Where a district has few farmers, it has few reports, of which none is shown: they are part of the total only.
  const reports_max = Math.min(sum(known.map(row => row.reports_max)), totals?.reports_max ?? Number.POSITIVE_INFINITY)
  return {
    week,
    districts: known.length,
    confirmed: sumKnown(known.map(row => row.confirmed)),
    confident: sumKnown(known.map(row => row.confident)),
    likely: sumKnown(known.map(row => row.likely)),
    reports_max,
    reports_min: sum(known.map(row => row.reports_min)),
    photographed_min: sum(known.map(row => row.photographed_min)),
    photographed_max: sum(known.map(row => row.photographed_max)),
  }
}

/** Returns the number of confirmed warnings by the week of the rise. They are public. */
async function countWarnings(
  db: Db,
  app: App,
  { country, crop, disease, district }: Pick<TrendQuery, 'country' | 'crop' | 'disease' | 'district'>,
  weeks: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  // Index disease_warnings_of_country.
  const { rows } = await sql<{ week: string; count: number }>`
    select to_char(week, 'YYYY-MM-DD') as week, count(*)::integer as count from disease_warnings
    where left(district, 2) = ${country} and state = 'confirmed' and ${isAnnounced(app)} and week = any(${weeks}::date[])
      and crop = ${crop} and disease = ${disease} and ${district === undefined ? sql`true` : sql`district = ${district}`}
    group by week`.execute(db)
  return new Map(rows.map(({ week, count }) => [week, count]))
}

/** A country has no weather of its own: it is wet here and dry there. */
async function readWeather(
  db: Db,
  app: App,
  { district, ...subject }: Pick<TrendQuery, 'crop' | 'disease' | 'district'>,
  weeks: readonly string[],
): Promise<(week: string) => TrendWeek['weather']> {
  if (district === undefined) return () => null
  const risks = await readWeatherRisks(db, app, subject, { codes: [district], weeks })
  return week => findPastRisk(risks, { district, week })
}

function presentWeek(week: WeekFigures): Omit<TrendWeek, 'warnings' | 'weather'> {
  const { reports_min, reports_max, photographed_min, photographed_max } = week
  if (photographed_min === 0) return { ...week, share: null, low: null, high: null }
  const { share, low } = wilsonInterval(reports_min, photographed_max)
  const { high } = wilsonInterval(Math.min(reports_max, photographed_min), photographed_min)
  const isKnown = reports_max === reports_min && photographed_max === photographed_min
  return { ...week, share: isKnown ? share : null, low, high }
}

/** Returns null if a value is hidden. */
const sumKnown = (values: readonly (number | null)[]): number | null =>
  values.reduce((total, value) => (total === null || value === null ? null : total + value), 0)

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
