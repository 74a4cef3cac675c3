import type { Post } from '@kutu/contract/community'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ReasonDialog } from '../../posts/ReasonDialog.tsx'
import { useText } from '../../text/use-text.ts'
import { join } from '../../ui/join.ts'
import { runNewestToastAction } from '../../ui/toasts.ts'
import { BoardKeyHelp } from './BoardKeyHelp.tsx'
import { BulkBar } from './BulkBar.tsx'
import type { BoardAct } from './board-keys.ts'
import { ChooseAll } from './ChooseAll.tsx'
import { ModeratedPost } from './ModeratedPost.tsx'
import { searchId } from './PostFilters.tsx'
import { commentsPath } from './paths.ts'
import { useBoardKeys } from './use-board-keys.ts'
import { canMove, useModeration } from './use-moderation.ts'

/** The posts of one page, moved one by one, several at once, or from the keyboard. */
export function PostList({ posts, isQueue, summary }: { posts: readonly Post[]; isQueue: boolean; summary: string }) {
  const { t } = useText()
  const moderation = useModeration()
  const navigate = useNavigate()
  const [flagging, setFlagging] = useState<Post>()
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLUListElement>(null)
  const free = posts.filter(post => canMove(post, 'approve') && !moderation.approvingOf(post))
  const chosen = free.filter(({ id }) => chosenIds.has(id))

  const choose = (post: Post, isOn: boolean) =>
    setChosenIds(ids => new Set(isOn ? [...ids, post.id] : [...ids].filter(id => id !== post.id)))

  /** Tells whether the post took the act. */
  function act(name: BoardAct, post: Post): boolean {
    if (name === 'undo') runNewestToastAction()
    else if (name === 'search') document.getElementById(searchId)?.focus()
    else if (name === 'comments') navigate(commentsPath(post))
    else if (moderation.isBusy(post) || moderation.approvingOf(post)) return false
    else if (name === 'select') {
      if (!canMove(post, 'approve')) return false
      choose(post, !chosenIds.has(post.id))
    } else if (name === 'next' || name === 'previous' || !canMove(post, name)) return false
    else if (name === 'approve') moderation.approve([post])
    else if (name === 'unflag') void moderation.unflag(post)
    else setFlagging(post)
    return true
  }
  useBoardKeys(list, posts, act)

  return (
    <>
      <ChooseAll {...{ summary, free, chosen }} onChoose={all => setChosenIds(new Set(all.map(({ id }) => id)))} />
      <BoardKeyHelp />
      <ul ref={list} className={join('grid gap-4', !isQueue && 'lg:grid-cols-2')}>
        {posts.map(post => (
          <li key={post.id} className="min-w-0">
            <ModeratedPost
              {...{ post, moderation, isQueue }}
              isChosen={chosenIds.has(post.id)}
              onChoose={isOn => choose(post, isOn)}
              onFlag={() => setFlagging(post)}
            />
          </li>
        ))}
      </ul>
      <BulkBar
        count={chosen.length}
        onNone={() => setChosenIds(new Set())}
        onApprove={() => {
          moderation.approve(chosen)
          setChosenIds(new Set())
        }}
      />
      <ReasonDialog
        confirm={t('moderation.flag')}
        lead={t('moderation.flag_lead')}
        title={t('moderation.flag_title', { title: flagging?.title ?? '' })}
        isOpen={flagging !== undefined}
        onClose={() => setFlagging(undefined)}
        onReason={reason => {
          if (flagging) void moderation.flag(flagging, reason)
          setFlagging(undefined)
        }}
      />
    </>
  )
}
