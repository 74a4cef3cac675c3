import type { Post } from '@kutu/contract/community'
import { type PostMove, postMoves } from '@kutu/contract/moderation'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Approving, holdApproval, isApproving, undoApproval, useApproving } from './held-approvals.ts'
import { movePost, sendApprovals } from './moderate.ts'
import { renew } from './queries.ts'

export const canMove = ({ status }: Post, move: PostMove): boolean =>
  (postMoves[status] as readonly PostMove[]).includes(move)

export type Moderation = {
  flag: (post: Post, reason: string) => Promise<void>
  unflag: (post: Post) => Promise<void>
  approve: (posts: readonly Post[]) => void
  undoApproval: (post: Post) => void
  approvingOf: (post: Post) => Approving | undefined
  isBusy: (post: Post) => boolean
}

/** The moves of a moderator. Every one asks for the lists anew, also where somebody else was faster. */
export function useModeration(): Moderation {
  const client = useQueryClient()
  const approving = useApproving()
  const [busy, setBusy] = useState<readonly string[]>([])

  async function move(post: Post, action: 'flag' | 'unflag', reason?: string, isUndo = false): Promise<void> {
    if (busy.includes(post.id)) return
    setBusy(ids => [...ids, post.id])
    const back = action === 'flag' ? 'unflag' : 'flag'
    const formerReason = action === 'unflag' ? (post.flag_reason ?? undefined) : undefined
    await movePost(post, action, {
      ...(reason && { reason }),
      ...(!isUndo && { onUndo: (moved: Post) => void move(moved, back, formerReason, true) }),
    })
    setBusy(ids => ids.filter(id => id !== post.id))
    await renew(client)
  }

  return {
    flag: (post, reason) => move(post, 'flag', reason),
    unflag: post => move(post, 'unflag'),
    approve: posts => {
      const free = posts.filter(post => canMove(post, 'approve') && !isApproving(post.id))
      if (free.length === 0) return
      holdApproval(free, async approved => {
        await sendApprovals(approved)
        await renew(client)
      })
    },
    undoApproval: post => undoApproval(post.id),
    approvingOf: post => approving.get(post.id),
    isBusy: post => busy.includes(post.id),
  }
}
