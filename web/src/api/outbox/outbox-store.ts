// What waits on this device, in one store of IndexedDB.
import { retentionMs } from '@kutu/contract/retention'
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb'
import {
  type AnalysisRef,
  getAwaitedPhoto,
  type ItemData,
  type ItemKind,
  type OutboxItem,
  type OutboxState,
  stateRules,
  withAnalysis,
  withData,
} from './outbox-item.ts'

interface OutboxSchema extends DBSchema {
  items: { key: string; value: OutboxItem; indexes: { owner: string } }
}

let connection: Promise<IDBPDatabase<OutboxSchema>> | undefined
const resetConnection = () => {
  connection = undefined
}

/** @throws Error when a tab with an earlier version blocks the upgrade */
function openDatabase(): Promise<IDBPDatabase<OutboxSchema>> {
  return new Promise((resolve, reject) => {
    openDB<OutboxSchema>('outbox', 1, {
      upgrade: database => {
        database.createObjectStore('items', { keyPath: 'key' }).createIndex('owner', 'ownerId')
      },
      blocked: () => reject(new Error('Another tab blocks the upgrade of the outbox')),
      // Closes at once when another tab wants to upgrade, because a background tab may stay open for days.
      blocking: (_oldVersion, _newVersion, event) => {
        if (event.target instanceof IDBDatabase) event.target.close()
        resetConnection()
      },
      terminated: resetConnection,
    }).then(resolve, reject)
  })
}

function connect(): Promise<IDBPDatabase<OutboxSchema>> {
  if (connection === undefined) {
    connection = openDatabase()
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

type Items = IDBPObjectStore<OutboxSchema, ['items'], 'items', 'readwrite'>

/**
 * Runs a transaction and tells all tabs. `change` awaits nothing but the store.
 * @param change returns false if it has changed nothing
 */
async function write(change: (items: Items) => Promise<unknown>): Promise<boolean> {
  const transaction = (await connect()).transaction('items', 'readwrite')
  const isChanged = (await change(transaction.store)) !== false
  await transaction.done
  if (isChanged) notifyChange()
  return isChanged
}

/** Stores an item, and asks the browser not to evict the outbox when storage runs low: it exists nowhere else. */
export async function putItem(item: OutboxItem): Promise<void> {
  await write(items => items.put(item))
  requestPersistentStorage()
}

/** A refusal changes nothing. */
function requestPersistentStorage(): void {
  if ('storage' in navigator) navigator.storage.persist().catch(() => undefined)
}

export const getItem = async (key: string): Promise<OutboxItem | undefined> => (await connect()).get('items', key)

/** Keys of the items that forms of this page are sending. */
const itemsInForms = new Set<string>()

/** Shows an item as `sending` while a form sends it. */
export function markSending(key: string, isSending: boolean): void {
  if (isSending) itemsInForms.add(key)
  else itemsInForms.delete(key)
  notifyChange()
}

/** Returns the owner's items, oldest first. */
export async function listItems(ownerId: string): Promise<OutboxItem[]> {
  const items = await (await connect()).getAllFromIndex('items', 'owner', ownerId)
  return items
    .map(item => (itemsInForms.has(item.key) ? { ...item, state: { kind: 'sending' as const } } : item))
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt))
}

/** Returns the owner's items that are on this device only. */
export const listUnsentItems = async (ownerId: string): Promise<OutboxItem[]> =>
  (await listItems(ownerId)).filter(({ state }) => !stateRules[state.kind].isOnServer)

/** Replaces an item that still exists. A removed one stays removed. */
export async function updateItem(key: string, update: (item: OutboxItem) => OutboxItem): Promise<void> {
  await write(async items => {
    const item = await items.get(key)
    if (item) await items.put(update(item))
  })
}

/**
 * Replaces the data of an item, which is then sent again. The key stays: if the server has already stored the first
 * version, it rejects the second one instead of storing both.
 */
export const changeItem = <Kind extends ItemKind>({ key }: OutboxItem<Kind>, data: ItemData[Kind]): Promise<void> =>
  updateItem(key, item => withData(item, data))

/**
 * Stores an item, or changes the one of its owner that it belongs to. One transaction, because an item that is being sent
 * may disappear in between.
 * @param merge returns the new data of a stored item of the same kind, or undefined if it is another one
 */
export async function mergeItem<Kind extends ItemKind>(
  item: OutboxItem<Kind>,
  merge: (stored: ItemData[Kind]) => ItemData[Kind] | undefined,
): Promise<void> {
  await write(async items => {
    let merged = item as OutboxItem
    for (const stored of await items.index('owner').getAll(item.ownerId)) {
      const data = stored.kind === item.kind ? merge(stored.data as ItemData[Kind]) : undefined
      if (data) merged = withData(stored, data)
    }
    await items.put(merged)
  })
  requestPersistentStorage()
}

export async function removeItem(key: string): Promise<void> {
  await write(items => items.delete(key))
}

/** The analyses of photos that were stored while this page was open, by the key of the photo. */
const storedAnalyses = new Map<string, string>()

/** Returns whether the server stored the photo while this page was open. */
export const wasStored = (itemKey: string): boolean => storedAnalyses.has(itemKey)

/** Returns what a photo that was in the outbox is by now: an analysis, still a photo that waits, or neither. */
export async function findAnalysisRef(itemKey: string): Promise<AnalysisRef | null> {
  const item = await getItem(itemKey)
  const id = storedAnalyses.get(itemKey)
  if (id !== undefined) return { id }
  return item && item.state.kind !== 'refused' ? { itemKey } : null
}

/** The end of an attempt. `state`: what the item keeps; without one it leaves the outbox. `analysisId`: what a photo became. */
export type AttemptResult = { state?: OutboxState; analysisId?: string }

/**
 * Ends an attempt: the item is removed, or keeps a state. One that was changed during the attempt is not removed, because
 * the server has its earlier version. New answers replace earlier ones, so they are sent as well. Items that refer to the
 * analysis of a photo get its id in the same transaction, because without the photo nothing else knows it.
 */
export async function finishAttempt(
  { key, revision }: Pick<OutboxItem, 'key' | 'revision'>,
  { state, analysisId }: AttemptResult,
): Promise<void> {
  if (analysisId !== undefined) storedAnalyses.set(key, analysisId)
  await write(async items => {
    const item = await items.get(key)
    const isChanged = item !== undefined && item.revision !== revision
    const changedState: OutboxState = state || item?.kind === 'answers' ? { kind: 'waiting' } : { kind: 'arrived' }
    const kept = isChanged ? changedState : state
    if (item && kept) await items.put({ ...item, state: kept })
    else await items.delete(key)
    if (analysisId === undefined) return
    for (const other of await items.getAll())
      if (getAwaitedPhoto(other) === key) await items.put(withAnalysis(other, analysisId))
  })
}

/** Gives all items of an owner to another one. Returns whether there were any. */
export const assignItems = (from: string, to: string): Promise<boolean> =>
  write(async items => {
    const assigned = await items.index('owner').getAll(from)
    for (const item of assigned) await items.put({ ...item, ownerId: to })
    return assigned.length > 0
  })

/** Deletes the items that a condition selects, of every owner. */
async function removeItems(isSelected: (item: OutboxItem) => boolean): Promise<void> {
  await write(async items => {
    const removed = (await items.getAll()).filter(isSelected)
    for (const { key } of removed) await items.delete(key)
    return removed.length > 0
  })
}

/** Deletes everything that an account has in the outbox of this device. */
export const removeItemsOf = (ownerId: string): Promise<void> => removeItems(item => item.ownerId === ownerId)

/** Deletes the items that the server has already stored, which their owner can see there. */
export const removeAnsweredItemsOf = (ownerId: string): Promise<void> =>
  removeItems(item => item.ownerId === ownerId && stateRules[item.state.kind].isOnServer)

/** Deletes old items of other accounts: nobody came back for them, and the accounts may have been deleted. */
export const removeAbandonedItems = (ownerId: string, now: Date): Promise<void> =>
  removeItems(
    item => item.ownerId !== ownerId && now.getTime() - Date.parse(item.createdAt) > retentionMs('waitingPhotos'),
  )
