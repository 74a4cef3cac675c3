import { describe, expect, it } from 'vitest'
import { computeEars, computeEarsInCountry, defaultEarsOptions } from './ears.ts'

const plain = { ...defaultEarsOptions, isRate: false, minSd: 0, isPoissonBound: false, minReports: 0 }
const toWeeks = (reports: number[], photographed = reports.map(() => 20)) =>
  reports.map((count, i) => ({ reports: count, photographed: photographed[i] ?? 0 }))

describe('EARS', () => {
  it('computes C2 and C3 as published', () => {
    // C2 of the last week: baseline 2..4 of weeks 2 to 8, mean 3, standard deviation 1 with n - 1 = 6.
    const weeks = toWeeks([3, 3, 2, 4, 2, 4, 2, 4, 3, 3, 3, 8])
    const sd = Math.sqrt(6 / 6)
    const result = computeEars(weeks, 11, plain)
    expect(result?.c2).toBeCloseTo((8 - 3) / sd, 10)
    // Weeks 9 and 10 are at the mean of their baselines, so that only the last one adds to C3.
    expect(result?.c3).toBeCloseTo(5 - 1, 10)
    expect([result?.isC2Alarm, result?.isC3Alarm]).toEqual([true, true])
  })

  it('keeps the two latest weeks out of the baseline', () => {
    const quiet = [3, 3, 2, 4, 2, 4, 2, 4, 3]
    const c2 = (latest: number[]) => computeEars(toWeeks([...quiet, ...latest, 8]), 11, plain)?.c2
    expect(c2([3, 3])).toBe(c2([50, 90]))
  })

  it('C3 finds a slow rise that C2 misses', () => {
    const result = computeEars(toWeeks([3, 3, 2, 4, 2, 4, 2, 4, 3, 5, 5, 5.5]), 11, plain)
    expect([result?.isC2Alarm, result?.isC3Alarm]).toEqual([false, true])
  })

  it('C3 is no alarm about weeks that are over', () => {
    const result = computeEars(toWeeks([3, 3, 2, 4, 2, 4, 2, 4, 3, 9, 9, 3]), 11, plain)
    expect(result?.c3).toBeGreaterThan(2)
    expect([result?.isC2Alarm, result?.isC3Alarm]).toEqual([false, false])
  })

  it('compares with weeks that have photos only, and with four of them at least', () => {
    const photographed = (empty: number) => Array.from({ length: 12 }, (_, i) => (i >= 2 && i < 2 + empty ? 0 : 20))
    const reports = (empty: number) => photographed(empty).map((n, i) => (n === 0 ? 0 : i === 11 ? 8 : 1 + (i % 2)))
    const options = { ...defaultEarsOptions, minSd: 0, isPoissonBound: false }
    // Four weeks of 1 and 2 reports: mean 1.5, squared residuals of 1, divided by 4 - 1.
    expect(computeEars(toWeeks(reports(3), photographed(3)), 11, options)?.c2).toBeCloseTo(6.5 / Math.sqrt(1 / 3), 10)
    expect(computeEars(toWeeks(reports(4), photographed(4)), 11, options)).toBeNull()
  })

  it('has a standard deviation of at least that of Poisson counts', () => {
    // Nine reports each week, and then five times as many photos.
    const weeks = toWeeks([...Array(11).fill(9), 60], [...Array(11).fill(20), 100])
    expect(computeEars(weeks, 11)?.c2).toBeCloseTo((60 - 45) / Math.sqrt(45), 10)
  })

  it('says how unlikely the reports are, by the exact test of two Poisson rates', () => {
    // 7 of 28 reports in one of eight weeks, and without an alarm of C2, 12 of 33 in three of ten: binom.sf of SciPy.
    const weeks = (latest: number[]) => toWeeks([3, 3, 2, 4, 2, 4, 2, 4, 3, ...latest])
    expect(computeEars(weeks([3, 3, 7]), 11, plain)?.pValue).toBeCloseTo(0.0525083852, 9)
    expect(computeEars(weeks([3, 3, 6]), 11, plain)?.pValue).toBeCloseTo(0.2666182102, 9)
    expect(computeEars(weeks([0, 0, 0]), 11, plain)?.pValue).toBe(1)
    const many = toWeeks([...Array(11).fill(4000), 9000], Array(12).fill(20_000))
    expect(computeEars(many, 11)?.pValue).toBeLessThan(1e-100)
  })

  it('in a country is as likely by chance as the likelier of both comparisons', () => {
    const weeks = toWeeks([2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 9])
    const inCountry = (latest: number, photographed = 2000) =>
      computeEarsInCountry(
        weeks,
        [toWeeks([...Array(11).fill(photographed / 10), latest], Array(12).fill(photographed))],
        11,
      )?.pValue
    const own = computeEars(weeks, 11)?.pValue ?? 0
    // The disease becomes rarer elsewhere: the own past says less than the country.
    expect(inCountry(100)).toBe(own)
    // Nothing changes elsewhere: both say much the same.
    expect(inCountry(200)).toBeCloseTo(own, 3)
    expect(inCountry(200)).toBeGreaterThanOrEqual(own)
    // It becomes more frequent: the country says less.
    expect(inCountry(240)).toBeGreaterThan(own * 1.5)
    expect(inCountry(900)).toBeGreaterThan(0.3)
    // Too few farmers elsewhere, in the last week or before.
    expect(inCountry(9, 90)).toBe(own)
    // Nearly no reports elsewhere: the disease is new to the country.
    for (const usual of [0, 1])
      expect(computeEarsInCountry(weeks, [toWeeks(Array(12).fill(usual), Array(12).fill(2000))], 11)?.pValue).toBe(own)
    const newDistrict = toWeeks([...Array(11).fill(0), 900], [...Array(11).fill(0), 2000])
    expect(computeEarsInCountry(weeks, [newDistrict], 11)?.pValue).toBe(own)
  })

  it('in a country has the p-value of the exact conditional test of four Poisson counts', () => {
    // Of 8 reports 6 are of the last week, in the rest 10 of 40: the tail of Fisher's noncentral hypergeometric distribution by its definition.
    const weeks = toWeeks([0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 6], Array(12).fill(10))
    const rest = toWeeks([0, 0, 4, 4, 4, 4, 5, 5, 4, 0, 0, 10], [...Array(11).fill(200), 250])
    const odds = 10 / 70 / (250 / 1400)
    const choose = (n: number, k: number) =>
      Array.from({ length: k }, (_, i) => (n - i) / (i + 1)).reduce((a, b) => a * b, 1)
    const weigh = (i: number) => choose(8, i) * choose(40, 16 - i) * odds ** i
    const all = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(weigh)
    const tail = [6, 7, 8].map(weigh)
    const total = (values: number[]) => values.reduce((a, b) => a + b, 0)
    expect(computeEarsInCountry(weeks, [rest], 11)?.pValue).toBeCloseTo(total(tail) / total(all), 12)
  })

  it('sees no rise when only the photos increase', () => {
    const reports = [...Array(10).fill(4), 4, 12]
    const photographed = [...Array(11).fill(20), 60]
    const weeks = toWeeks(reports, photographed)
    expect(computeEars(weeks, 11)?.isC2Alarm).toBe(false)
    expect(computeEars(weeks, 11, { ...defaultEarsOptions, isRate: false })?.isC2Alarm).toBe(true)
  })

  it('never alarms on few reports, and has no value without a baseline', () => {
    const weeks = toWeeks([...Array(11).fill(0), 4])
    expect(computeEars(weeks, 11)).toMatchObject({ c2: 4, isC2Alarm: false, isC3Alarm: false })
    expect(computeEars(weeks, 8)).toBeNull()
    expect(computeEars(weeks, 9)).not.toBeNull()
    expect(computeEars(weeks, 12)).toBeNull()
  })
})
