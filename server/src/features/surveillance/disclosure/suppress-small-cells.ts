// Cell suppression with k-anonymity, and complementary suppression of a second cell where the total would reveal the first:
// Hundepool et al. (2012), Statistical Disclosure Control, chapter 4.

// Figures of earlier weeks are stored in weekly_trends: a migration that changes these rules must delete them.

/** Fewer farmers than this are shown as "few reports". */
export const minShownFarmers = 5

/** The true counts of farmers of one district, for one crop, disease and week. */
export type DistrictCounts = { confirmed: number; confident: number; likely: number; photographed: number }
type Strength = Exclude<keyof DistrictCounts, 'photographed'>
const strengths = ['confirmed', 'confident', 'likely'] as const satisfies readonly Strength[]

/** The counts as published; null for a hidden one. */
export type PublishedCounts = { [Name in keyof DistrictCounts]: number | null }
/** Figures that are kept where a total and all counts of 5 or more together would reveal a hidden count. */
export type Kept = 'totals' | 'districts'
export type PublishedTable = { districts: PublishedCounts[]; totals: PublishedCounts }

/**
 * Returns the table that may be published, in the order of `districts`. A hidden count cannot be computed from the others:
 *
 * - A count below five is hidden, zero included, and so is such a total.
 * - In a column with a total, one hidden count would be the rest of the total, and so would be hidden zeros. To keep totals, the
 *   smallest shown counts are hidden as well, until at least two are hidden and they are not all zero; if there are none left,
 *   the total is. To keep districts, the total is hidden at once: an outbreak in the only district that reports stays visible.
 * - The number of those who photographed the crop bounds the reports of a district. It is hidden where this bound leaves a
 *   hidden count no room to be larger, and its total as soon as one of them is hidden.
 */
export function suppressSmallCells(districts: readonly DistrictCounts[], kept: Kept = 'totals'): PublishedTable {
  const shown: PublishedCounts[] = districts.map(({ photographed }) => ({
    confirmed: null,
    confident: null,
    likely: null,
    photographed,
  }))
  const totals: PublishedCounts = { confirmed: null, confident: null, likely: null, photographed: null }
  for (const strength of strengths) {
    const values = districts.map(district => district[strength])
    const { hidden, isTotalShown } = chooseHidden(values, kept)
    for (const [i, value] of values.entries()) if (!hidden.has(i)) setCount(shown, i, strength, value)
    if (isTotalShown) totals[strength] = showTotal(sum(values))
  }
  for (const [i, district] of districts.entries())
    if (!canShowPhotographed(district, shown[i])) setCount(shown, i, 'photographed', null)
  if (shown.every(({ photographed }) => photographed !== null))
    totals.photographed = showTotal(sum(districts.map(({ photographed }) => photographed)))
  return { districts: shown, totals }
}

/**
 * Returns the tables of all diseases of one crop and week, with the same districts in the same order. The number of those who
 * photographed the crop is in all of them, so it is hidden in all as soon as one must hide it.
 */
export function suppressDiseases(
  tables: readonly (readonly DistrictCounts[])[],
  kept: Kept = 'totals',
): PublishedTable[] {
  const published = tables.map(table => suppressSmallCells(table, kept))
  const isHidden = (i: number) => published.some(({ districts }) => districts[i]?.photographed === null)
  return published.map(({ districts, totals }) => ({
    districts: districts.map((row, i) => (isHidden(i) ? { ...row, photographed: null } : row)),
    totals: { ...totals, photographed: districts.some((_, i) => isHidden(i)) ? null : totals.photographed },
  }))
}

/** Returns a total, null below five farmers: a country can have few reports as well as a district. */
const showTotal = (total: number): number | null => (total < minShownFarmers ? null : total)

/** Chooses the counts of a column to hide, smallest first. */
function chooseHidden(values: readonly number[], kept: Kept): { hidden: Set<number>; isTotalShown: boolean } {
  const hidden = new Set(values.flatMap((value, i) => (value < minShownFarmers ? [i] : [])))
  const shown = values.map((value, i) => ({ value, i })).filter(({ i }) => !hidden.has(i))
  const candidates = shown.sort((a, b) => a.value - b.value || a.i - b.i)
  const isSafe = () => hidden.size === 0 || (hidden.size >= 2 && [...hidden].some(i => (values[i] ?? 0) > 0))
  while (!isSafe()) {
    const next = kept === 'totals' ? candidates.shift() : undefined
    if (!next) return { hidden, isTotalShown: false }
    hidden.add(next.i)
  }
  return { hidden, isTotalShown: true }
}

function canShowPhotographed(district: DistrictCounts, shown: PublishedCounts | undefined): boolean {
  if (district.photographed < minShownFarmers) return false
  if (!shown || strengths.every(strength => shown[strength] !== null)) return true
  return district.photographed > sum(strengths.map(strength => district[strength]))
}

function setCount(rows: PublishedCounts[], i: number, name: keyof PublishedCounts, value: number | null): void {
  const row = rows[i]
  if (row) row[name] = value
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
