/** Returns noon in UTC of a day, as `2026-11-16`, so that it is written as that day in every time zone near Greenwich. */
export const toNoon = (day: string): string => `${day}T12:00:00Z`
