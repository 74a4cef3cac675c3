// Space-time permutation scan statistic: Kulldorff, Heffernan, Hartman, Assunção & Mostashari (2005), "A space-time permutation scan
// statistic for disease outbreak detection", PLoS Med 2(3): e59. Given are the reports of each district and of each week, so what
// raises a disease in a whole country is no cluster: season, a campaign, another model. With districts of several countries the
// weeks of each country are given. Several clusters are found one after the other, each without the districts of those before
// (Zhang, Assunção & Kulldorff 2010, "Spatial scan statistics adjusted for multiple clusters").
//
// The paper knows cases only. Here the farmers who photographed weight each week of a district. With weights in the same proportion
// everywhere, expected reports and draws are those of the paper.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sum, type WeeklyCount } from './ears.ts'

/** Weeks of the longest window. A rise may have begun so many weeks ago, the current one included. */
const maxWindowWeeks = 3
/** Weeks of the baseline, before the longest window: the same as those of EARS. */
const baselineWeeks = 7
/** Consecutive weeks of a district that a scan needs. */
export const scanWeeks = baselineWeeks + maxWindowWeeks

/** Replicates between which other work of the process goes on. */
const replicatesPerTurn = 5
/** Swaps of a draw for each report. The p-value is right with any number; with few the power is less. */
const swapsPerReport = 2
/** In sparse tables of few districts, further rounds still change the expected reports by up to a fifth of a report. */
const fittingRounds = 20
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
  /** Reports in the window, and the number to be expected if districts and weeks were independent. */
  reports: number
  expected: number
  /** Log-likelihood ratio. */
  llr: number
  pValue: number
}

/** A report: the index of the first week of its district, and its own week. */
type Report = { first: number; week: number }

type Series = readonly (readonly WeeklyCount[])[]
type Zones = readonly (readonly number[])[]

/**
 * Returns the clusters, the most likely one first. No district is in two of them.
 * @param series for each district the last `scanWeeks` weeks, oldest first
 * @param zones for each district the indices of the districts by distance, itself first; each prefix of the list is a zone
 * @param countries for each country the indices of its districts
 */
export async function scanForClusters(
  series: Series,
  zones: Zones,
  countries: Zones,
  options: ScanOptions,
): Promise<Cluster[]> {
  const clusters: Cluster[] = []
  const taken = new Set<number>()
  while (clusters.length < maxClusters) {
    const freeZones = zones.map(([center, ...others]) =>
      center === undefined || taken.has(center) ? [] : [center, ...others.filter(i => !taken.has(i))],
    )
    const freeSeries = series.map((weeks, i) => (taken.has(i) ? weeks.map(() => noReports) : weeks))
    const cluster = await scanForCluster(freeSeries, freeZones, countries, options)
    if (!cluster) return clusters
    clusters.push(cluster)
    for (const i of cluster.districts) taken.add(i)
  }
  return clusters
}

export const noReports: WeeklyCount = { reports: 0, photographed: 0 }

/** Returns the most likely cluster, or undefined if chance explains it. */
async function scanForCluster(
  series: Series,
  zones: Zones,
  countries: Zones,
  { alpha, replicates, minReports, random }: ScanOptions,
): Promise<Cluster | undefined> {
  const expected = sumWindows(fitExpected(series, countries))
  const observed = Float64Array.from(series.flat(), ({ reports }) => reports)
  const total = sum([...observed])
  const find = (reports: Float64Array) => findMaximum(sumWindows(reports), expected, zones, { minReports, total })
  const best = find(observed)
  if (!best) return undefined
  const draw = createNullModel(series, countries, random)
  let exceedances = 0
  for (let drawn = 1; drawn <= replicates; drawn++) {
    const replicate = find(draw())
    if (replicate && replicate.llr >= best.llr) exceedances++
    // Then the p-value is too large, whatever the other replicates show.
    if (exceedances + 1 > alpha * (replicates + 1)) return undefined
    if (drawn % replicatesPerTurn === 0) await nextTurn()
  }
  return { ...best, pValue: (exceedances + 1) / (replicates + 1) }
}

/**
 * Returns the reports to be expected in each week of each district: in proportion to the farmers who photographed, with the sums of
 * the true reports by district, and by week of a country (iterative proportional fitting, Deming & Stephan 1940).
 */
function fitExpected(series: Series, countries: Zones): Float64Array {
  const cells = series.flat()
  const expected = Float64Array.from(cells, ({ photographed }) => photographed)
  const sums = [
    ...countries.flatMap(members => weekIndices.map(week => members.map(i => i * scanWeeks + week))),
    ...series.map((_, i) => weekIndices.map(week => i * scanWeeks + week)),
  ]
  for (let round = 0; round < fittingRounds; round++)
    for (const members of sums) {
      const factor = sum(members.map(k => cells[k]?.reports ?? 0)) / sum(members.map(k => expected[k] ?? 0))
      for (const k of members) expected[k] = (expected[k] ?? 0) * (factor || 0)
    }
  return expected
}

const weekIndices = Array.from({ length: scanWeeks }, (_, week) => week)

/** Returns for each district and window the sum of the weeks from a table of all weeks. */
function sumWindows(cells: Float64Array): Float64Array {
  const sums = new Float64Array((cells.length / scanWeeks) * maxWindowWeeks)
  for (let i = 0; i * scanWeeks < cells.length; i++)
    for (let window = 0, total = 0; window < maxWindowWeeks; window++) {
      total += cells[(i + 1) * scanWeeks - 1 - window] ?? 0
      sums[i * maxWindowWeeks + window] = total
    }
  return sums
}

/** Returns the zone and window with the largest log-likelihood ratio; its p-value is not yet known. */
function findMaximum(
  reports: Float64Array,
  expected: Float64Array,
  zones: Zones,
  { minReports, total }: { minReports: number; total: number },
): Omit<Cluster, 'pValue'> | undefined {
  let best = { center: -1, size: 0, window: 0, reports: 0, expected: 0, llr: 0 }
  for (let window = 0; window < maxWindowWeeks; window++)
    for (const [center, zone] of zones.entries()) {
      let [c, mu] = [0, 0]
      for (let size = 0; size < zone.length; size++) {
        const at = (zone[size] ?? 0) * maxWindowWeeks + window
        c += reports[at] ?? 0
        mu += expected[at] ?? 0
        if (c < minReports || c <= mu) continue
        const llr = c * Math.log(c / mu) + (c < total ? (total - c) * Math.log((total - c) / (total - mu)) : 0)
        if (llr > best.llr) best = { center, size: size + 1, window, reports: c, expected: mu, llr }
      }
    }
  const { center, size, window, ...figures } = best
  const districts = zones[center]?.slice(0, size)
  return districts && { ...figures, districts, weeks: window + 1 }
}

/**
 * Returns a function that draws a table of reports under the null hypothesis, with the same sums: two reports of a country swap their
 * weeks, with the probability of Metropolis et al. (1953) for the farmers who photographed. All draws begin with the same table,
 * which is as many swaps away from the true one, so that the p-value is exact (parallel test of Besag & Clifford 1989,
 * "Generalized Monte Carlo significance tests", Biometrika 76(4): 633-642).
 */
function createNullModel(series: Series, countries: Zones, random: () => number): () => Float64Array {
  const photographed = Float64Array.from(series.flat(), week => week.photographed)
  const byCountry = countries.map(members =>
    members.flatMap(i =>
      (series[i] ?? []).flatMap(({ reports }, week) =>
        Array.from({ length: reports }, (): Report => ({ first: i * scanWeeks, week })),
      ),
    ),
  )
  const reports = byCountry.flat()
  const farmers = ({ first }: Report, week: number): number => photographed[first + week] ?? 0
  const shuffle = () => {
    for (const group of byCountry)
      for (let swap = 0; swap < swapsPerReport * group.length; swap++) {
        const a = group[Math.floor(random() * group.length)]
        const b = group[Math.floor(random() * group.length)]
        if (!a || !b || a.week === b.week) continue
        const { week } = a
        const odds = (farmers(a, b.week) * farmers(b, week)) / (farmers(a, week) * farmers(b, b.week))
        if (odds < 1 && random() >= odds) continue
        a.week = b.week
        b.week = week
      }
  }
  shuffle()
  const start = reports.map(({ week }) => week)
  const drawn = new Float64Array(photographed.length)
  return () => {
    reports.forEach((report, r) => {
      report.week = start[r] ?? 0
    })
    shuffle()
    drawn.fill(0)
    for (const { first, week } of reports) drawn[first + week] = (drawn[first + week] ?? 0) + 1
    return drawn
  }
}
