import { useQuery } from '@tanstack/react-query'
import { useDuration } from '../../posts/duration.ts'
import { useText } from '../../text/use-text.ts'
import { boardQuery } from './queries.ts'

/** How long farmers wait for a first expert answer; says nothing while that is unknown. */
export function BoardSpeed() {
  const { t } = useText()
  const tell = useDuration()
  const { data } = useQuery(boardQuery())
  if (!data) return null
  const seconds = data.median_seconds_to_expert_answer
  if (seconds === null) return t('moderation.speed_unknown')
  return t('board.answer_time', { time: tell(seconds) })
}
