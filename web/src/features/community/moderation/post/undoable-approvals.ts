import { undoWindowSeconds } from '@kutu/contract/community/moderation'
import { useSyncExternalStore } from 'react'

/** Slightly shorter than the server allows, so that an offered undo succeeds. */
const offeredMs = (undoWindowSeconds - 5) * 1000

/** Ids of the posts that this expert has just approved. */
let undoableIds: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function setUndoable(next: ReadonlySet<string>): void {
  undoableIds = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the ids of the posts whose approval this expert can still undo. */
export const useUndoableApprovals = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => undoableIds)

/** Offers to undo the approval of these posts, for almost a minute. */
export function addUndoableApprovals(ids: readonly string[]): void {
  setUndoable(new Set([...undoableIds, ...ids]))
  setTimeout(removeUndoableApprovals, offeredMs, ids)
}

export function removeUndoableApprovals(ids: readonly string[]): void {
  setUndoable(new Set([...undoableIds].filter(id => !ids.includes(id))))
}
