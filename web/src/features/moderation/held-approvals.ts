import type { Post } from '@kutu/contract/community'
import { useSyncExternalStore } from 'react'
import { say } from '../../text/say.ts'
import { runToastAction, settleToasts, showSuccess } from '../../ui/toasts.ts'

/** Posts approved together, under one notice. */
type Batch = { toast: number; posts: readonly Post[]; isSending: boolean }
/** `held` can still be taken back, `sending` no longer. */
export type Approving = 'held' | 'sending'

let batches: readonly Batch[] = []
let approving: ReadonlyMap<string, Approving> = new Map()
const listeners = new Set<() => void>()

function set(next: readonly Batch[]): void {
  batches = next
  approving = new Map(
    next.flatMap(({ posts, isSending }) => posts.map(({ id }) => [id, isSending ? 'sending' : 'held'] as const)),
  )
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The posts whose approval waits for its notice to go. */
export const useApproving = (): ReadonlyMap<string, Approving> => useSyncExternalStore(subscribe, () => approving)
export const isApproving = (id: string): boolean => approving.has(id)

/**
 * No move leads back from approved, and the farmer is told at once: so an approval is sent only when its notice goes,
 * and until then it can be taken back. Who leaves the page leaves it approved.
 */
export function holdApproval(posts: readonly Post[], send: (posts: readonly Post[]) => Promise<void>): void {
  const toast = showSuccess(say('moderation.approving_title'), say('moderation.approving', { count: posts.length }), {
    label: say('moderation.undo'),
    run: () => release(toast),
    otherwise: async () => {
      const batch = batches.find(each => each.toast === toast)
      if (!batch) return
      set(batches.map(each => (each === batch ? { ...batch, isSending: true } : each)))
      await send(batch.posts).finally(() => release(toast))
    },
  })
  if (batches.length === 0) window.addEventListener('pagehide', settleToasts)
  set([...batches, { toast, posts, isSending: false }])
}

function release(toast: number): void {
  set(batches.filter(batch => batch.toast !== toast))
  if (batches.length === 0) window.removeEventListener('pagehide', settleToasts)
}

/** Takes back the approval of one post; the others of its batch stay approved. */
export function undoApproval(id: string): void {
  const batch = batches.find(each => !each.isSending && each.posts.some(post => post.id === id))
  if (!batch) return
  const posts = batch.posts.filter(post => post.id !== id)
  if (posts.length === 0) runToastAction(batch.toast)
  else set(batches.map(each => (each === batch ? { ...batch, posts } : each)))
}
