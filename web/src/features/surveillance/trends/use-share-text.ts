import { useTranslation } from '../../../i18n/use-translation.ts'
import type { TrendWeek } from './queries.ts'

/** Returns the lowest and the highest share that the counts leave possible; undefined where no figure may be shown. */
export function findShare({ photographed_min, photographed_max, reports_min, reports_max }: TrendWeek) {
  if (photographed_min === 0) return undefined
  return { min: reports_min / photographed_max, max: Math.min(1, reports_max / photographed_min) }
}

/** Returns functions that put the figures of a week into words. */
export function useShareText() {
  const { t, number, percent } = useTranslation()
  const formatRange = (min: number, max: number): string => {
    const [low, high] = [percent(min, 0), percent(max, 0)]
    return low === high ? low : t('trend.range', { low, high })
  }
  const describeShare = (week: TrendWeek): string => {
    const share = findShare(week)
    if (!share) return t('trend.unknown')
    return t(week.share !== null ? 'trend.share_of' : 'trend.hidden_share_of', {
      share: formatRange(share.min, share.max),
      count: week.photographed_min,
    })
  }
  /** The reports by certainty; nothing where some are hidden. */
  const describeSplit = ({ confirmed, confident, likely }: TrendWeek): string | undefined =>
    confirmed === null || confident === null || likely === null
      ? undefined
      : `${t('map.confirmed')} ${number(confirmed)}, ${t('map.confident')} ${number(confident)}, ${t('map.likely')} ${number(likely)}`
  return { describeSplit, formatRange, describeShare }
}
