/** Returns noon in UTC of a day, as `2026-11-16`, so that it is written as that day in every time zone near Greenwich. */
export const toNoonUtc = (day: string): string => `${day}T12:00:00Z`

/** Moves a day, as `2026-11-16`, by a number of days. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
