import type { Post, PostResponse } from '@kutu/contract/community'
import type { ResponseMove } from '@kutu/contract/moderation'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Body } from '../../api/contract.ts'
import { ApiError, messageOf } from '../../api/errors.ts'
import { say } from '../../text/say.ts'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { renew } from './queries.ts'

type Moderation = Body<'PUT /api/community/responses/moderate/{id}/'>

const done = {
  approve: 'moderation.comment_approved',
  flag: 'moderation.comment_flagged',
  endorse: 'moderation.comment_endorsed',
} as const
const failed = {
  approve: 'moderation.comment_not_approved',
  flag: 'moderation.comment_not_flagged',
  endorse: 'moderation.comment_not_endorsed',
} as const

const whyNot = (error: unknown): string =>
  error instanceof ApiError && error.is('already_decided') ? say('moderation.comment_decided_first') : messageOf(error)

/** One call for a comment's moves and for what an expert says to it; the lists are asked for anew in any case. */
export function useModerateResponse(post: Post) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Moderation) =>
      call('PUT /api/community/responses/moderate/{id}/', { params: { id: post.id }, body }),
    onSettled: () => renew(client),
  })
}

/** Moves a comment and tells how it went. */
export function useMoveResponse(post: Post, response: PostResponse) {
  const moderate = useModerateResponse(post)
  async function move(action: ResponseMove, reason?: string): Promise<void> {
    if (moderate.isPending) return
    try {
      await moderate.mutateAsync({ response_id: response.id, action, ...(reason && { reason }) })
      showSuccess(say('notice.success'), say(done[action]))
    } catch (error) {
      showError(say('notice.error'), say('moderation.because', { what: say(failed[action]), why: whyNot(error) }))
    }
  }
  return { move, isMoving: moderate.isPending }
}
