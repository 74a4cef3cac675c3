import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { boardStatsQuery } from '../shared/queries.ts'
import { useFormatDuration } from '../shared/use-format-duration.ts'

/** Shows the measured median time to the first expert answer; renders nothing before the first answer. */
export function MedianAnswerTime() {
  const { t } = useTranslation()
  const formatDuration = useFormatDuration()
  const { data } = useQuery(boardStatsQuery())
  const seconds = data?.median_seconds_to_expert_answer ?? null
  if (seconds === null) return null
  return <p className="text-sm text-muted">{t('board.answer_time', { time: formatDuration(seconds) })}</p>
}
