import { distanceKm } from '@kutu/places/distance'
import { districts } from '@kutu/places/districts'
import type { WeeklyCount } from '../outbreak-detection/ears.ts'
import { type Cluster, defaultScanOptions, scanForClusters, scanWeeks } from '../outbreak-detection/scan-statistic.ts'
import { createSeededRandom } from '../outbreak-detection/seeded-random.ts'

/** Largest number of districts in a cluster, and its radius: farther away, two rises have little to do with each other. */
const maxZoneDistricts = 9
const maxZoneKm = 200
/** Before the last two weeks. A district with fewer weeks with a photo is new. */
const minWeeksWithPhotos = 4

/** A disease of a week. */
export type DiseaseWeek = { crop: string; disease: string; week: string }

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

/** Returns the clusters of a disease in a week. The same counts give the same clusters. One district is none. */
export async function findClusters(
  { crop, disease, week }: DiseaseWeek,
  all: readonly WeeklyCount[][],
): Promise<Cluster[]> {
  const series = all.map(weeks => (isNew(weeks) ? emptyWeeks : weeks).slice(-scanWeeks))
  const random = createSeededRandom(`${week} ${crop} ${disease}`)
  const hasData = series.map(weeks => weeks.some(({ photographed }) => photographed > 0))
  const clusters = await scanForClusters(series, listZones(hasData), { ...defaultScanOptions, random })
  const reportsNow = (i: number): number => series[i]?.at(-1)?.reports ?? 0
  return clusters
    .filter(cluster => cluster.districts.length > 1)
    .map(cluster => ({
      ...cluster,
      districts: cluster.districts.toSorted((a, b) => reportsNow(b) - reportsNow(a) || a - b),
    }))
}

const emptyWeeks: readonly WeeklyCount[] = Array.from({ length: scanWeeks }, () => ({ reports: 0, photographed: 0 }))

/** Where Kutu is new, the first reports are no rise. */
const isNew = (weeks: readonly WeeklyCount[]): boolean =>
  weeks.slice(-scanWeeks, -2).filter(({ photographed }) => photographed > 0).length < minWeeksWithPhotos
