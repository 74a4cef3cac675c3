// Cell suppression with a minimum frequency of five, and intervals for what is hidden: Hundepool et al. (2012), Statistical Disclosure
// Control, chapter 4. A reader who knows the rules is left with at least two values of each hidden count, the protection level;
// docs/decisions/0034-hidden-counts.md has the proof.

/** Fewer farmers than this are shown as "few reports". */
export const minShownFarmers = 5

/** The true counts of farmers of one district, for one crop, disease and week; no farmer is in two of the first three. */
export type DistrictCounts = { confirmed: number; confident: number; likely: number; photographed: number }
const strengths = ['confirmed', 'confident', 'likely'] as const
type ByStrength<Value> = Record<(typeof strengths)[number], Value>

/** A number of farmers is at least the first and at most the second. */
export type Interval = readonly [min: number, max: number]

/** The counts as published: null for a hidden one. */
export type PublishedCounts = { [Name in keyof DistrictCounts]: number | null } & {
  /** All reports: confirmed, confident and likely ones. */
  reports: Interval
  photographedInterval: Interval
}
/** A district of which nothing is known but that all counts are below five. */
export const withoutFigures: PublishedCounts = {
  confirmed: null,
  confident: null,
  likely: null,
  photographed: null,
  reports: [0, minShownFarmers - 1],
  photographedInterval: [0, minShownFarmers - 1],
}
export type PublishedTable = { districts: PublishedCounts[]; totals: PublishedCounts }

/**
 * Returns the tables that may be published of all diseases of one crop and week, each with the same districts in the same order.
 *
 * - A count below five is hidden, zero included, whatever the others are.
 * - Of the hidden counts of a district together is known that they are below five, or their sum from five on; the largest possible
 *   sum is not distinguished from the one below.
 * - The farmers who photographed the crop are shown if at least five of them are in no report that is shown, for every disease.
 *   Otherwise they are the reports and up to four others.
 * - Hidden counts of a column are known to add up to less than five, or their sum is known if there are more districts than
 *   that, so that each of them may be zero or one. Otherwise the total of the column is hidden.
 * @param minShown another number than five, to test all tables that are possible
 */
export function suppressDiseases(
  tables: readonly (readonly DistrictCounts[])[],
  minShown = minShownFarmers,
): PublishedTable[] {
  const rows = tables.map(table => table.map(district => publishReports(district, minShown)))
  const photographed = (tables[0] ?? []).map((district, i) =>
    publishPhotographed(
      district.photographed,
      rows.map(table => table[i]?.reports[0] ?? 0),
      minShown,
    ),
  )
  return rows.map((table, t) => {
    const districts = table.map(({ counts, reports }, i) => ({
      ...counts,
      reports,
      ...photographedOf(photographed[i]),
    }))
    return { districts, totals: publishTotals(tables[t] ?? [], table, photographed, minShown) }
  })
}

/** Returns the tables with their true counts, for those who decide on warnings in the country. */
export const discloseDiseases: typeof suppressDiseases = tables =>
  tables.map(table => ({ districts: table.map(disclose), totals: disclose(addUp(table)) }))

function disclose(counts: DistrictCounts): PublishedCounts {
  const reports = sum(strengths.map(name => counts[name]))
  return { ...counts, reports: [reports, reports], photographedInterval: [counts.photographed, counts.photographed] }
}

const addUp = (table: readonly DistrictCounts[]): DistrictCounts => ({
  ...mapStrengths(name => sum(table.map(counts => counts[name]))),
  photographed: sum(table.map(({ photographed }) => photographed)),
})

const photographedOf = (interval: Interval = [0, 0]) => ({
  photographed: interval[0] === interval[1] ? interval[0] : null,
  photographedInterval: interval,
})

type Row = {
  counts: ByStrength<number | null>
  reports: Interval
  /** For a row whose hidden counts are five or more together: values of them that agree with their sum. */
  example: ByStrength<number> | undefined
}

function publishReports(district: DistrictCounts, minShown: number): Row {
  const counts = mapStrengths(name => (district[name] < minShown ? null : district[name]))
  const hidden = strengths.filter(name => counts[name] === null)
  const shownSum = sum(strengths.map(name => counts[name] ?? 0))
  const hiddenSum = sum(hidden.map(name => district[name]))
  if (hiddenSum < minShown) {
    const largestSum = hidden.length === 0 ? 0 : minShown - 1
    return { counts, reports: [shownSum, shownSum + largestSum], example: undefined }
  }
  const largest = hidden.length * (minShown - 1)
  const known = Math.min(hiddenSum, largest - 1)
  return {
    counts,
    reports: [shownSum + known, shownSum + (known === largest - 1 ? largest : known)],
    example: divideEvenly(known, hidden),
  }
}

/** Divides a sum into parts that differ by one at most. */
function divideEvenly(total: number, names: readonly (keyof ByStrength<number>)[]): ByStrength<number> {
  return mapStrengths(name => {
    const index = names.indexOf(name)
    return index < 0 ? 0 : Math.floor((total + index) / names.length)
  })
}

/** @param reports the fewest reports of each disease */
function publishPhotographed(photographed: number, reports: readonly number[], minShown: number): Interval {
  const reported = Math.max(0, ...reports)
  const isShown = photographed - reported >= minShown
  return isShown ? [photographed, photographed] : [reported, reported + minShown - 1]
}

function publishTotals(
  districts: readonly DistrictCounts[],
  rows: readonly Row[],
  photographed: readonly Interval[],
  minShown: number,
): PublishedCounts {
  const columns = mapStrengths(name => publishTotal(districts, rows, name, minShown))
  const sumOfColumns = (end: 0 | 1) => sum(strengths.map(name => columns[name].interval[end]))
  const reports: Interval = [
    Math.max(sum(rows.map(row => row.reports[0])), sumOfColumns(0)),
    Math.min(sum(rows.map(row => row.reports[1])), sumOfColumns(1)),
  ]
  const interval: Interval = [sum(photographed.map(([min]) => min)), sum(photographed.map(([, max]) => max))]
  const counts = mapStrengths(name => (columns[name].isShown ? columns[name].interval[0] : null))
  return { ...counts, reports, ...photographedOf(interval) }
}

function publishTotal(
  districts: readonly DistrictCounts[],
  rows: readonly Row[],
  name: keyof ByStrength<number>,
  minShown: number,
): { interval: Interval; isShown: boolean } {
  const shownSum = sum(rows.map(({ counts }) => counts[name] ?? 0))
  const hidden = rows.filter(({ counts }) => counts[name] === null)
  const hiddenSum = sum(districts.map((district, i) => (rows[i]?.counts[name] === null ? district[name] : 0)))
  const rowsBelow = hidden.filter(({ example }) => example === undefined).length
  const sumBelow = hiddenSum - sum(hidden.map(({ example }) => example?.[name] ?? 0))
  const total = shownSum + hiddenSum
  if (hidden.length === 0) return { interval: [total, total], isShown: total >= minShown }
  if (hiddenSum >= minShown && sumBelow >= 1 && sumBelow < rowsBelow) return { interval: [total, total], isShown: true }
  const isFew = hiddenSum < minShown && rowsBelow === hidden.length
  return { interval: [shownSum, shownSum + (isFew ? minShown - 1 : hidden.length * (minShown - 1))], isShown: false }
}

const mapStrengths = <Value>(map: (name: keyof ByStrength<Value>) => Value): ByStrength<Value> => ({
  confirmed: map('confirmed'),
  confident: map('confident'),
  likely: map('likely'),
})

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
