import type { TrendWeek } from './queries.ts'

/** The share that the published counts leave possible: one number, or all between `min` and `max`. */
export type ShareRange = { min: number; max: number }

/** Returns the share of a week; undefined where too few farmers photographed the crop to show any figure. */
export function findShare(week: TrendWeek): ShareRange | undefined {
  const { photographed, max_photographed, reports, max_reports } = week
  if (photographed === 0) return undefined
  return { min: reports / max_photographed, max: Math.min(1, max_reports / photographed) }
}

export const isExact = ({ min, max }: ShareRange): boolean => min === max
