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

export const earsThresholds = { c2: 3, c3: 2 } as const

export type EarsOptions = {
  /** True to expect as many reports as the number of photographing farmers suggests, so that a rise in photos is none. */
  isRate: boolean
  /** Lower bound of the standard deviation, in reports: without it, one report after seven quiet weeks is an alarm. */
  minSd: number
  /** Fewer reports than this are never an alarm. */
  minReports: number
}
/** Five is also the smallest number that is shown. */
export const defaultEarsOptions: EarsOptions = { isRate: true, minSd: 1, minReports: 5 }

export type EarsResult = { c2: number; c3: number; isC2Alarm: boolean; isC3Alarm: boolean }

/**
 * Returns C2 and C3 of a week.
 * @param weeks consecutive weeks, oldest first; weeks without reports are zeros
 * @param t index of the week; earlier than eleven weeks after the first there is no baseline
 * @returns null without a baseline
 */
export function computeEars(weeks: readonly WeeklyCount[], t: number, options = defaultEarsOptions): EarsResult | null {
  const c2Values = Array.from({ length: c3Weeks }, (_, i) => computeC2(weeks, t - i, options))
  if (c2Values.some(value => value === null)) return null
  const [c2 = 0] = c2Values.map(value => value ?? 0)
  const c3 = c2Values.reduce<number>((sum, value) => sum + Math.max(0, (value ?? 0) - 1), 0)
  const isEnough = (weeks[t]?.reports ?? 0) >= options.minReports
  return {
    c2,
    c3,
    isC2Alarm: isEnough && c2 > earsThresholds.c2,
    isC3Alarm: isEnough && c3 > earsThresholds.c3,
  }
}

/** Index of the first week for which C2 and C3 exist. */
export const firstEarsWeek = baselineWeeks + lagWeeks + c3Weeks - 1

function computeC2(weeks: readonly WeeklyCount[], t: number, options: EarsOptions): number | null {
  const baseline = computeBaseline(weeks, t, options)
  return baseline && ((weeks[t]?.reports ?? 0) - baseline.expected) / baseline.sd
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

/** Returns mean and standard deviation of the reports that the baseline lets expect in a week. */
function computeBaseline(
  weeks: readonly WeeklyCount[],
  t: number,
  { isRate, minSd }: EarsOptions,
): { expected: number; sd: number } | null {
  const start = t - lagWeeks - baselineWeeks
  const current = weeks[t]
  if (start < 0 || !current) return null
  const baseline = weeks.slice(start, t - lagWeeks)
  const y = sum(baseline.map(({ reports }) => reports))
  const n = sum(baseline.map(({ photographed }) => photographed))
  const expect = ({ photographed }: WeeklyCount): number =>
    isRate && n > 0 ? (photographed * y) / n : y / baselineWeeks
  const residuals = baseline.map(week => week.reports - expect(week))
  const sd = Math.sqrt(sum(residuals.map(residual => residual ** 2)) / (baselineWeeks - 1))
  // The spread of counts grows with the square root of their mean.
  const growth = isRate && n > 0 ? Math.sqrt(Math.max(1, (current.photographed * baselineWeeks) / n)) : 1
  return { expected: expect(current), sd: Math.max(minSd, sd * growth) }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
