import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/errors.ts'
import { useUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { AwaitingApproval } from './AwaitingApproval.tsx'
import { BoardSpeed } from './BoardSpeed.tsx'
import { BoardView } from './BoardView.tsx'
import { allPostsQuery } from './queries.ts'
import { useBoard } from './use-board.ts'

/** The moderator's screen: every post of the community with what can be done about it. */
export function AllPosts() {
  const { t } = useText()
  const isWaiting = useUser()?.is_approved === false
  return (
    <>
      <PageTitle title={t('menu.all_posts')} lead={<BoardSpeed />} />
      {isWaiting ? <AwaitingApproval /> : <Board />}
    </>
  )
}

function Board() {
  const board = useBoard()
  const posts = useQuery(allPostsQuery(board.filters))
  // The stored user record may be older than an admin's decision.
  const isRefused = posts.error instanceof ApiError && posts.error.is('approval_pending')
  return isRefused ? <AwaitingApproval /> : <BoardView {...board} posts={posts} />
}
