import { describe, expect, it } from 'vitest'
import { computeEars, defaultEarsOptions, firstEarsWeek } from './ears.ts'

const plain = { isRate: false, minSd: 0, minReports: 0 }
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
    expect(computeEars(weeks, firstEarsWeek - 1)).toBeNull()
    expect(computeEars(weeks, firstEarsWeek)).not.toBeNull()
    expect(computeEars(weeks, 12)).toBeNull()
  })
})
