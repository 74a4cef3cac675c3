import type { IDBPDatabase } from 'idb'
import type { OutboxItem } from './outbox-item.ts'
import { type OutboxSchema, openOutbox } from './outbox-store.ts'

let opened: Promise<IDBPDatabase<OutboxSchema>> | undefined
const forget = () => {
  opened = undefined
}
const open = () => {
  if (opened === undefined) {
    opened = openOutbox(forget)
    opened.catch(forget)
  }
  return opened
}

// Other tabs hear of changes; the tab that makes one does not hear itself.
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('outbox') : undefined
const listeners = new Set<() => void>()
const tellHere = () => {
  for (const listener of listeners) listener()
}
channel?.addEventListener('message', tellHere)
function tell(): void {
  tellHere()
  channel?.postMessage('changed')
}

export function onOutboxChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Only changes made by other tabs: what those filed, this one has not seen the answer of. */
export function onOutboxChangeElsewhere(listener: () => void): () => void {
  channel?.addEventListener('message', listener)
  return () => channel?.removeEventListener('message', listener)
}

export async function putItem(item: OutboxItem): Promise<void> {
  await (await open()).put('items', item)
  tell()
  keepForGood()
}

/** A browser that needs room throws away what sites have kept, unless they asked it not to: nobody else has these photos yet. Refused, they are kept as before. */
function keepForGood(): void {
  if ('storage' in navigator) navigator.storage.persist().catch(() => undefined)
}

export async function findItem(key: string): Promise<OutboxItem | undefined> {
  return (await open()).get('items', key)
}

/** Changes an item; false when it is no longer there. */
export async function changeItem(key: string, change: Partial<Pick<OutboxItem, 'answer' | 'state'>>): Promise<boolean> {
  const transaction = (await open()).transaction('items', 'readwrite')
  const item = await transaction.store.get(key)
  if (item) await transaction.store.put({ ...item, ...change })
  await transaction.done
  tell()
  return item !== undefined
}

export async function removeItem(key: string): Promise<void> {
  await (await open()).delete('items', key)
  tell()
}

/** The owner's items, oldest first. */
export async function listItems(ownerId: string): Promise<OutboxItem[]> {
  const items = await (await open()).getAllFromIndex('items', 'owner', ownerId)
  return items.sort((a, b) => a.takenAt.localeCompare(b.takenAt))
}
