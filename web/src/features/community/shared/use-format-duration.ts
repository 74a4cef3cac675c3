import { useTranslation } from '../../../i18n/use-translation.ts'

export type Duration = { unit: 'minutes' | 'hours' | 'days'; count: number }

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Converts seconds to the unit people would use: 95 minutes become 2 hours, 40 hours stay hours. */
function toDuration(seconds: number): Duration {
  if (seconds < 90 * minute) return { unit: 'minutes', count: Math.max(1, Math.round(seconds / minute)) }
  if (seconds < 2 * day) return { unit: 'hours', count: Math.round(seconds / hour) }
  return { unit: 'days', count: Math.round(seconds / day) }
}

export const secondsSince = (instant: string, now: number): number =>
  Math.max(0, (now - new Date(instant).getTime()) / 1000)

/** Returns a function that formats seconds in words. */
export function useFormatDuration(): (seconds: number) => string {
  const { t } = useTranslation()
  return seconds => {
    const { unit, count } = toDuration(seconds)
    return t(`board.${unit}`, { count })
  }
}
