import { useSyncExternalStore } from 'react'

/** How many photos and other writes of the user wait on this device, and how many of them need a decision. */
export type OutboxCounts = { photos: number; writes: number; needingDecision: number }

const none: OutboxCounts = { photos: 0, writes: 0, needingDecision: 0 }
let counts = none
const listeners = new Set<() => void>()

/** Publishes the counts. The outbox itself is loaded on demand, so the layout reads them here. */
export function setOutboxCounts(next: OutboxCounts = none): void {
  counts = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const getCounts = () => counts

export const useOutboxCounts = (): OutboxCounts => useSyncExternalStore(subscribe, getCounts, getCounts)
