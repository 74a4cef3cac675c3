import { findDiseaseCard } from '@kutu/advice/cards/all-cards'
import { distanceKm } from '@kutu/places/distance'
import { districts } from '@kutu/places/districts'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { WeeklyCount } from '../detection/ears.ts'
import { defaultScanOptions, scanForClusters, scanWeeks } from '../detection/scan-statistic.ts'
import { createSeededRandom } from '../detection/seeded-random.ts'
import { addWeeks } from '../weekly/weeks.ts'

/** Largest number of districts in a cluster, and its radius: farther away, two rises have little to do with each other. */
const maxZoneDistricts = 9
const maxZoneKm = 200
/** The quiet weeks of EARS: before the last two. A district with fewer weeks with a photo is new, and no rise. */
const minWeeksWithPhotos = 4

export type DistrictCluster = {
  crop: string
  disease: string
  /** Codes of the districts, the one with the most reports of the last week first. */
  districts: string[]
  /** Weeks since when they rise. */
  weeks: number
}

let allZones: number[][] | undefined
/** Returns for each district the indices of those around it, nearest first, without the ones that have no data. */
export function listZones(hasData: readonly boolean[]): number[][] {
  allZones ??= districts.map(center =>
    districts
      .map((district, i) => ({ i, km: distanceKm(center, district) }))
      .filter(({ km }) => km <= maxZoneKm)
      .sort((a, b) => a.km - b.km)
      .slice(0, maxZoneDistricts)
      .map(({ i }) => i),
  )
  return allZones.map((zone, center) => (hasData[center] ? zone.filter(i => hasData[i]) : []))
}

export type ScanSubject = { crop: string; disease: string; week: string }

/** Returns the diseases with a card that have enough reports for a cluster and were not scanned for the week. */
export async function listUnscanned(app: App, week: string): Promise<ScanSubject[]> {
  const { rows } = await sql<{ crop: string; disease: string }>`
    select crop, disease from weekly_counts
    where week between ${addWeeks(week, -2)}::date and ${week}::date and disease not in ('', 'other_disease')
      and not exists (select from district_scans s
        where (s.week, s.crop, s.disease) = (${week}::date, weekly_counts.crop, weekly_counts.disease))
    group by 1, 2 having sum(farmers) >= ${defaultScanOptions.minReports}
    order by 1, 2`.execute(app.db)
  return rows.filter(({ crop, disease }) => findDiseaseCard(crop, disease)).map(row => ({ ...row, week }))
}

/** Returns the clusters of a disease in a week. The same counts give the same clusters. One district is none. */
export async function findClusters(app: App, subject: ScanSubject): Promise<DistrictCluster[]> {
  const { crop, disease, week } = subject
  const series = await loadAllSeries(app, subject)
  const random = createSeededRandom(`${week} ${crop} ${disease}`)
  const hasData = series.map(weeks => weeks.some(({ photographed }) => photographed > 0))
  const clusters = await scanForClusters(series, listZones(hasData), { ...defaultScanOptions, random })
  const several = clusters.filter(cluster => cluster.districts.length > 1)
  const reportsNow = (i: number): number => series[i]?.at(-1)?.reports ?? 0
  return several.map(({ districts: members, weeks }) => ({
    crop,
    disease,
    districts: members
      .toSorted((a, b) => reportsNow(b) - reportsNow(a) || a - b)
      .flatMap(i => districts[i]?.code ?? []),
    weeks,
  }))
}

/** Returns the last weeks of every district, oldest first; zeros for districts that are new. */
async function loadAllSeries(app: App, { crop, disease, week }: ScanSubject): Promise<WeeklyCount[][]> {
  const first = addWeeks(week, 1 - scanWeeks)
  const { rows } = await sql<{ district: string; i: number; reports: number; photographed: number }>`
    select district, (week - ${first}::date) / 7 as i,
      coalesce(sum(farmers) filter (where disease <> ''), 0)::integer as reports,
      coalesce(sum(farmers) filter (where disease = ''), 0)::integer as photographed
    from weekly_counts
    where week between ${first}::date and ${week}::date and crop = ${crop} and disease in (${disease}, '')
    group by 1, 2`.execute(app.db)
  const byDistrict = new Map<string, WeeklyCount[]>()
  for (const { district, i, ...count } of rows) {
    const weeks = byDistrict.get(district) ?? emptySeries()
    weeks[i] = count
    byDistrict.set(district, weeks)
  }
  return districts.map(({ code }) => {
    const weeks = byDistrict.get(code)
    const isNew =
      !weeks || weeks.slice(0, -2).filter(({ photographed }) => photographed > 0).length < minWeeksWithPhotos
    return isNew ? emptySeries() : weeks
  })
}

const emptySeries = (): WeeklyCount[] => Array.from({ length: scanWeeks }, () => ({ reports: 0, photographed: 0 }))
