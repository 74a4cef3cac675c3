import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DistrictCounts,
  minShownFarmers,
  type PublishedTable,
  suppressDiseases,
  suppressSmallCells,
} from './suppress-small-cells.ts'

const strengths = ['confirmed', 'confident', 'likely'] as const
const reports = (confident: number, photographed = confident + 20): DistrictCounts => ({
  confirmed: 0,
  confident,
  likely: 0,
  photographed,
})

describe('small counts', () => {
  it('are hidden below five, with the smallest other one if the total would reveal them', () => {
    const { districts, totals } = suppressSmallCells([3, 12, 7, 30].map(count => reports(count)))
    expect(districts.map(({ confident }) => confident)).toEqual([null, 12, null, 30])
    expect(totals.confident).toBe(52)
  })

  it('are all shown when none is small', () => {
    const { districts, totals } = suppressSmallCells([reports(5), reports(6)])
    expect(districts.map(({ confident, photographed }) => [confident, photographed])).toEqual([
      [5, 25],
      [6, 26],
    ])
    expect([totals.confident, totals.confirmed]).toEqual([11, null])
  })

  it.each(['totals', 'districts'] as const)('are hidden as the total of a country too (keeping %s)', kept => {
    const few = suppressSmallCells([reports(1), reports(2), reports(0), reports(0)], kept)
    expect(few.totals.confident).toBeNull()
    const enough = suppressSmallCells([reports(3), reports(2), reports(0), reports(0)], kept)
    expect(enough.totals.confident).toBe(5)
    const photographed = suppressSmallCells([reports(0, 1), reports(0, 3)], kept)
    expect(photographed.totals.photographed).toBeNull()
  })

  it('hide the total instead of another district if districts are kept', () => {
    const { districts, totals } = suppressSmallCells(
      [0, 50, 0].map(count => reports(count)),
      'districts',
    )
    expect(districts.map(({ confident }) => confident)).toEqual([null, 50, null])
    expect(totals.confident).toBeNull()
    const several = suppressSmallCells(
      [3, 12, 2, 30].map(count => reports(count)),
      'districts',
    )
    expect(several.totals.confident).toBe(47)
  })

  it('of the only district hide the total', () => {
    expect(suppressSmallCells([reports(4)]).totals).toMatchObject({ confident: null })
    expect(suppressSmallCells([reports(0), reports(0)]).totals).toMatchObject({ confident: null })
  })

  it('hide the number of photographing farmers where it would reveal them', () => {
    const [tight, roomy] = suppressSmallCells([
      { confirmed: 0, confident: 6, likely: 2, photographed: 8 },
      { confirmed: 0, confident: 6, likely: 2, photographed: 9 },
    ]).districts
    expect([tight?.photographed, roomy?.photographed]).toEqual([null, 9])
  })
})

it('the number of photographing farmers is hidden for all diseases if it is for one', () => {
  const rust = { confirmed: 0, confident: 6, likely: 2, photographed: 8 }
  const blight = { confirmed: 0, confident: 5, likely: 0, photographed: 8 }
  const [first, second] = suppressDiseases([
    [rust, reports(9, 40)],
    [blight, reports(8, 40)],
  ])
  expect(suppressSmallCells([blight, reports(8, 40)]).districts[0]?.photographed).toBe(8)
  for (const table of [first, second]) {
    expect(table?.districts.map(({ photographed }) => photographed)).toEqual([null, 40])
    expect(table?.totals.photographed).toBeNull()
  }
})

/** All hidden counts of a column, in every way that agrees with what is published about it. */
function* listColumns(truth: DistrictCounts[], table: PublishedTable, strength: (typeof strengths)[number]) {
  const hidden = truth.flatMap((_, i) => (table.districts[i]?.[strength] === null ? [i] : []))
  const hiddenSum = hidden.reduce((sum, i) => sum + (truth[i]?.[strength] ?? 0), 0)
  /** The largest value of each count that the reader cannot rule out, if the other columns are as they are. */
  const bounds = hidden.map(i => {
    const photographed = table.districts[i]?.photographed
    const others = strengths.filter(name => name !== strength).reduce((sum, name) => sum + (truth[i]?.[name] ?? 0), 0)
    return photographed === null || photographed === undefined ? hiddenSum + 2 : photographed - others
  })
  const isTotalKnown = table.totals[strength] !== null
  function* fill(index: number, rest: number): Generator<number[]> {
    if (index === hidden.length) {
      if (!isTotalKnown || rest === 0) yield []
      return
    }
    for (let value = 0; value <= Math.min(rest, bounds[index] ?? 0); value++)
      for (const others of fill(index + 1, rest - value)) yield [value, ...others]
  }
  for (const values of fill(0, isTotalKnown ? hiddenSum : hiddenSum + 2)) yield { hidden, values }
}

const smallDistrict = fc
  .record({
    confirmed: fc.integer({ min: 0, max: 7 }),
    confident: fc.integer({ min: 0, max: 7 }),
    likely: fc.integer({ min: 0, max: 7 }),
    others: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ others, ...counts }) => ({
    ...counts,
    photographed: counts.confirmed + counts.confident + counts.likely + others,
  }))

describe.each(['totals', 'districts'] as const)('a published table that keeps %s', kept => {
  it('lets nobody compute a hidden count: another table agrees with all that is published', () => {
    fc.assert(
      fc.property(fc.array(smallDistrict, { minLength: 1, maxLength: 4 }), truth => {
        const table = suppressSmallCells(truth, kept)
        for (const strength of strengths) {
          const possible = new Map<number, Set<number>>()
          for (const { hidden, values } of listColumns(truth, table, strength))
            for (const [index, i] of hidden.entries())
              possible.set(i, (possible.get(i) ?? new Set()).add(values[index] ?? -1))
          for (const [i, values] of possible) {
            expect(values).toContain(truth[i]?.[strength])
            expect(values.size, JSON.stringify({ truth, table, strength, i })).toBeGreaterThan(1)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('shows no count below five, and nothing that is wrong', () => {
    fc.assert(
      fc.property(fc.array(smallDistrict, { minLength: 1, maxLength: 12 }), truth => {
        const { districts, totals } = suppressSmallCells(truth, kept)
        for (const [i, row] of districts.entries())
          for (const name of [...strengths, 'photographed'] as const) {
            const value = row[name]
            if (value === null) continue
            expect(value).toBe(truth[i]?.[name])
            expect(value).toBeGreaterThanOrEqual(minShownFarmers)
          }
        for (const name of [...strengths, 'photographed'] as const)
          if (totals[name] !== null) expect(totals[name]).toBe(truth.reduce((sum, row) => sum + row[name], 0))
      }),
    )
  })
})
