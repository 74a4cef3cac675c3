import type { Post } from '@kutu/contract/community/community'
import { type PostAction, postActions } from '@kutu/contract/community/moderation'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidateModeration } from '../shared/queries.ts'
import { approvePosts, moderatePost, takeLastMove, undoMoves } from './moderate-post.ts'

export const isActionAllowed = ({ status }: Post, action: PostAction): boolean =>
  (postActions[status] as readonly PostAction[]).includes(action)

export type Moderation = {
  flag: (post: Post, reason: string) => Promise<void>
  unflag: (post: Post) => Promise<void>
  approve: (posts: readonly Post[]) => Promise<void>
  /** Approves a post together with the expert's answer. Resolves to true if the server stored both. */
  answer: (post: Post, content: string) => Promise<boolean>
  /**
   * Undoes this expert's last action on posts, and says which are back before it refetches the lists. Returns false if there
   * is none of the last minute.
   */
  undoLast: (onUndone: (ids: readonly string[]) => void) => boolean
  isBusy: (post: Post) => boolean
}

/** Moderation actions for posts. Every action refetches the lists, even when another expert was faster. */
export function useModeration(): Moderation {
  const client = useQueryClient()
  const [busyIds, setBusyIds] = useState<readonly string[]>([])

  /** Runs a request for posts that have none in flight, and refetches the lists. */
  async function run(posts: readonly Post[], request: (idle: readonly Post[]) => Promise<unknown>): Promise<void> {
    const idle = posts.filter(({ id }) => !busyIds.includes(id))
    if (idle.length === 0) return
    const ids = idle.map(({ id }) => id)
    setBusyIds(busy => [...busy, ...ids])
    await request(idle)
    setBusyIds(busy => busy.filter(id => !ids.includes(id)))
    await invalidateModeration(client)
  }
  // The toast outlives the screen, so its undo does not depend on the state of the screen.
  const undo = (ids: readonly string[]) => {
    takeLastMove()
    return undoAndRefetch(client, ids)
  }

  return {
    flag: (post, reason) => run([post], () => moderatePost(post, 'flag', { reason, onUndo: undo })),
    unflag: post => run([post], () => moderatePost(post, 'unflag', { onUndo: undo })),
    approve: posts =>
      run(
        posts.filter(post => isActionAllowed(post, 'approve')),
        approvable => approvePosts(approvable, undo),
      ),
    answer: async (post, content) => {
      let isStored = false
      await run([post], async () => {
        isStored = await moderatePost(post, 'approve', { answer: content, onUndo: undo })
      })
      return isStored
    },
    undoLast: onUndone => {
      const moved = takeLastMove()
      void moved?.then(ids => (ids.length > 0 ? undoAndRefetch(client, ids, onUndone) : undefined))
      return moved !== undefined
    },
    isBusy: post => busyIds.includes(post.id),
  }
}

async function undoAndRefetch(
  client: QueryClient,
  ids: readonly string[],
  onUndone?: (ids: readonly string[]) => void,
): Promise<void> {
  const undone = await undoMoves(ids)
  onUndone?.(undone)
  await invalidateModeration(client)
}
