import { distanceKm } from '@kutu/places/distance'
import { countryCodes, districts } from '@kutu/places/districts'
import { listNeighbors } from '@kutu/places/neighbors'
import { sum, type WeeklyCount } from '../outbreak-detection/ears.ts'
import {
  type Cluster,
  defaultScanOptions,
  noReports,
  scanForClusters,
  scanWeeks,
} from '../outbreak-detection/scan-statistic.ts'
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

/** Returns the indices of the districts of a country that are no neighbors of one: an outbreak soon reaches those. */
export function listRestOfCountry(center: number): number[] {
  const near = new Set(listNeighbors(districts[center]?.code ?? ''))
  return [...districts.keys()].filter(
    i => i !== center && districts[i]?.country === districts[center]?.country && !near.has(districts[i]?.code ?? ''),
  )
}

/** Returns the clusters of a disease in a week. The same counts give the same clusters. One district is none. */
export async function findClusters(
  { crop, disease, week }: DiseaseWeek,
  all: readonly WeeklyCount[][],
): Promise<Cluster[]> {
  const series = all.map(weeks => (isNew(weeks) ? emptyWeeks : weeks).slice(-scanWeeks))
  const random = createSeededRandom(`${week} ${crop} ${disease}`)
  const hasData = series.map(weeks => weeks.some(({ photographed }) => photographed > 0))
  const clusters = await scanForClusters(series, listZones(hasData), countries, { ...defaultScanOptions, random })
  return clusters.filter(cluster => cluster.districts.length > 1 && isRise(cluster, series))
}

/** Returns false for districts that only stand out because the disease became rarer everywhere else. */
function isRise({ districts: members, weeks: window }: Cluster, series: readonly (readonly WeeklyCount[])[]): boolean {
  const shareOf = (first: number, end?: number): number => {
    const weeks = members.flatMap(i => series[i]?.slice(first, end) ?? [])
    return sum(weeks.map(({ reports }) => reports)) / sum(weeks.map(({ photographed }) => photographed))
  }
  return shareOf(-window) > shareOf(0, -window)
}

const countries = countryCodes.map(code => districts.flatMap(({ country }, i) => (country === code ? [i] : [])))

const emptyWeeks: readonly WeeklyCount[] = Array.from({ length: scanWeeks }, () => noReports)

/** Where Kutu is new, the first reports are no rise. */
const isNew = (weeks: readonly WeeklyCount[]): boolean =>
  weeks.slice(-scanWeeks, -2).filter(({ photographed }) => photographed > 0).length < minWeeksWithPhotos
