// Expectation-based space-time scan statistic (Neill 2009, Int J Forecast 25(3): 498-517) with circular zones and a p-value by Monte
// Carlo (Kulldorff 2001, "Prospective time periodic geographical disease surveillance using a scan statistic", J R Stat Soc A
// 164(1): 61-72) and the Poisson likelihood ratio of Kulldorff (1997). Several clusters are found one after the other, each without
// the districts of those before (Zhang, Assunção & Kulldorff 2010, "Spatial scan statistics adjusted for multiple clusters").
//
// A zone is a district with its nearest ones. It is compared with itself in earlier weeks, not with other places: shares differ
// between places for many reasons, and a cluster in space alone says nothing new.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { WeeklyCount } from './ears.ts'

/** Weeks of the longest window. A rise may have begun so many weeks ago, the current one included. */
const maxWindowWeeks = 3
/** Weeks of the baseline, before the longest window: the same as those of EARS. */
const baselineWeeks = 7
/** Consecutive weeks of a district that a scan needs. */
export const scanWeeks = baselineWeeks + maxWindowWeeks

/** Replicates between which other work of the process goes on. */
const replicatesPerTurn = 5
/** More clusters in a week are no outbreak, but a change of something else. */
const maxClusters = 10

export type ScanOptions = {
  /** A cluster is reported if its p-value is at most this. */
  alpha: number
  /** Number of draws under the null hypothesis. */
  replicates: number
  /** Fewer reports in the window than this are no cluster. */
  minReports: number
  /** Returns numbers from 0 to 1 (exclusive). */
  random: () => number
}
export const defaultScanOptions: Omit<ScanOptions, 'random'> = { alpha: 0.05, replicates: 999, minReports: 5 }

export type Cluster = {
  /** Indices of the districts, the center first. */
  districts: readonly number[]
  /** Length of the window in weeks; it ends with the current week. */
  weeks: number
  /** Reports in the window, and the number to be expected from the baseline. */
  reports: number
  expected: number
  /** Log-likelihood ratio. */
  llr: number
  pValue: number
}

/** Counts of the districts: `y[w][i]` and `n[w][i]` of the window of w + 1 weeks, and of the baseline as the last row. */
type Counts = { y: Float64Array[]; n: Float64Array[] }

type Series = readonly (readonly WeeklyCount[])[]
type Zones = readonly (readonly number[])[]

/**
 * Returns the clusters, the most likely one first. No district is in two of them.
 * @param series for each district the last `scanWeeks` weeks, oldest first
 * @param zones for each district the indices of the districts by distance, itself first; each prefix of the list is a zone
 */
export async function scanForClusters(series: Series, zones: Zones, options: ScanOptions): Promise<Cluster[]> {
  const clusters: Cluster[] = []
  const taken = new Set<number>()
  while (clusters.length < maxClusters) {
    const free = zones.map(([center, ...others]) =>
      center === undefined || taken.has(center) ? [] : [center, ...others.filter(i => !taken.has(i))],
    )
    const cluster = await scanForCluster(series, free, options)
    if (!cluster) return clusters
    clusters.push(cluster)
    for (const i of cluster.districts) taken.add(i)
  }
  return clusters
}

/** Returns the most likely cluster, or undefined if chance explains it. */
async function scanForCluster(
  series: Series,
  zones: Zones,
  { alpha, replicates, minReports, random }: ScanOptions,
): Promise<Cluster | undefined> {
  const counts = sumWindows(series)
  const best = findMaximum(counts, zones, minReports)
  if (!best) return undefined
  const redistribute = createNullModel(series, random)
  let exceedances = 0
  for (let drawn = 1; drawn <= replicates; drawn++) {
    redistribute(counts.y)
    const replicate = findMaximum(counts, zones, minReports)
    if (replicate && replicate.llr >= best.llr) exceedances++
    // Then the p-value is too large, whatever the other replicates show.
    if (exceedances + 1 > alpha * (replicates + 1)) return undefined
    if (drawn % replicatesPerTurn === 0) await nextTurn()
  }
  return { ...best, pValue: (exceedances + 1) / (replicates + 1) }
}

const sum = (weeks: readonly WeeklyCount[], name: keyof WeeklyCount): number =>
  weeks.reduce((total, week) => total + week[name], 0)

function sumWindows(series: Series): Counts {
  const sumOf = (name: keyof WeeklyCount) => [
    ...Array.from({ length: maxWindowWeeks }, (_, w) =>
      Float64Array.from(series, weeks => sum(weeks.slice(scanWeeks - 1 - w, scanWeeks), name)),
    ),
    Float64Array.from(series, weeks => sum(weeks.slice(0, baselineWeeks), name)),
  ]
  return { y: sumOf('reports'), n: sumOf('photographed') }
}

/** Returns the zone and window with the largest log-likelihood ratio; its p-value is not yet known. */
function findMaximum({ y, n }: Counts, zones: Zones, minReports: number): Omit<Cluster, 'pValue'> | undefined {
  const [yBaseline, nBaseline] = [y[maxWindowWeeks], n[maxWindowWeeks]]
  if (!yBaseline || !nBaseline) return undefined
  let best = { center: -1, size: 0, window: 0, reports: 0, expected: 0, llr: 0 }
  for (let window = 0; window < maxWindowWeeks; window++) {
    const [yWindow, nWindow] = [y[window], n[window]]
    if (!yWindow || !nWindow) continue
    for (const [center, zone] of zones.entries()) {
      let [c, nC, b, nB] = [0, 0, 0, 0]
      for (let size = 0; size < zone.length; size++) {
        const i = zone[size] ?? 0
        c += yWindow[i] ?? 0
        nC += nWindow[i] ?? 0
        b += yBaseline[i] ?? 0
        nB += nBaseline[i] ?? 0
        if (c < minReports || nB === 0 || c * nB <= b * nC) continue
        const expected = ((c + b) * nC) / (nC + nB)
        const llr = c * Math.log(c / expected) + (b > 0 ? b * Math.log(b / (c + b - expected)) : 0)
        if (llr > best.llr) best = { center, size: size + 1, window, reports: c, expected: (b * nC) / nB, llr }
      }
    }
  }
  const { center, size, window, reports, expected, llr } = best
  const districts = zones[center]?.slice(0, size)
  return districts && { districts, weeks: window + 1, reports, expected, llr }
}

/**
 * Returns a function that fills `y` with a draw under the null hypothesis: each report of a district falls into one of its weeks
 * with a probability in proportion to the farmers who photographed then. The number of reports of each district is kept.
 */
function createNullModel(series: Series, random: () => number) {
  const reports = series.map(weeks => sum(weeks, 'reports'))
  const cumulative = series.map(weeks => {
    let total = 0
    return Float64Array.from(weeks, ({ photographed }) => (total += photographed))
  })
  return (y: Float64Array[]): void => {
    for (const row of y) row.fill(0)
    for (const [i, count] of reports.entries()) {
      const weeks = cumulative[i] ?? []
      const total = weeks[scanWeeks - 1] ?? 0
      for (let report = 0; report < count; report++) {
        const at = random() * total
        let week = 0
        while (week < scanWeeks - 1 && (weeks[week] ?? 0) <= at) week++
        add(y, week, i)
      }
    }
  }
}

/** Adds a report of a week to the baseline, or to each window that contains the week. */
function add(y: Float64Array[], week: number, i: number): void {
  const first = week < baselineWeeks ? maxWindowWeeks : scanWeeks - 1 - week
  const last = week < baselineWeeks ? maxWindowWeeks : maxWindowWeeks - 1
  for (let row = first; row <= last; row++) {
    const counts = y[row]
    if (counts) counts[i] = (counts[i] ?? 0) + 1
  }
}
