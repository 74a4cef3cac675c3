import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { boardStatsQuery } from '../../shared/queries.ts'
import { useFormatDuration } from '../../shared/use-format-duration.ts'

/** Returns the median time to the first expert answer as the lead text of the page; nothing while loading. */
export function AnswerTimeLead() {
  const { t } = useTranslation()
  const formatDuration = useFormatDuration()
  const { data } = useQuery(boardStatsQuery())
  if (!data) return null
  const seconds = data.median_seconds_to_expert_answer
  if (seconds === null) return t('moderation.speed_unknown')
  return t('board.answer_time', { time: formatDuration(seconds) })
}
