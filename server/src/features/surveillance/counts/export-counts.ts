import { maxExportWeeks, type surveillance } from '@kutu/contract/surveillance'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import { formatCsv } from '../../../platform/csv/format-csv.ts'
import { fieldError } from '../../../platform/http/api-error.ts'
import { readPublishedWeeks } from './district-counts.ts'
import { toPoint } from './district-points.ts'
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
] as const

/**
 * Returns the published counts of weeks that have ended, a line for each week and district, as CSV. The figures are those of
 * the single weeks, so an export reveals no more than they do.
 * @throws validation_failed for more weeks than `maxExportWeeks`, or a last week before the first
 */
export async function exportCounts(app: App, query: ExportQuery): Promise<string> {
  const { country, crop, disease } = query
  const weeks = await listWeeks(app, query)
  const tables = await readPublishedWeeks(app, query, weeks)
  const rows = tables.flatMap(({ week, districts }) =>
    districts.map(({ district, name, ...counts }) => ({
      ...{ week, country, district_code: district, district: name, crop, disease },
      ...counts,
    })),
  )
  return formatCsv(columns, rows)
}

/**
 * Returns the same counts as GeoJSON, a feature for each week and district.
 * @throws validation_failed as `exportCounts` does
 */
export async function exportCountsAsGeoJson(app: App, query: ExportQuery): Promise<CountsCollection> {
  const { country, crop, disease } = query
  const tables = await readPublishedWeeks(app, query, await listWeeks(app, query))
  const features = tables.flatMap(({ week, districts }) =>
    districts.map(({ district, name, ...counts }) => ({
      type: 'Feature' as const,
      id: `${district}/${week}`,
      geometry: toPoint(district),
      properties: { district, name, country, crop, disease, week, unit: 'farmers' as const, ...counts },
    })),
  )
  return { type: 'FeatureCollection', features }
}

/**
 * Returns the Mondays of an export or a trend. The week that has not ended is left out: two readings of it would show who came
 * in between.
 */
export async function listWeeks(app: App, { from, to }: Pick<ExportQuery, 'from' | 'to'>): Promise<string[]> {
  const lastEnded = await findMonday(app, undefined)
  const requested = to === undefined ? lastEnded : await findMonday(app, to)
  const last = requested < lastEnded ? requested : lastEnded
  const first = from === undefined ? addWeeks(last, 1 - maxExportWeeks) : await findMonday(app, from)
  if (first > requested) throw fieldError('to', 'field.time_order')
  if (addWeeks(first, maxExportWeeks) <= last) throw fieldError('from', 'field.weeks', { max: maxExportWeeks })
  const weeks: string[] = []
  for (let week = first; week <= last; week = addWeeks(week, 1)) weeks.push(week)
  return weeks
}
