import type { Post } from '@kutu/contract/community/community'
import { type PostAction, postActions } from '@kutu/contract/community/moderation'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidateModeration } from '../shared/queries.ts'
import { type ApprovalState, delayApproval, isApproving, undoApproval, useApprovalStates } from './delayed-approvals.ts'
import { moderatePost, sendApprovals } from './moderate-post.ts'

export const isActionAllowed = ({ status }: Post, action: PostAction): boolean =>
  (postActions[status] as readonly PostAction[]).includes(action)

export type Moderation = {
  flag: (post: Post, reason: string) => Promise<void>
  unflag: (post: Post) => Promise<void>
  approve: (posts: readonly Post[]) => void
  undoApproval: (post: Post) => void
  getApprovalState: (post: Post) => ApprovalState | undefined
  isBusy: (post: Post) => boolean
}

/** Moderation actions for posts. Every action refetches the lists, even when another expert was faster. */
export function useModeration(): Moderation {
  const client = useQueryClient()
  const approvalStates = useApprovalStates()
  const [busyIds, setBusyIds] = useState<readonly string[]>([])

  async function runAction(post: Post, action: 'flag' | 'unflag', reason?: string, isUndo = false): Promise<void> {
    if (busyIds.includes(post.id)) return
    setBusyIds(ids => [...ids, post.id])
    const reverseAction = action === 'flag' ? 'unflag' : 'flag'
    const formerReason = action === 'unflag' ? (post.flag_reason ?? undefined) : undefined
    await moderatePost(post, action, {
      ...(reason && { reason }),
      ...(!isUndo && { onUndo: (updated: Post) => void runAction(updated, reverseAction, formerReason, true) }),
    })
    setBusyIds(ids => ids.filter(id => id !== post.id))
    await invalidateModeration(client)
  }

  return {
    flag: (post, reason) => runAction(post, 'flag', reason),
    unflag: post => runAction(post, 'unflag'),
    approve: posts => {
      const approvable = posts.filter(post => isActionAllowed(post, 'approve') && !isApproving(post.id))
      if (approvable.length === 0) return
      delayApproval(approvable, async approved => {
        await sendApprovals(approved)
        await invalidateModeration(client)
      })
    },
    undoApproval: post => undoApproval(post.id),
    getApprovalState: post => approvalStates.get(post.id),
    isBusy: post => busyIds.includes(post.id),
  }
}
