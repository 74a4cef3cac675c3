import type { Post } from '@kutu/contract/community/community'
import { useSyncExternalStore } from 'react'
import { t } from '../../../../i18n/i18n.ts'
import { flushToasts, runToastAction, showSuccess } from '../../../../ui/feedback/toasts.ts'

/** Posts approved together, announced by one toast. */
type Batch = { toastId: number; posts: readonly Post[]; isSending: boolean }
/** `held` can still be undone, `sending` cannot. */
export type ApprovalState = 'held' | 'sending'

let batches: readonly Batch[] = []
let approvalStates: ReadonlyMap<string, ApprovalState> = new Map()
const listeners = new Set<() => void>()

function setBatches(next: readonly Batch[]): void {
  batches = next
  approvalStates = new Map(
    next.flatMap(({ posts, isSending }) => posts.map(({ id }) => [id, isSending ? 'sending' : 'held'] as const)),
  )
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the posts whose approval is delayed or being sent, by post id. */
export const useApprovalStates = (): ReadonlyMap<string, ApprovalState> =>
  useSyncExternalStore(subscribe, () => approvalStates)
export const isApproving = (id: string): boolean => approvalStates.has(id)

/**
 * Delays an approval until its toast closes, so that it can be undone. The server has no way back from `approved` and
 * notifies the farmer immediately. Leaving the page sends the approval.
 */
export function delayApproval(posts: readonly Post[], send: (posts: readonly Post[]) => Promise<void>): void {
  const toastId = showSuccess(t('moderation.approving_title'), t('moderation.approving', { count: posts.length }), {
    label: t('moderation.undo'),
    run: () => removeBatch(toastId),
    onDismiss: async () => {
      const batch = batches.find(candidate => candidate.toastId === toastId)
      if (!batch) return
      setBatches(batches.map(candidate => (candidate === batch ? { ...batch, isSending: true } : candidate)))
      await send(batch.posts).finally(() => removeBatch(toastId))
    },
  })
  if (batches.length === 0) window.addEventListener('pagehide', flushToasts)
  setBatches([...batches, { toastId, posts, isSending: false }])
}

function removeBatch(toastId: number): void {
  setBatches(batches.filter(batch => batch.toastId !== toastId))
  if (batches.length === 0) window.removeEventListener('pagehide', flushToasts)
}

/** Cancels the delayed approval of one post; the rest of its batch is unaffected. */
export function undoApproval(id: string): void {
  const batch = batches.find(candidate => !candidate.isSending && candidate.posts.some(post => post.id === id))
  if (!batch) return
  const posts = batch.posts.filter(post => post.id !== id)
  if (posts.length === 0) runToastAction(batch.toastId)
  else setBatches(batches.map(candidate => (candidate === batch ? { ...batch, posts } : candidate)))
}
