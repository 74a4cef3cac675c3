// EARS C2 and C3 of the CDC: Hutwagner, Thompson, Seeman, Treadwell (2003), "The bioterrorism preparedness and response Early
// Aberration Reporting System (EARS)", J Urban Health 80(2 Suppl 1): i89-i96. There the unit of time is the day; here it is
// the week. The adjustment for the denominator follows Tokars et al. (2009), "Enhancing
// time-series detection algorithms for automated biosurveillance", Emerg Infect Dis 15(4): 533-539.

/** A week: reports Y, and the farmers N who photographed the crop. */
export type WeeklyCount = { reports: number; photographed: number }

/** Weeks of the baseline. Longer ones are measured in bench/README.md. */
const baselineWeeks = 7
/** Weeks between the baseline and the current week, so that the beginning of an outbreak does not raise it. */
const lagWeeks = 2
/** Weeks of C2 that C3 adds up. */
export const c3Weeks = 3
/**
 * Minimum of weeks with photos in the baseline. With two, a quarter of quiet weeks with a few reports would be alarms; and where
 * Kutu is new, the first reports are no rise.
 */
const minInformativeWeeks = 4

export const earsThresholds = { c2: 3, c3: 2 } as const

export type EarsOptions = {
  /** Number of weeks of the baseline. */
  baselineWeeks: number
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
export const defaultEarsOptions = { baselineWeeks, isRate: true, minSd: 1, isPoissonBound: true, minReports: 5 }

export type EarsResult = {
  c2: number
  c3: number
  isC2Alarm: boolean
  isC3Alarm: boolean
  /** Probability of as many reports by chance: of the week, or of the three of C3 if C2 is no alarm. */
  pValue: number
}

/** Index of the first week for which C2 and C3 have all their weeks. */
export const firstEarsWeek = baselineWeeks + lagWeeks + c3Weeks - 1

/** Weeks before those, of which the latest take the place of weeks of known outbreaks. */
export const replacementWeeks = 12

/** Returns the indices of the last weeks up to week t without those of known outbreaks, at most `length`, oldest first. */
export const listComparedWeeks = (isOutbreak: readonly boolean[], t: number, length = firstEarsWeek + 1): number[] =>
  [...isOutbreak.keys()].filter(week => week <= t && (week === t || !isOutbreak[week])).slice(-length)

/**
 * Returns C2 and C3 of a week. C3 is an alarm only if the current week is above what is expected by more than one standard
 * deviation: two weeks that are over are no rise.
 * @param weeks consecutive weeks, oldest first; weeks without reports are zeros
 * @param t index of the week
 * @returns null with fewer than four weeks of photos in the baseline
 */
export function computeEars(weeks: readonly WeeklyCount[], t: number, options = defaultEarsOptions): EarsResult | null {
  const c2 = computeC2(weeks, t, options)
  if (c2 === null) return null
  const earlier = Array.from({ length: c3Weeks - 1 }, (_, i) => computeC2(weeks, t - 1 - i, options))
  const c3 = sum([c2, ...earlier].map(each => Math.max(0, (each ?? 0) - 1)))
  const isEnough = (weeks[t]?.reports ?? 0) >= options.minReports
  const isC2Alarm = isEnough && c2 > earsThresholds.c2
  return {
    c2,
    c3,
    isC2Alarm,
    isC3Alarm: isEnough && c2 > 1 && c3 > earsThresholds.c3,
    pValue: computePValue(weeks, t, isC2Alarm ? 1 : c3Weeks),
  }
}

export const isAlarm = ({ isC2Alarm, isC3Alarm }: EarsResult): boolean => isC2Alarm || isC3Alarm

/** Farmers of the rest of a country by whom its share of a week counts half, and its usual share the other half. */
const halfWeightFarmers = 100

/**
 * Returns C2 and C3 of a district that must stand out from its own past, as above, and from the rest of its country: what raises the
 * share of the disease everywhere, such as season, a campaign or another model, is no rise of a place. For the second comparison the farmers
 * of each week are weighted by the share of that week in the rest.
 * @param rest the weeks of the other districts
 * @returns C2 and C3 of the first comparison, with alarms and p-value of both; null as above
 */
export function computeEarsInCountry(
  weeks: readonly WeeklyCount[],
  rest: readonly (readonly WeeklyCount[])[],
  t: number,
): EarsResult | null {
  const own = computeEars(weeks, t)
  if (!own || !isAlarm(own)) return own
  const total = (name: keyof WeeklyCount) => weeks.map((_, w) => sum(rest.map(district => district[w]?.[name] ?? 0)))
  const [reports, photographed] = [total('reports'), total('photographed')]
  const usual = sum(reports) / sum(photographed)
  if (!(usual > 0)) return own
  const weighted = weeks.map((week, w) => {
    const share = ((reports[w] ?? 0) + halfWeightFarmers * usual) / ((photographed[w] ?? 0) + halfWeightFarmers)
    return { ...week, photographed: (week.photographed * share) / usual }
  })
  const relative = computeEars(weighted, t)
  if (!relative) return null
  const isC2Alarm = own.isC2Alarm && relative.isC2Alarm
  return {
    ...own,
    isC2Alarm,
    isC3Alarm: own.isC3Alarm && relative.isC3Alarm,
    // Both comparisons must show the rise, so the p-value is the larger (intersection-union test, Berger 1982).
    pValue: Math.max(...[weeks, weighted].map(each => computePValue(each, t, isC2Alarm ? 1 : c3Weeks))),
  }
}

function computeC2(weeks: readonly WeeklyCount[], t: number, options: EarsOptions): number | null {
  const baseline = computeBaseline(weeks, t, options)
  return baseline && ((weeks[t]?.reports ?? 0) - baseline.expected) / baseline.sd
}

/**
 * Returns the probability of at least as many reports in the last weeks, given those of the baseline, if the share is the same: the exact
 * conditional test of two Poisson rates (Przyborowski & Wilenski 1940, Biometrika 31: 313-323).
 * @param length number of weeks up to week t that are compared with the baseline
 */
function computePValue(weeks: readonly WeeklyCount[], t: number, length: number): number {
  const total = (name: keyof WeeklyCount, start: number, end: number) =>
    sum(weeks.slice(Math.max(0, start), end).map(week => week[name]))
  const [start, end, first] = [t - lagWeeks - baselineWeeks, t - lagWeeks, t + 1 - length]
  const reports = total('reports', first, t + 1)
  const photographed = total('photographed', first, t + 1)
  const share = photographed / (photographed + total('photographed', start, end))
  return upperTailOfBinomial(reports, reports + total('reports', start, end), share)
}

/** Returns the probability of k or more of n, each of them with probability p. */
function upperTailOfBinomial(k: number, n: number, p: number): number {
  if (k === 0) return 1
  // By logarithms, because (1 - p)^n of a large n is too small for a number.
  let [log, tail] = [n * Math.log1p(-p), 0]
  for (let i = 0; i <= n; i++) {
    if (i >= k) tail += Math.exp(log)
    log += Math.log(((n - i) / (i + 1)) * (p / (1 - p)))
  }
  return Math.min(1, tail)
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
  { baselineWeeks, isRate, minSd, isPoissonBound }: EarsOptions,
): { expected: number; sd: number } | null {
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
  return { expected, sd: Math.max(minSd, sd * growth, isPoissonBound ? Math.sqrt(expected) : 0) }
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
