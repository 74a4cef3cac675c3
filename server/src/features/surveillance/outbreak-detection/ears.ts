// EARS C2 and C3 of the CDC: Hutwagner, Thompson, Seeman, Treadwell (2003), "The bioterrorism preparedness and response Early
// Aberration Reporting System (EARS)", J Urban Health 80(2 Suppl 1): i89-i96. There the unit of time is the day; here it is
// the week. The adjustment for the denominator follows Tokars et al. (2009), Emerg Infect Dis 15(4): 533-539.

/** A week: reports Y, and the farmers N who photographed the crop. */
export type WeeklyCount = { reports: number; photographed: number }

/** Number of weeks of the baseline. */
const baselineWeeks = 7
/** Weeks between the baseline and the current week, so that the beginning of an outbreak does not raise it. */
const lagWeeks = 2
/** Weeks of C2 that C3 adds up. */
const c3Weeks = 3
/**
 * Minimum of weeks with photos in the baseline. With two, a quarter of quiet weeks with a few reports would be alarms; and where
 * Kutu is new, the first reports are no rise.
 */
const minInformativeWeeks = 4

export const earsThresholds = { c2: 3, c3: 2 } as const

export type EarsOptions = {
  /** True to expect as many reports as the number of photographing farmers suggests, so that a rise in photos is none. */
  isRate: boolean
  /** Lower bound of the standard deviation, in reports: without it, one report after seven quiet weeks is an alarm. */
  minSd: number
  /** True for a standard deviation of at least the root of the expected reports, as that of a Poisson distribution. */
  isPoissonBound: boolean
  /** Fewer reports than this are never an alarm. */
  minReports: number
}
/** Five is also the smallest number that is shown. */
export const defaultEarsOptions: EarsOptions = { isRate: true, minSd: 1, isPoissonBound: true, minReports: 5 }

export type EarsResult = {
  c2: number
  c3: number
  isC2Alarm: boolean
  isC3Alarm: boolean
  /** Probability of such a C2 by chance, if counts were normally distributed. */
  pValue: number
}

/** Index of the first week for which C2 and C3 have all their weeks. */
export const firstEarsWeek = baselineWeeks + lagWeeks + c3Weeks - 1

/**
 * Returns C2 and C3 of a week. C3 is an alarm only if the current week is above what is expected by more than one standard
 * deviation: two weeks that are over are no rise.
 * @param weeks consecutive weeks, oldest first; weeks without reports are zeros
 * @param t index of the week
 * @returns null with fewer than four weeks of photos in the baseline
 */
export function computeEars(weeks: readonly WeeklyCount[], t: number, options = defaultEarsOptions): EarsResult | null {
  const [current, ...earlier] = Array.from({ length: c3Weeks }, (_, i) => computeC2(weeks, t - i, options))
  if (!current) return null
  const { c2, informativeWeeks } = current
  const c3 = sum([current, ...earlier].map(week => Math.max(0, (week?.c2 ?? 0) - 1)))
  const isEnough = (weeks[t]?.reports ?? 0) >= options.minReports
  return {
    c2,
    c3,
    isC2Alarm: isEnough && c2 > earsThresholds.c2,
    isC3Alarm: isEnough && c2 > 1 && c3 > earsThresholds.c3,
    pValue: upperTailOfT(c2 / Math.sqrt(1 + 1 / informativeWeeks), informativeWeeks - 1),
  }
}

/** Farmers of the rest of a country by whom its share of a week counts half, and its usual share the other half. */
const halfWeightFarmers = 100

/**
 * Returns C2 and C3 of a district that must stand out from its own past, as above, and from the rest of its country: what raises the
 * share of the disease everywhere, such as season, a campaign or another model, is no rise of a place. For the second comparison the farmers
 * of each week are weighted by the share of that week in the rest.
 * @param rest the weeks of the other districts
 * @returns C2 and C3 of the first comparison, with the alarms of both; null as above
 */
export function computeEarsInCountry(
  weeks: readonly WeeklyCount[],
  rest: readonly (readonly WeeklyCount[])[],
  t: number,
): EarsResult | null {
  const own = computeEars(weeks, t)
  if (!own?.isC2Alarm && !own?.isC3Alarm) return own
  const total = (name: keyof WeeklyCount) => weeks.map((_, w) => sum(rest.map(district => district[w]?.[name] ?? 0)))
  const [reports, photographed] = [total('reports'), total('photographed')]
  const usual = sum(reports) / sum(photographed)
  if (!(usual > 0)) return own
  const weighted = weeks.map((week, w) => {
    const share = ((reports[w] ?? 0) + halfWeightFarmers * usual) / ((photographed[w] ?? 0) + halfWeightFarmers)
    return { ...week, photographed: (week.photographed * share) / usual }
  })
  const relative = computeEars(weighted, t)
  return (
    relative && {
      ...own,
      isC2Alarm: own.isC2Alarm && relative.isC2Alarm,
      isC3Alarm: own.isC3Alarm && relative.isC3Alarm,
      pValue: Math.max(own.pValue, relative.pValue),
    }
  )
}

function computeC2(weeks: readonly WeeklyCount[], t: number, options: EarsOptions) {
  const baseline = computeBaseline(weeks, t, options)
  return (
    baseline && {
      c2: ((weeks[t]?.reports ?? 0) - baseline.expected) / baseline.sd,
      informativeWeeks: baseline.informativeWeeks,
    }
  )
}

/**
 * Returns the reports to be expected in a week, and the limit above which C2 is an alarm.
 * @returns null without a baseline
 */
export function computeLimit(
  weeks: readonly WeeklyCount[],
  t: number,
  options: Partial<EarsOptions> = {},
): { expected: number; limit: number } | null {
  const baseline = computeBaseline(weeks, t, { ...defaultEarsOptions, ...options })
  return baseline && { expected: baseline.expected, limit: baseline.expected + earsThresholds.c2 * baseline.sd }
}

/** Returns mean and standard deviation of the reports that the weeks with photos let expect in a week. */
function computeBaseline(
  weeks: readonly WeeklyCount[],
  t: number,
  { isRate, minSd, isPoissonBound }: EarsOptions,
): { expected: number; sd: number; informativeWeeks: number } | null {
  const start = t - lagWeeks - baselineWeeks
  const current = weeks[t]
  if (start < 0 || !current) return null
  const baseline = weeks.slice(start, t - lagWeeks).filter(({ photographed }) => photographed > 0 || !isRate)
  const m = baseline.length
  if (m < minInformativeWeeks) return null
  const y = sum(baseline.map(({ reports }) => reports))
  const n = sum(baseline.map(({ photographed }) => photographed))
  const expect = ({ photographed }: WeeklyCount): number => (isRate ? (photographed * y) / n : y / m)
  const residuals = baseline.map(week => week.reports - expect(week))
  const sd = Math.sqrt(sum(residuals.map(residual => residual ** 2)) / (m - 1))
  // The spread of counts grows with the square root of their mean.
  const growth = isRate ? Math.sqrt(Math.max(1, (current.photographed * m) / n)) : 1
  const expected = expect(current)
  return {
    expected,
    sd: Math.max(minSd, sd * growth, isPoissonBound ? Math.sqrt(expected) : 0),
    informativeWeeks: m,
  }
}

/** Probability of more than `t` in Student's distribution (Abramowitz & Stegun 1964, 26.7.3 and 26.7.4). */
function upperTailOfT(t: number, degrees: number): number {
  const theta = Math.atan(t / Math.sqrt(degrees))
  const isOdd = degrees % 2 === 1
  let [term, series] = [isOdd ? Math.cos(theta) : 1, 0]
  for (let k = isOdd ? 3 : 2; k <= degrees; k += 2) {
    series += term
    term *= ((k - 1) / k) * Math.cos(theta) ** 2
  }
  const within = isOdd ? (2 / Math.PI) * (theta + Math.sin(theta) * series) : Math.sin(theta) * series
  return (1 - within) / 2
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
