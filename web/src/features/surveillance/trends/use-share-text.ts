import { useTranslation } from '../../../i18n/use-translation.ts'
import { useBoundsText } from '../use-bounds-text.ts'
import type { TrendWeek } from './queries.ts'
import { findShare, isExact, type ShareRange } from './trend-week.ts'

/** Returns functions that put the figures of a week into words. */
export function useShareText() {
  const { t, percent } = useTranslation()
  const formatBounds = useBoundsText()
  const formatRange = (min: number, max: number): string => {
    const [low, high] = [percent(min, 0), percent(max, 0)]
    return low === high ? low : t('trend.range', { low, high })
  }
  const formatShare = ({ min, max }: ShareRange): string => formatRange(min, max)
  const formatReports = ({ reports_min, reports_max }: TrendWeek): string => formatBounds(reports_min, reports_max)
  const describeShare = (week: TrendWeek): string => {
    const share = findShare(week)
    if (!share) return t('trend.unknown')
    return t(isExact(share) ? 'trend.share_of' : 'trend.hidden_share_of', {
      share: formatShare(share),
      count: week.photographed_min,
    })
  }
  return { formatRange, formatShare, formatReports, describeShare }
}
