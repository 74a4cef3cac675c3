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

export const wetnessThresholds = {
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
