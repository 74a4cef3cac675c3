import { retentionMs } from '@kutu/contract/retention'
import { connect, notifyChange, requestPersistentStorage } from './outbox-connection.ts'
import { getTimeAdded, type OutboxItem } from './outbox-item.ts'
import { type AnalysisRef, getAnalysisRef, type OutboxWrite, withAnalysis } from './outbox-write.ts'

export async function putItem(item: OutboxItem): Promise<void> {
  await (await connect()).put('items', item)
  notifyChange()
  requestPersistentStorage()
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
  return items.sort((a, b) => getTimeAdded(a).localeCompare(getTimeAdded(b)))
}

/** Returns the owner's writes, oldest first. */
export async function listWrites(ownerId: string): Promise<OutboxWrite[]> {
  const writes = await (await connect()).getAllFromIndex('writes', 'owner', ownerId)
  return writes.sort((a, b) => a.createdAt.localeCompare(b.createdAt))
}

/** The stores of the outbox database: photos for analysis, and everything else that was written offline. */
const stores = ['items', 'writes'] as const
type AnyEntry = OutboxItem | OutboxWrite

/** Deletes the entries that a condition selects, of every owner or of one. */
async function removeEntries(isSelected: (entry: AnyEntry) => boolean): Promise<void> {
  const transaction = (await connect()).transaction(stores, 'readwrite')
  let hasRemoved = false
  for (const name of stores) {
    const store = transaction.objectStore(name)
    for (const entry of await store.getAll()) {
      if (!isSelected(entry)) continue
      hasRemoved = true
      await store.delete(entry.key)
    }
  }
  await transaction.done
  if (hasRemoved) notifyChange()
}

/** The analyses of photos that were stored while this page was open, by the key of the photo. */
const settledAnalyses = new Map<string, string>()

/** Returns whether the server stored the photo while this page was open. */
export const isSettled = (itemKey: string): boolean => settledAnalyses.has(itemKey)

/** Returns what a photo that was in the outbox is by now: an analysis, still a photo that waits, or neither. */
export async function findAnalysisRef(itemKey: string): Promise<AnalysisRef | null> {
  const item = await getItem(itemKey)
  const id = settledAnalyses.get(itemKey)
  if (id !== undefined) return { id }
  return item && item.state.kind !== 'refused' ? { itemKey } : null
}

/**
 * Ends the wait of a photo that the server has stored: writes that refer to it get the analysis's id, and the item is
 * deleted, or keeps a new state. One transaction, because without the item nothing else knows the id.
 */
export async function settleItem(key: string, analysisId: string, state?: OutboxItem['state']): Promise<void> {
  settledAnalyses.set(key, analysisId)
  const transaction = (await connect()).transaction(stores, 'readwrite')
  const items = transaction.objectStore('items')
  const item = await items.get(key)
  if (item && state) await items.put({ ...item, state })
  else await items.delete(key)
  const writes = transaction.objectStore('writes')
  for (const write of await writes.getAll())
    if (getAnalysisRef(write) === key) await writes.put(withAnalysis(write, analysisId))
  await transaction.done
  notifyChange()
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
export const removeItemsOf = (ownerId: string): Promise<void> => removeEntries(entry => entry.ownerId === ownerId)

/** Deletes the items that the server has already stored, which its owner can see there. */
export const removeAnsweredItemsOf = (ownerId: string): Promise<void> =>
  removeEntries(
    ({ ownerId: owner, state }) => owner === ownerId && (state.kind === 'differs' || state.kind === 'arrived'),
  )

/** Deletes old entries of other accounts: nobody came back for them, and the accounts may have been deleted. */
export const removeAbandonedItems = (ownerId: string, now: Date): Promise<void> =>
  removeEntries(
    entry => entry.ownerId !== ownerId && now.getTime() - getEntryTime(entry) > retentionMs('waitingPhotos'),
  )

const getEntryTime = (entry: AnyEntry): number => Date.parse('takenAt' in entry ? getTimeAdded(entry) : entry.createdAt)
