import type { CropType, RustClass } from '@kutu/contract/common'
import type { Finding } from '@kutu/vision/settle'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** What this phone said of a photo. */
export type DeviceAnswer = { finding: Finding; modelVersion: string; heatmapPng: Blob | null }

/**
 * - sending: in the hands of the form; where its page was left meanwhile, as good as waiting
 * - waiting: to be sent as soon as the server can be reached
 * - refused: the server will not have it, and said why
 * - differs: filed, but the server's answer, which is the record, is another than this phone's
 */
export type OutboxState =
  | { kind: 'sending' }
  | { kind: 'waiting' }
  | { kind: 'refused'; message: string }
  | { kind: 'differs'; analysisId: string; rustClass: RustClass }

/** A photo on its way to the server. */
export type OutboxItem = {
  /** The Idempotency-Key of every attempt to send it. */
  key: string
  /** Only its owner sends it: a phone may have several users. */
  ownerId: string
  photo: Blob
  name: string
  crop: CropType | null
  takenAt: string
  answer: DeviceAnswer | null
  state: OutboxState
}

interface Schema extends DBSchema {
  items: { key: string; value: OutboxItem; indexes: { owner: string } }
}

let opened: Promise<IDBPDatabase<Schema>> | undefined
const open = () => {
  opened ??= openDB<Schema>('outbox', 1, {
    upgrade: database => database.createObjectStore('items', { keyPath: 'key' }).createIndex('owner', 'ownerId'),
    terminated: () => {
      opened = undefined
    },
  })
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
