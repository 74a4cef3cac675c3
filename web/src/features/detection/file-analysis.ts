import type { Analysis } from '@kutu/contract/detection'
import { settle } from '@kutu/vision/settle'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/errors.ts'
import { storedUser } from '../../api/session.ts'
import { changeItem, findItem, listItems, putItem, removeItem } from './outbox.ts'
import type { OutboxItem, OutboxState } from './outbox-item.ts'
import { keepAnalysis } from './queries.ts'

type Sending = { signal?: AbortSignal; onProgress?: (share: number) => void }

/** Whether the server itself refused this photo, for good; anything else is worth another try. */
export const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.status < 500 &&
  error.status !== 401 &&
  error.status !== 429 &&
  !error.is('request_in_progress')

/**
 * Keeps a photo, or those of a plant, on this device and sends it. However often it is sent, the server files it once, by
 * its key. It stays in the outbox until settleItem.
 * @throws ApiError, OfflineError
 */
export function sendItem(client: QueryClient, item: OutboxItem, sending: Sending): Promise<Analysis> {
  return holding(item.key, async () => {
    // A device without room for it sends it all the same.
    await putItem(item).catch(() => undefined)
    return send(client, item, sending)
  })
}

async function send(client: QueryClient, item: OutboxItem, sending: Sending = {}): Promise<Analysis> {
  const { key, photos, crop } = item
  const sent = {
    files: photos.map(({ photo, name }) => new File([photo], name, { type: photo.type })),
    ...(crop && { fields: { crop_type: crop } }),
    idempotencyKey: key,
    ...sending,
  }
  const analysis = await (photos.length > 1
    ? call('POST /analysis/plant-analyses/', sent)
    : call('POST /analysis/rust-detection/', sent))
  keepAnalysis(client, analysis)
  return analysis
}

/** Whether the server's answer, which is the record, names another class than this phone's. */
export const isOther = ({ answer, crop }: Pick<OutboxItem, 'answer' | 'crop'>, record: Analysis): boolean =>
  answer !== null && settle(answer.finding, crop).rustClass !== record.rust_class

/** What the server confirms needs no more keeping; a difference stays until its reader removes it. */
export async function settleItem(item: OutboxItem, record: Analysis): Promise<void> {
  const state = { kind: 'differs' as const, analysisId: record.id, rustClass: record.rust_class }
  const settled = isOther(item, record) ? changeItem(item.key, { state }) : removeItem(item.key)
  await settled.catch(() => undefined)
}

let isFiling = false
const isUnsent = ({ kind }: OutboxState): boolean => kind === 'waiting' || kind === 'sending'

/**
 * Sends everything of the signed-in user that waits, oldest first, until the server cannot be reached.
 * @returns whether something still waits
 */
export async function fileWaiting(client: QueryClient): Promise<boolean> {
  const ownerId = storedUser()?.id
  if (ownerId === undefined) return false
  // What a try under way will find, nobody knows yet: it may have begun before the network came back.
  if (isFiling) return true
  isFiling = true
  try {
    for (const { key, state } of await listItems(ownerId)) {
      if (isUnsent(state) && !(await fileItem(client, key))) return true
    }
    return false
  } finally {
    isFiling = false
  }
}

/** @returns false when the server cannot be reached */
async function fileItem(client: QueryClient, key: string): Promise<boolean> {
  return ifFree(key, async () => {
    const item = await findItem(key)
    if (!item || !isUnsent(item.state) || item.ownerId !== storedUser()?.id) return true
    try {
      await settleItem(item, await send(client, item))
    } catch (error) {
      if (!isFinal(error)) {
        await changeItem(key, { state: { kind: 'waiting' } })
        return false
      }
      await changeItem(key, { state: { kind: 'refused', message: error.message } })
    }
    return true
  })
}

// One tab at a time sends an item, where locks exist; without them its key alone keeps it to one filing.
const lockOf = (key: string) => `outbox-${key}`

const holding = <T>(key: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(lockOf(key), work) : work()

/** Does nothing to an item that is just being sent. */
const ifFree = (key: string, work: () => Promise<boolean>): Promise<boolean> =>
  'locks' in navigator
    ? navigator.locks.request(lockOf(key), { ifAvailable: true }, lock => (lock === null ? true : work()))
    : work()
