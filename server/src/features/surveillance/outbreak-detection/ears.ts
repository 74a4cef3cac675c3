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

/** Returns the indices of the weeks up to week t that EARS needs, without those of known outbreaks, oldest first. */
export const listComparedWeeks = (isOutbreak: readonly boolean[], t: number): number[] =>
  [...isOutbreak.keys()].filter(week => week <= t && (week === t || !isOutbreak[week])).slice(-firstEarsWeek - 1)

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
    pValue: computePValue(compareWithBaseline(weeks, t, isC2Alarm ? 1 : c3Weeks)),
  }
}

export const isAlarm = ({ isC2Alarm, isC3Alarm }: EarsResult): boolean => isC2Alarm || isC3Alarm

/** With fewer farmers who photograph the crop in a week, or fewer reports in all weeks, the rest says nothing of the country. */
const minFarmersOfRest = 100
const minReportsOfRest = 20

/**
 * Returns C2 and C3 of a district that must stand out from its own past, as above, and from the rest of its country: what raises the
 * share of the disease everywhere, such as season, a campaign or another model, is no rise of a place. Both must be unlikely, so the
 * p-value is the larger (intersection-union test, Berger 1982).
 * @param rest the weeks of the other districts
 * @returns null as above
 */
export function computeEarsInCountry(
  weeks: readonly WeeklyCount[],
  rest: readonly (readonly WeeklyCount[])[],
  t: number,
): EarsResult | null {
  const own = computeEars(weeks, t)
  if (!own || !isAlarm(own)) return own
  const length = own.isC2Alarm ? 1 : c3Weeks
  const total = (name: keyof WeeklyCount, w: number) => sum(rest.map(district => district[w]?.[name] ?? 0))
  const others = weeks.map((_, w) => ({ reports: total('reports', w), photographed: total('photographed', w) }))
  const country = compareWithBaseline(others, t, length)
  const [last, before] = country.photographed
  if (Math.min(last / length, before / baselineWeeks) < minFarmersOfRest) return own
  if (sum(country.reports) < minReportsOfRest) return own
  return {
    ...own,
    pValue: Math.max(own.pValue, computePValueInCountry(compareWithBaseline(weeks, t, length), country)),
  }
}

function computeC2(weeks: readonly WeeklyCount[], t: number, options: EarsOptions): number | null {
  const baseline = computeBaseline(weeks, t, options)
  return baseline && ((weeks[t]?.reports ?? 0) - baseline.expected) / baseline.sd
}

/** The counts of the last weeks, and those of the baseline. */
type Comparison = { reports: [number, number]; photographed: [number, number] }

/** @param length number of weeks up to week t that are compared with the baseline */
function compareWithBaseline(weeks: readonly WeeklyCount[], t: number, length: number): Comparison {
  const total = (name: keyof WeeklyCount, start: number, end: number) =>
    sum(weeks.slice(Math.max(0, start), end).map(week => week[name]))
  const compare = (name: keyof WeeklyCount): [number, number] => [
    total(name, t + 1 - length, t + 1),
    total(name, t - lagWeeks - baselineWeeks, t - lagWeeks),
  ]
  return { reports: compare('reports'), photographed: compare('photographed') }
}

/**
 * Returns the probability of at least as many reports in the last weeks, given those of the baseline, if the share is the same: the exact
 * conditional test of two Poisson rates (Przyborowski & Wilenski 1940, Biometrika 31: 313-323).
 */
function computePValue({ reports: [k, before], photographed: [last, earlier] }: Comparison): number {
  const n = k + before
  return upperTail(k, [0, n], i => ((n - i) / (i + 1)) * (last / earlier))
}

/**
 * Returns the same if the share changed as it did in the rest of the country, given the reports of the district, of the rest, and of both in
 * the last weeks: the tail of Fisher's noncentral hypergeometric distribution (Fisher 1935, J R Stat Soc 98: 39-82).
 */
function computePValueInCountry(own: Comparison, rest: Comparison): number {
  const k = own.reports[0]
  const [ofDistrict, ofRest, ofLast] = [sum(own.reports), sum(rest.reports), k + rest.reports[0]]
  const odds = (own.photographed[0] * rest.photographed[1]) / (own.photographed[1] * rest.photographed[0])
  return upperTail(
    k,
    [Math.max(0, ofLast - ofRest), Math.min(ofDistrict, ofLast)],
    i => (((ofDistrict - i) * (ofLast - i)) / ((i + 1) * (ofRest - ofLast + i + 1))) * odds,
  )
}

/**
 * Returns the probability of k or more.
 * @param ratio probability of i + 1 divided by that of i
 */
function upperTail(k: number, [first, last]: [number, number], ratio: (i: number) => number): number {
  // From k on, because the probability of the first of many is too small for a number.
  let [tail, below, weight] = [0, 0, 1]
  for (let i = k; i <= last; i++, weight *= ratio(i - 1)) tail += weight
  weight = 1
  for (let i = k - 1; i >= first; i--) below += weight /= ratio(i)
  return tail === Infinity ? 1 : tail / (tail + below)
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
