import { useTranslation } from '../../i18n/use-translation.ts'

/** Returns a function that writes a number of farmers of which the published figures say the fewest and the most. */
export function useBoundsText(): (min: number, max: number) => string {
  const { t, number } = useTranslation()
  return (min, max) => {
    if (min === max) return number(min)
    return min === 0 ? t('map.few') : t('map.bounds', { low: number(min), high: number(max) })
  }
}
