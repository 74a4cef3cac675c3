import { useQuery } from '@tanstack/react-query'
import { useDuration } from '../../posts/duration.ts'
import { useText } from '../../text/use-text.ts'
import { boardFiguresQuery } from './queries.ts'

/** How long one waits for an expert, as measured; nothing before the first answer. */
export function AnswerTime() {
  const { t } = useText()
  const inWords = useDuration()
  const { data } = useQuery(boardFiguresQuery())
  const seconds = data?.median_seconds_to_expert_answer ?? null
  if (seconds === null) return null
  return <p className="text-sm text-muted">{t('board.answer_time', { time: inWords(seconds) })}</p>
}
