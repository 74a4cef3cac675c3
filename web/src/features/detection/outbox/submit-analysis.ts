import type { Analysis } from '@kutu/contract/detection'
import type { QueryClient } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import type { OutboxItem, OutboxState } from '../../../api/outbox/outbox-item.ts'
import { getItem, listItems, putItem, settleItem, updateItem } from '../../../api/outbox/outbox-store.ts'
import { isPermanentError } from '../../../api/outbox/send-writes.ts'
import { getStoredUser } from '../../../api/session/session.ts'
import { cacheAnalysis } from '../queries.ts'

type SubmitOptions = { signal?: AbortSignal; onProgress?: (share: number) => void }

/**
 * Stores an item in the outbox and submits it. The server stores it once, by its idempotency key. The item stays in
 * the outbox until `resolveItem`.
 * @throws ApiError, OfflineError
 */
export function submitItem(client: QueryClient, item: OutboxItem, options: SubmitOptions): Promise<Analysis> {
  return withItemLock(item.key, async () => {
    // Submits even when the device has no room to store the item.
    await putItem(item).catch(() => undefined)
    return postAnalysis(client, item, options)
  })
}

async function postAnalysis(client: QueryClient, item: OutboxItem, options: SubmitOptions = {}): Promise<Analysis> {
  const { key, photos, input, takenAt } = item
  const request = {
    files: photos.map(({ photo, name }) => new File([photo], name, { type: photo.type })),
    fields: { ...input, taken_at: takenAt },
    idempotencyKey: key,
    ...options,
  }
  const analysis = await (photos.length > 1
    ? callApi('POST /analysis/plant-analyses/', request)
    : callApi('POST /analysis/rust-detection/', request))
  cacheAnalysis(client, analysis)
  return analysis
}

/** Returns whether the server's analysis has a different class than the device's answer. */
export const differsFromRecord = ({ answer }: Pick<OutboxItem, 'answer'>, record: Analysis): boolean =>
  answer !== null && answer.finding.rustClass !== record.rust_class

/** Removes an item that the server confirmed. A differing item stays until the user removes it. */
export async function resolveItem(item: OutboxItem, record: Analysis): Promise<void> {
  const state = { kind: 'differs' as const, analysisId: record.id, rustClass: record.rust_class }
  await settleItem(item.key, record.id, differsFromRecord(item, record) ? state : undefined).catch(() => undefined)
}

let isSubmitting = false
const isUnsent = ({ kind }: OutboxState): boolean => kind === 'waiting' || kind === 'sending'

/**
 * Submits the signed-in user's pending items, oldest first; one that fails never stops the next.
 * @returns whether items are still pending
 */
export async function submitPending(client: QueryClient): Promise<boolean> {
  const ownerId = getStoredUser()?.id
  if (ownerId === undefined) return false
  // A running pass may have started before the network returned, so report items as pending.
  if (isSubmitting) return true
  isSubmitting = true
  try {
    const items = await listItems(ownerId)
    for (const { key, state } of items) if (state.kind === 'sending') await showInterrupted(key)
    let isPending = false
    for (const { key, state } of items) if (isUnsent(state) && !(await submitPendingItem(client, key))) isPending = true
    return isPending
  } finally {
    isSubmitting = false
  }
}

/** Marks an item as waiting, and so shows it, whose page was closed while it was being sent. */
const showInterrupted = (key: string): Promise<boolean> =>
  tryWithItemLock(key, async () => {
    const item = await getItem(key)
    if (item?.state.kind === 'sending') await updateItem(key, { state: { kind: 'waiting' } })
    return true
  })

/** @returns false when the item is still pending */
async function submitPendingItem(client: QueryClient, key: string): Promise<boolean> {
  return tryWithItemLock(key, async () => {
    const item = await getItem(key)
    if (!item || !isUnsent(item.state) || item.ownerId !== getStoredUser()?.id) return true
    try {
      await resolveItem(item, await postAnalysis(client, item))
    } catch (error) {
      if (!isPermanentError(error)) {
        await updateItem(key, { state: { kind: 'waiting' } })
        return false
      }
      await updateItem(key, { state: { kind: 'refused', message: error.message } })
    }
    return true
  })
}

// Web Locks let one tab at a time submit an item. Without them the idempotency key prevents duplicates.
const getLockName = (key: string) => `outbox-${key}`

const withItemLock = <T>(key: string, callback: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(getLockName(key), callback) : callback()

/** Skips an item that is already being submitted. */
const tryWithItemLock = (key: string, callback: () => Promise<boolean>): Promise<boolean> =>
  'locks' in navigator
    ? navigator.locks.request(getLockName(key), { ifAvailable: true }, lock => (lock === null ? true : callback()))
    : callback()
