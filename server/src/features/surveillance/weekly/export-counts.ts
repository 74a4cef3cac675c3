import { maxExportWeeks, type surveillance } from '@kutu/contract/surveillance'
import { getDistrict } from '@kutu/places/districts'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import { formatCsv } from '../../../platform/csv/format-csv.ts'
import type { Db } from '../../../platform/db/database.ts'
import { fieldError } from '../../../platform/http/api-error.ts'
import { findPastRisk, readWeatherRisks } from '../weather/weather-risk.ts'
import { checkDisease, readPublishedWeeks } from './read-weeks.ts'
import { addWeeks, findMonday } from './weeks.ts'

type ExportQuery = z.output<typeof surveillance.exportCounts.query>
type CountsCollection = z.input<typeof surveillance.exportCountsAsGeoJson.reply>

const columns = [
  'week',
  'country',
  'district_code',
  'district',
  'crop',
  'disease',
  'confirmed',
  'confident',
  'likely',
  'photographed',
  'reports_min',
  'reports_max',
  'photographed_min',
  'photographed_max',
  'weather_risk',
  'weather_days',
] as const

/**
 * Returns the published counts of weeks that have ended, a line for each week and district, as CSV. The figures are those of
 * the single weeks, so an export reveals no more than they do.
 * @throws validation_failed for an unknown disease, more weeks than `maxExportWeeks`, or a last week before the first
 */
export async function exportCounts(db: Db, app: App, query: ExportQuery): Promise<string> {
  const { country, crop, disease } = query
  const rows = (await readRows(db, app, query)).map(({ district, name, ...row }) => ({
    country,
    district_code: district,
    district: name,
    crop,
    disease,
    ...row,
  }))
  return formatCsv(columns, rows)
}

/**
 * Returns the same as GeoJSON, a feature for each week and district.
 * @throws validation_failed as `exportCounts` does
 */
export async function exportCountsAsGeoJson(db: Db, app: App, query: ExportQuery): Promise<CountsCollection> {
  const { country, crop, disease } = query
  const features = (await readRows(db, app, query)).map(row => ({
    type: 'Feature' as const,
    id: `${row.district}/${row.week}`,
    geometry: toPoint(row.district),
    properties: { country, crop, disease, unit: 'farmers' as const, ...row },
  }))
  return { type: 'FeatureCollection', features }
}

/** Returns the counts of each week and district with the risk of the weather, as far as it is known. */
async function readRows(db: Db, app: App, query: ExportQuery) {
  checkDisease(query)
  const weeks = listWeeks(app, query)
  const tables = await readPublishedWeeks(db, query, weeks)
  const codes = tables[0]?.districts.map(({ district }) => district) ?? []
  const risks = await readWeatherRisks(db, app, query, { codes, weeks })
  return tables.flatMap(({ week, districts }) =>
    districts.map(row => {
      const risk = findPastRisk(risks, { district: row.district, week })
      return { week, ...row, weather_risk: risk?.level ?? null, weather_days: risk?.days ?? null }
    }),
  )
}

/**
 * Returns the Mondays of an export or a trend. The week that has not ended is left out: two readings of it would show who came
 * in between.
 */
export function listWeeks(app: App, { from, to }: Pick<ExportQuery, 'from' | 'to'>): string[] {
  const lastEnded = findMonday(app, undefined)
  const requested = to === undefined ? lastEnded : findMonday(app, to)
  const last = requested < lastEnded ? requested : lastEnded
  const first = from === undefined ? addWeeks(last, 1 - maxExportWeeks) : findMonday(app, from)
  if (first > requested) throw fieldError('to', 'field.time_order')
  if (addWeeks(first, maxExportWeeks) <= last) throw fieldError('from', 'field.weeks', { max: maxExportWeeks })
  const weeks: string[] = []
  for (let week = first; week <= last; week = addWeeks(week, 1)) weeks.push(week)
  return weeks
}

/** Returns the center of a district as a GeoJSON Point (RFC 7946): longitude first. Null for an unknown district. */
export function toPoint(code: string): { type: 'Point'; coordinates: [number, number] } | null {
  const district = getDistrict(code)
  return district ? { type: 'Point', coordinates: [district.longitude, district.latitude] } : null
}
