import type { trends } from '@kutu/contract/trends'
import { getDistrict } from '@kutu/places/districts'
import { wilsonInterval } from '@kutu/vision/metrics/metrics'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import { fieldError } from '../../../platform/http/api-error.ts'
import { type PublishedWeek, readPublishedDistricts, readPublishedWeeks } from '../counts/district-counts.ts'
import { listWeeks } from '../counts/export-counts.ts'
import { minShownFarmers } from '../disclosure/suppress-small-cells.ts'

type TrendQuery = z.output<typeof trends.showTrend.query>
type Trend = z.input<typeof trends.showTrend.reply>
type Row = PublishedWeek['districts'][number]

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
  const tables =
    district === undefined
      ? await readPublishedWeeks(app, query, mondays)
      : await readPublishedDistricts(app, query, { codes: [district], weeks: mondays })
  const weeks = tables.map(({ week, districts }) => ({ week, ...summarize(districts) }))
  return { ...{ country, crop, disease, weeks }, district: district ?? null }
}

const strengths = ['confirmed', 'confident', 'likely'] as const

function summarize(rows: readonly Row[]): Omit<Trend['weeks'][number], 'week'> {
  const known = rows.flatMap(row => (row.photographed === null ? [] : [{ ...row, photographed: row.photographed }]))
  const photographed = sum(known.map(row => row.photographed))
  const reports = sum(known.map(row => Math.min(row.photographed, countShown(row))))
  // A hidden count of a district is below the smallest one that is shown.
  const maxReports = sum(
    known.map(row => {
      const hidden = strengths.filter(name => row[name] === null).length
      return Math.min(row.photographed, countShown(row) + hidden * (minShownFarmers - 1))
    }),
  )
  const counts = { districts: known.length, reports, photographed }
  if (photographed === 0) return { ...counts, share: null, low: null, high: null }
  const { share, low } = wilsonInterval(reports, photographed)
  const { high } = wilsonInterval(maxReports, photographed)
  return { ...counts, share: maxReports === reports ? share : null, low, high }
}

const countShown = (row: Row): number => sum(strengths.map(name => row[name] ?? 0))
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
