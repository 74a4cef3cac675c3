import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../../api/errors.ts'
import { useUser } from '../../../../api/session/session.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { PageTitle } from '../../../../ui/layout/PageTitle.tsx'
import { boardStatsQuery } from '../../shared/queries.ts'
import { useFormatDuration } from '../../shared/use-format-duration.ts'
import { allPostsQuery } from '../shared/queries.ts'
import { AwaitingApproval } from './AwaitingApproval.tsx'
import { BoardView } from './BoardView.tsx'
import { useBoard } from './use-board.ts'

/** The moderation screen: all posts of the community with their actions. */
export function AllPosts() {
  const { t } = useTranslation()
  const isAwaitingApproval = useUser()?.is_approved === false
  return (
    <>
      <PageTitle title={t('menu.all_posts')} lead={<AnswerTimeLead />} />
      {isAwaitingApproval ? <AwaitingApproval /> : <ModerationBoard />}
    </>
  )
}

function ModerationBoard() {
  const board = useBoard()
  const posts = useQuery(allPostsQuery(board.filters))
  // The stored user record may be older than an admin's decision.
  const isApprovalPending = posts.error instanceof ApiError && posts.error.is('approval_pending')
  return isApprovalPending ? <AwaitingApproval /> : <BoardView {...board} posts={posts} />
}

/** Returns the median time to the first expert answer as the lead text of the page; nothing while loading. */
function AnswerTimeLead() {
  const { t } = useTranslation()
  const formatDuration = useFormatDuration()
  const { data } = useQuery(boardStatsQuery())
  if (!data) return null
  const seconds = data.median_seconds_to_expert_answer
  if (seconds === null) return t('moderation.speed_unknown')
  return t('board.answer_time', { time: formatDuration(seconds) })
}
