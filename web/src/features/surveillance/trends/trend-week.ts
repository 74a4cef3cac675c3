import type { TrendWeek } from './queries.ts'

/** The share that the published counts leave possible: one number, or all between `min` and `max`. */
export type ShareRange = { min: number; max: number }

/** Returns the share of a week; undefined where too few farmers photographed the crop to show any figure. */
export function findShare(week: TrendWeek): ShareRange | undefined {
  const { photographed_min, photographed_max, reports_min, reports_max } = week
  if (photographed_min === 0) return undefined
  return { min: reports_min / photographed_max, max: Math.min(1, reports_max / photographed_min) }
}

export const isExact = ({ min, max }: ShareRange): boolean => min === max
