import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DistrictCounts, minShownFarmers, type PublishedTable, suppressDiseases } from './suppress-small-cells.ts'

const strengths = ['confirmed', 'confident', 'likely'] as const
type Strength = (typeof strengths)[number]
const count = (reports: Partial<Record<Strength, number>>, others = 20): DistrictCounts => {
  const counts = { confirmed: 0, confident: 0, likely: 0, ...reports }
  return { ...counts, photographed: counts.confirmed + counts.confident + counts.likely + others }
}

function suppress(districts: readonly DistrictCounts[], minShown?: number): PublishedTable {
  const [table] = suppressDiseases([districts], minShown)
  if (!table) throw new Error('There is a table for each disease')
  return table
}

describe('a count', () => {
  it('is shown from five on, whatever the others are', () => {
    const { districts } = suppress([3, 5, 0, 30].map(confident => count({ confident })))
    expect(districts.map(({ confident }) => confident)).toEqual([null, 5, null, 30])
    expect(districts.map(({ confirmed }) => confirmed)).toEqual([null, null, null, null])
  })

  it('that is hidden is up to four, and all of them together', () => {
    const { districts } = suppress([count({ confident: 30 }), count({ confirmed: 2, likely: 2 }), count({})])
    expect(districts.map(({ reports }) => reports)).toEqual([
      [30, 34],
      [0, 4],
      [0, 4],
    ])
  })

  it('that is hidden has a known sum from five on, but for the largest', () => {
    const { districts } = suppress([
      count({ confirmed: 4, confident: 4, likely: 3 }),
      count({ confirmed: 4, confident: 4, likely: 4 }),
      count({ confirmed: 3, confident: 20, likely: 2 }),
      count({ confirmed: 9, confident: 4, likely: 4 }),
      count({ confirmed: 2, confident: 2, likely: 3 }),
    ])
    expect(districts.map(({ reports }) => reports)).toEqual([
      [11, 12],
      [11, 12],
      [25, 25],
      [16, 17],
      [7, 7],
    ])
    expect(districts.map(({ likely }) => likely)).toEqual([null, null, null, null, null])
  })
})

describe('the farmers who photographed the crop', () => {
  it('are shown if five of them are in no report that is shown, and are otherwise up to four more', () => {
    const { districts } = suppress([
      count({ confident: 40 }, 5),
      count({ confident: 40 }, 4),
      count({ confident: 40 }, 0),
    ])
    expect(districts.map(({ photographed }) => photographed)).toEqual([45, null, null])
    expect(districts.map(row => row.photographedInterval)).toEqual([
      [45, 45],
      [40, 44],
      [40, 44],
    ])
  })

  it('are few below five', () => {
    const [row] = suppress([count({}, 4)]).districts
    expect([row?.photographed, row?.photographedInterval]).toEqual([null, [0, 4]])
  })

  it('are the same in the tables of all diseases', () => {
    const rust = { confirmed: 0, confident: 36, likely: 0, photographed: 40 }
    const blight = { confirmed: 0, confident: 5, likely: 0, photographed: 40 }
    for (const table of suppressDiseases([[rust], [blight]]))
      expect(table.districts[0]).toMatchObject({ photographed: null, photographedInterval: [36, 40] })
  })
})

describe('a total', () => {
  const many = (values: readonly number[], length = 12) =>
    Array.from({ length }, (_, i) => count({ confident: values[i] ?? 0 }))

  it('is shown if the hidden counts are five to fewer than there are districts', () => {
    expect(suppress(many([20, 3, 2])).totals).toMatchObject({ confident: 25, confirmed: null })
    expect(suppress(many([20, 3, 1])).totals.confident).toBeNull()
    expect(suppress(many([20, 4, 4, 2, 1], 13)).totals.confident).toBe(31)
    expect(suppress(many([20, 4, 4, 2, 1], 12)).totals.confident).toBeNull()
    expect(suppress(many([20, 3, 2], 6)).totals.confident).toBeNull()
  })

  it('of all reports is an interval, four wide for each column whose hidden counts are few', () => {
    expect(suppress(many([20, 3, 2])).totals.reports).toEqual([25, 33])
    expect(suppress(many([20])).totals.reports).toEqual([20, 32])
    expect(suppress(many([])).totals.reports).toEqual([0, 12])
  })

  it('of all who photographed is an interval as soon as one district is', () => {
    const { totals } = suppress([count({}, 10), count({}, 2)])
    expect([totals.photographed, totals.photographedInterval]).toEqual([null, [10, 14]])
    expect(suppress([count({}, 10), count({}, 12)]).totals.photographed).toBe(22)
  })
})

/** Returns every combination of one value of each list. */
const combine = <T>(lists: readonly (readonly T[])[]): T[][] =>
  lists.reduce<T[][]>((combinations, list) => combinations.flatMap(head => list.map(value => [...head, value])), [[]])
const upTo = (max: number) => Array.from({ length: max + 1 }, (_, i) => i)

type Truth = readonly (readonly DistrictCounts[])[]

/** Throws unless each hidden count has two values at least in the truths that are published in the same way. */
function expectNothingComputable(truths: readonly Truth[], minShown: number): void {
  // What is the same in all these truths would not be known to a reader.
  const names = [...strengths, 'photographed' as const].filter(
    name => new Set(truths.flat(2).map(row => row[name])).size > 1,
  )
  const groups = new Map<string, Truth[]>()
  for (const truth of truths) {
    const key = JSON.stringify(suppressDiseases(truth, minShown))
    const group = groups.get(key)
    if (group) group.push(truth)
    else groups.set(key, [truth])
  }
  const known: unknown[] = []
  for (const group of groups.values()) {
    const [first] = group
    for (const [t, table] of suppressDiseases(first ?? [], minShown).entries())
      for (const [i, row] of table.districts.entries())
        for (const name of names)
          if (row[name] === null && new Set(group.map(truth => truth[t]?.[i]?.[name])).size < 2)
            known.push({ truth: first, table: t, district: i, name })
  }
  expect(known.slice(0, 3)).toEqual([])
}

describe('nobody can compute a hidden count, from all figures together and with the rules known', () => {
  const isPossible = ({ photographed, ...reports }: DistrictCounts) =>
    photographed >= reports.confirmed + reports.confident + reports.likely

  it('of one district', () => {
    const rows = combine([upTo(6), upTo(6), upTo(6), upTo(24)]).map(
      ([confirmed = 0, confident = 0, likely = 0, photographed = 0]) => ({
        confirmed,
        confident,
        likely,
        photographed,
      }),
    )
    expectNothingComputable(
      rows.filter(isPossible).map(row => [[row]]),
      5,
    )
  })

  // Counts that are the same in all truths are large ones, because hidden ones would not be known to a reader.
  it('of two districts, two strengths and the farmers who photographed', () => {
    const rows = combine([upTo(5), upTo(5), upTo(14)])
      .map(([confident = 0, likely = 0, others = 0]) => ({ confirmed: 9, confident, likely, photographed: 9 + others }))
      .filter(isPossible)
    expectNothingComputable(
      combine([rows, rows]).map(districts => [districts]),
      4,
    )
  })

  it('of two districts with three strengths', () => {
    const rows = combine([upTo(5), upTo(5), upTo(5)]).map(([confirmed = 0, confident = 0, likely = 0]) => ({
      confirmed,
      confident,
      likely,
      photographed: 100,
    }))
    expectNothingComputable(
      combine([rows, rows]).map(districts => [districts]),
      5,
    )
  })

  it('of two diseases, which the same farmers may have photographed', () => {
    const truths = combine([upTo(6), upTo(6), upTo(6), upTo(16)]).map(
      ([confident = 0, likely = 0, other = 0, others = 0]) => [
        [{ confirmed: 9, confident, likely, photographed: 15 + others }],
        [{ confirmed: 9, confident: other, likely: 6, photographed: 15 + others }],
      ],
    )
    expectNothingComputable(
      truths.filter(tables => tables.flat().every(isPossible)),
      5,
    )
  })

  const roomy = { confirmed: 9, likely: 9, photographed: 100 }
  it('of a column with its total', () => {
    const rows = upTo(3).map(confident => ({ ...roomy, confident }))
    expectNothingComputable(
      combine([rows, rows, rows, rows, rows, rows]).map(districts => [districts]),
      3,
    )
  })

  it('of two columns with their totals', () => {
    const rows = combine([upTo(3), upTo(3)]).map(([confident = 0, likely = 0]) => ({ ...roomy, confident, likely }))
    expectNothingComputable(
      combine([rows, rows, rows, rows]).map(districts => [districts]),
      3,
    )
  })
})

const district = fc
  .record({
    confirmed: fc.integer({ min: 0, max: 7 }),
    confident: fc.integer({ min: 0, max: 7 }),
    likely: fc.integer({ min: 0, max: 7 }),
    others: fc.integer({ min: 0, max: 8 }),
  })
  .map(({ others, ...reports }) => count(reports, others))
const quietDistrict = fc
  .record({
    confirmed: fc.constantFrom(0, 0, 0, 1),
    confident: fc.constantFrom(0, 0, 1, 2, 3, 9),
    likely: fc.constantFrom(0, 0, 0, 0, 1, 2),
    others: fc.integer({ min: 0, max: 30 }),
  })
  .map(({ others, ...reports }) => count(reports, others))
const anyDistrict = fc.oneof(district, quietDistrict, quietDistrict)
const country = fc.array(anyDistrict, { minLength: 1, maxLength: 20 })

it('shows no count below five, and nothing that is wrong', () => {
  fc.assert(
    fc.property(country, truth => {
      const { districts, totals } = suppress(truth)
      const all = { confirmed: 0, confident: 0, likely: 0, photographed: 0 }
      for (const row of truth) for (const name of [...strengths, 'photographed'] as const) all[name] += row[name]
      for (const [row, real] of [
        ...districts.map((row, i) => [row, truth[i] ?? all] as const),
        [totals, all] as const,
      ]) {
        for (const name of [...strengths, 'photographed'] as const) {
          if (row[name] === null) continue
          expect(row[name]).toBe(real[name])
          expect(row[name]).toBeGreaterThanOrEqual(minShownFarmers)
        }
        for (const [[min, max], value] of [
          [row.reports, real.confirmed + real.confident + real.likely] as const,
          [row.photographedInterval, real.photographed] as const,
        ]) {
          expect(min).toBeLessThanOrEqual(value)
          expect(max).toBeGreaterThanOrEqual(value)
        }
      }
      for (const row of districts) expect(row.reports[1] - row.reports[0]).toBeLessThan(minShownFarmers)
    }),
  )
})

type Change = Partial<Record<Strength, number>>
/** One farmer more or less in a column, or moved from a column to another one. */
const changes: Change[] = strengths.flatMap(name => [
  ...[{ [name]: 1 }, { [name]: -1 }],
  ...strengths.filter(other => other !== name).map(other => ({ [name]: 1, [other]: -1 })),
])

/** Tables in which a count differs by one, with that change of its district and up to two changes of others. */
function* changeALittle(truth: readonly DistrictCounts[], i: number, name: Strength): Generator<DistrictCounts[]> {
  const apply = (rows: readonly DistrictCounts[], place: number, change: Change) =>
    rows.map((row, j) => {
      if (j !== place) return row
      const [confirmed, confident, likely] = strengths.map(column => row[column] + (change[column] ?? 0))
      return { ...row, confirmed: confirmed ?? 0, confident: confident ?? 0, likely: likely ?? 0 }
    })
  const others = [...truth.keys()].filter(j => j !== i)
  const first = changes.filter(change => change[name] !== undefined).map(change => apply(truth, i, change))
  yield* first
  for (const one of first) for (const j of others) for (const change of changes) yield apply(one, j, change)
  for (const one of first)
    for (const j of others)
      for (const change of changes) {
        const two = apply(one, j, change)
        for (const k of others) if (k > j) for (const third of changes) yield apply(two, k, third)
      }
}

it('leaves another value for each hidden count of a country', () => {
  fc.assert(
    fc.property(fc.array(anyDistrict, { minLength: 1, maxLength: 6 }), truth => {
      const table = suppress(truth)
      const published = JSON.stringify(table)
      for (const [i, row] of table.districts.entries())
        for (const name of strengths) {
          if (row[name] !== null) continue
          const isPossible = (other: readonly DistrictCounts[]) =>
            other.every(counts => strengths.every(column => counts[column] >= 0)) &&
            other.every(
              ({ photographed, ...counts }) => photographed >= counts.confirmed + counts.confident + counts.likely,
            )
          const roomy = (other: DistrictCounts[]) =>
            other.map((counts, j) => {
              const [, largest] = table.districts[j]?.photographedInterval ?? [0, 0]
              return { ...counts, photographed: largest }
            })
          const isAmbiguous = [...changeALittle(truth, i, name)]
            .map(roomy)
            .some(other => isPossible(other) && JSON.stringify(suppress(other)) === published)
          expect(isAmbiguous, JSON.stringify({ truth, table, i, name })).toBe(true)
        }
    }),
    { numRuns: 60, endOnFailure: true },
  )
})
