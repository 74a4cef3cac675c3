import type { trends } from '@kutu/contract/trends'
import { getDistrict } from '@kutu/places/districts'
import { wilsonInterval } from '@kutu/vision/metrics/metrics'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import { fieldError } from '../../../platform/http/api-error.ts'
import { readPublishedDistricts } from '../counts/district-counts.ts'
import { listWeeks } from '../counts/export-counts.ts'
import { findPastRisk, getWeatherSource, readWeatherRisks } from '../weather/weather-risk.ts'
import { countWeeks, loadCountryWeeks, type WeekFigures } from './weekly-trends.ts'

type TrendQuery = z.output<typeof trends.showTrend.query>
type Trend = z.input<typeof trends.showTrend.reply>
type TrendWeek = Trend['weeks'][number]

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
  const figures =
    district === undefined
      ? await loadCountryWeeks(app, query, mondays)
      : countWeeks(await readPublishedDistricts(app, query, { codes: [district], weeks: mondays }))
  const warnings = await countWarnings(app, { ...query, district }, mondays)
  const findWeather = await readWeather(app, { ...query, district }, mondays)
  const weeks = figures.map(week => ({
    ...presentWeek(week),
    warnings: warnings.get(week.week) ?? 0,
    weather: findWeather(week.week),
  }))
  return { ...{ country, crop, disease, weeks }, district: district ?? null, weather_source: getWeatherSource(app) }
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

/** A country has no weather of its own: it is wet here and dry there. */
async function readWeather(
  app: App,
  { district, ...subject }: Pick<TrendQuery, 'crop' | 'disease' | 'district'>,
  weeks: readonly string[],
): Promise<(week: string) => TrendWeek['weather']> {
  if (district === undefined) return () => null
  const risks = await readWeatherRisks(app, subject, { codes: [district], weeks })
  return week => findPastRisk(risks, { district, week })
}

function presentWeek({
  maxReports,
  maxPhotographed,
  ...figures
}: WeekFigures): Omit<TrendWeek, 'warnings' | 'weather'> {
  const { reports, photographed } = figures
  const counts = { ...figures, max_reports: maxReports, max_photographed: maxPhotographed }
  if (photographed === 0) return { ...counts, share: null, low: null, high: null }
  const { share, low } = wilsonInterval(reports, maxPhotographed)
  const { high } = wilsonInterval(Math.min(maxReports, photographed), photographed)
  const isKnown = maxReports === reports && maxPhotographed === photographed
  return { ...counts, share: isKnown ? share : null, low, high }
}
