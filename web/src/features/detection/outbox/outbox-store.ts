// @chunk photos
import { retentionMs } from '@kutu/contract/retention'
import type { IDBPDatabase } from 'idb'
import { type OutboxSchema, openOutboxDatabase } from './outbox-database.ts'
import type { OutboxItem } from './outbox-item.ts'

let connection: Promise<IDBPDatabase<OutboxSchema>> | undefined
const resetConnection = () => {
  connection = undefined
}
const connect = () => {
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
function notifyChange(): void {
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

export async function putItem(item: OutboxItem): Promise<void> {
  await (await connect()).put('items', item)
  notifyChange()
  requestPersistentStorage()
}

/**
 * Asks the browser not to evict the photos when storage runs low: they exist nowhere else. A refusal changes nothing.
 */
function requestPersistentStorage(): void {
  if ('storage' in navigator) navigator.storage.persist().catch(() => undefined)
}

export async function getItem(key: string): Promise<OutboxItem | undefined> {
  return (await connect()).get('items', key)
}

/** Updates an item. Returns false when it no longer exists. */
export async function updateItem(
  key: string,
  changes: Partial<Pick<OutboxItem, 'answer' | 'state'>>,
): Promise<boolean> {
  const transaction = (await connect()).transaction('items', 'readwrite')
  const item = await transaction.store.get(key)
  if (item) await transaction.store.put({ ...item, ...changes })
  await transaction.done
  notifyChange()
  return item !== undefined
}

export async function removeItem(key: string): Promise<void> {
  await (await connect()).delete('items', key)
  notifyChange()
}

/** Returns the owner's items, oldest first. */
export async function listItems(ownerId: string): Promise<OutboxItem[]> {
  const items = await (await connect()).getAllFromIndex('items', 'owner', ownerId)
  return items.sort((a, b) => a.takenAt.localeCompare(b.takenAt))
}

/** Deletes the items that a condition selects, of every owner or of one. */
async function removeItems(isSelected: (item: OutboxItem) => boolean): Promise<void> {
  const transaction = (await connect()).transaction('items', 'readwrite')
  let hasRemoved = false
  for (const item of await transaction.store.getAll()) {
    if (!isSelected(item)) continue
    hasRemoved = true
    await transaction.store.delete(item.key)
  }
  await transaction.done
  if (hasRemoved) notifyChange()
}

/** Gives all items of an owner to another one. Returns whether there were any. */
export async function assignItems(from: string, to: string): Promise<boolean> {
  const transaction = (await connect()).transaction('items', 'readwrite')
  const items = await transaction.store.index('owner').getAll(from)
  for (const item of items) await transaction.store.put({ ...item, ownerId: to })
  await transaction.done
  if (items.length > 0) notifyChange()
  return items.length > 0
}

/** Deletes everything that an account has in the outbox of this device. */
export const removeItemsOf = (ownerId: string): Promise<void> => removeItems(item => item.ownerId === ownerId)

/** Deletes the items that the server has already answered, which its owner can see there. */
export const removeAnsweredItemsOf = (ownerId: string): Promise<void> =>
  removeItems(item => item.ownerId === ownerId && item.state.kind === 'differs')

/** Deletes old items of other accounts: nobody came back for them, and the accounts may have been deleted. */
export const removeAbandonedItems = (ownerId: string, now: Date): Promise<void> =>
  removeItems(
    item => item.ownerId !== ownerId && now.getTime() - Date.parse(item.takenAt) > retentionMs('waitingPhotos'),
  )
