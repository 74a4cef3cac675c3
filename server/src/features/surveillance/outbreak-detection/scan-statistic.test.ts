import { describe, expect, it } from 'vitest'
import type { WeeklyCount } from './ears.ts'
import { defaultScanOptions, scanForClusters, scanWeeks } from './scan-statistic.ts'
import { createSeededRandom } from './seeded-random.ts'

/** Districts on a line, each with its four nearest ones. */
const lineOf = (count: number) =>
  Array.from({ length: count }, (_, center) =>
    Array.from({ length: count }, (_, i) => i)
      .sort((a, b) => Math.abs(a - center) - Math.abs(b - center) || a - b)
      .slice(0, 5),
  )
const week = (reports: number, photographed = 20): WeeklyCount => ({ reports, photographed })
const quiet = Array.from({ length: scanWeeks }, () => week(1))
/** Weeks as quiet as the others, but for the last ones. */
const endWith = (...last: WeeklyCount[]) => [...quiet.slice(0, scanWeeks - last.length), ...last]
const scan = (series: WeeklyCount[][], options = {}, countries = [[...series.keys()]]) =>
  scanForClusters(series, lineOf(series.length), countries, {
    ...defaultScanOptions,
    random: createSeededRandom('scan'),
    ...options,
  })

describe('the scan statistic', () => {
  it('finds districts that rise together, though none of them would be noticed alone', async () => {
    const series = Array.from({ length: 30 }, (_, i) => (i >= 10 && i <= 12 ? endWith(week(4), week(4)) : quiet))
    const clusters = await scan(series)
    expect(clusters).toHaveLength(1)
    expect(clusters[0]?.districts.toSorted((a, b) => a - b)).toEqual([10, 11, 12])
    expect(clusters[0]).toMatchObject({ weeks: 2, reports: 24 })
    // Kulldorff et al. 2005: each district has its reports times the share that the two weeks have in all reports.
    const [c, total] = [24, 27 * 10 + 3 * 16]
    const mu = (3 * 16 * (2 * 27 + 24)) / total
    expect(clusters[0]?.expected).toBeCloseTo(mu, 10)
    const llr = c * Math.log(c / mu) + (total - c) * Math.log((total - c) / (total - mu))
    expect(clusters[0]?.llr).toBeCloseTo(llr, 10)
    expect(await scan(series.map((weeks, i) => (i === 11 ? weeks : quiet)))).toEqual([])
  })

  it('sees no rise when only the photos increase', async () => {
    const series = Array.from({ length: 30 }, (_, i) => (i < 3 ? endWith(week(6, 120), week(6, 120)) : quiet))
    expect(await scan(series)).toEqual([])
  })

  it('sees no cluster when a whole country rises, also beside another one that does not', async () => {
    const series = Array.from({ length: 30 }, (_, i) => (i < 5 ? endWith(week(4), week(4)) : quiet))
    const indices = [...series.keys()]
    expect(await scan(series, {}, [indices.slice(0, 5), indices.slice(5)])).toEqual([])
    expect(await scan(series)).not.toEqual([])
  })

  it('fits the expected reports to the sums where weeks and photos depend on each other', async () => {
    const campaign = endWith(week(8, 40), week(8, 40))
    const series = Array.from({ length: 12 }, (_, i) => (i < 2 ? campaign : i < 4 ? endWith(week(9), week(9)) : quiet))
    const [cluster, ...others] = await scan(series)
    expect(others).toEqual([])
    expect(cluster).toMatchObject({ weeks: 2, reports: 36 })
    expect(cluster?.districts.toSorted()).toEqual([2, 3])
  })

  it('finds two clusters far from each other, and no district in both', async () => {
    const rising = endWith(week(8), week(8))
    const series = Array.from({ length: 30 }, (_, i) => ([4, 5, 20, 21].includes(i) ? rising : quiet))
    const clusters = await scan(series)
    expect(clusters.map(({ districts }) => districts.toSorted((a, b) => a - b))).toEqual([
      [4, 5],
      [20, 21],
    ])
  })

  it('finds nothing where nobody photographed before, below five reports, or without districts', async () => {
    const fresh = endWith(week(9)).map((each, i) => (i < scanWeeks - 1 ? week(0, 0) : each))
    expect(await scan(Array.from({ length: 30 }, () => fresh))).toEqual([])
    const silent = quiet.map(() => week(0))
    const few = [...silent.slice(1), week(4)]
    expect(await scan(Array.from({ length: 30 }, (_, i) => (i === 3 ? few : silent)))).toEqual([])
    expect(await scan([])).toEqual([])
  })

  it('raises a false alarm in about one of twenty quiet weeks', async () => {
    const random = createSeededRandom('quiet weeks')
    const draw = () => Array.from({ length: 20 }, random).filter(value => value < 0.06).length
    let alarms = 0
    const runs = 300
    for (let run = 0; run < runs; run++) {
      const series = Array.from({ length: 12 }, () => Array.from({ length: scanWeeks }, () => week(draw())))
      if ((await scan(series, { replicates: 99, random })).length > 0) alarms++
    }
    // 15 are expected; the upper end is the 99.9 % quantile of the binomial distribution.
    expect(alarms).toBeLessThanOrEqual(28)
    expect(alarms).toBeGreaterThan(0)
  })
})
