import { type InfectionParameters, wetHourProgress } from './infection-model.ts'

/** `unknown`: hours are missing that could change the level. */
export const riskLevels = ['low', 'medium', 'high', 'unknown'] as const
export type RiskLevel = (typeof riskLevels)[number]

/** How much the weather of a week suits a disease. It says nothing about spores, varieties or sick plants. */
export type WeeklyRisk = {
  level: RiskLevel
  /** Days on which leaves were wet for long enough, 0 to 7, missing hours counted as dry; null if the level is unknown. */
  days: number | null
}

/** The hours of a day, first to last; undefined if nothing is known of it. */
export type DayOfWeather = readonly HourlyWeather[] | undefined

/** Days with infection conditions from which on a level holds. Our own choice: no publication grades weeks. */
export const minDays = { medium: 2, high: 4 } as const

const hoursOfDay = 24
const unknownDay: readonly HourlyWeather[] = Array.from({ length: hoursOfDay }, () => ({
  temperature: null,
  humidity: null,
  rain: null,
}))
/** Sums of fractions such as 1/6 stay a little below 1. */
const complete = 1 - 1e-9

/**
 * Returns the risk of a week. A day has infection conditions if the wet period that runs in it has lasted for as long as the
 * pathogen needs. A dry hour ends the wet period: for leaf rust one is enough to harm the germlings (Stuckey & Zadoks 1989).
 * @param week its seven days
 * @param before the day before the week, whose last night may go on
 */
export function computeWeeklyRisk(
  parameters: InfectionParameters,
  { week, before }: { week: readonly DayOfWeather[]; before: DayOfWeather },
): WeeklyRisk {
  const lowerBound = countInfectionDays(parameters, { week, before }, 'dry')
  const upperBound = countInfectionDays(parameters, { week, before }, 'suitable')
  const level = gradeDays(lowerBound)
  return level === gradeDays(upperBound) ? { level, days: lowerBound } : { level: 'unknown', days: null }
}

const gradeDays = (days: number): Exclude<RiskLevel, 'unknown'> =>
  days >= minDays.high ? 'high' : days >= minDays.medium ? 'medium' : 'low'

/** Counts days with infection conditions, with unknown hours taken as dry, or as wet at the best temperature. */
function countInfectionDays(
  parameters: InfectionParameters,
  { week, before }: { week: readonly DayOfWeather[]; before: DayOfWeather },
  unknownHours: 'dry' | 'suitable',
): number {
  let progress = 0
  const days = [before, ...week].map(day => {
    let isInfectionDay = false
    for (const hour of day ?? unknownDay) {
      progress = advance(progress, hour)
      if (progress >= complete) isInfectionDay = true
    }
    return isInfectionDay
  })
  return days.slice(1).filter(Boolean).length

  function advance(sum: number, hour: HourlyWeather): number {
    const isWet = isLeafWet(hour)
    if (isWet === false) return 0
    if (isWet === true && hour.temperature !== null) return sum + wetHourProgress(hour.temperature, parameters)
    return unknownHours === 'dry' ? 0 : sum + 1 / parameters.wmin
  }
}

// Leaf wetness from relative humidity: Sentelhas et al. (2008), "Suitability of relative humidity as an estimator of leaf wetness
// duration", Agricultural and Forest Meteorology 148: 392-400, constant threshold of 90 %. Rain wets a leaf in any case.

/** The weather of one hour. A value that is missing is null. */
export type HourlyWeather = {
  /** °C, 2 m above the ground. */
  temperature: number | null
  /** %, 2 m above the ground. */
  humidity: number | null
  /** mm of rain in the hour. */
  rain: number | null
}

const wetnessThresholds = {
  /** %: from here on a leaf is wet. In four climates 87 to 92 % of the hours were right (Sentelhas et al.). */
  humidity: 90,
  /** mm: the resolution of weather services. */
  rain: 0.1,
} as const

/** Returns true if leaves are wet in an hour, and null if the missing values could decide it. */
export function isLeafWet({ humidity, rain }: HourlyWeather): boolean | null {
  if (humidity !== null && humidity >= wetnessThresholds.humidity) return true
  if (rain !== null && rain >= wetnessThresholds.rain) return true
  return humidity === null || rain === null ? null : false
}
