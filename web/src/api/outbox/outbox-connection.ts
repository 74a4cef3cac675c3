// The connection to the outbox database, and its notifications, which both stores share.
import type { IDBPDatabase } from 'idb'
import { type OutboxSchema, openOutboxDatabase } from './outbox-database.ts'

let connection: Promise<IDBPDatabase<OutboxSchema>> | undefined
const resetConnection = () => {
  connection = undefined
}
export function connect(): Promise<IDBPDatabase<OutboxSchema>> {
  if (connection === undefined) {
    connection = openOutboxDatabase(resetConnection)
    connection.catch(resetConnection)
  }
  return connection
}

// Notifies other tabs. A BroadcastChannel does not deliver messages to its own tab.
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('outbox') : undefined
const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}
channel?.addEventListener('message', notifyListeners)

/** Tells this tab and the others that the outbox has changed. */
export function notifyChange(): void {
  notifyListeners()
  channel?.postMessage('changed')
}

export function subscribeToOutbox(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Subscribes to changes made by other tabs only. Their server results are not in this tab's query cache. */
export function subscribeToOtherTabs(listener: () => void): () => void {
  channel?.addEventListener('message', listener)
  return () => channel?.removeEventListener('message', listener)
}

/**
 * Asks the browser not to evict the outbox when storage runs low: its contents exist nowhere else. A refusal changes nothing.
 */
export function requestPersistentStorage(): void {
  if ('storage' in navigator) navigator.storage.persist().catch(() => undefined)
}
