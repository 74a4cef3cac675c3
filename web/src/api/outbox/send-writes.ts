import type { QueryClient } from '@tanstack/react-query'
import { ApiError, OfflineError } from '../errors.ts'
import { getStoredUser } from '../session/session.ts'
import { getItem, listWrites } from './outbox-store.ts'
import { getAnalysisRef, type OutboxWrite, type WriteKind, type WriteState } from './outbox-write.ts'
import { finishAttempt, getWrite, putWrite } from './write-store.ts'

/**
 * Sends one write and updates the queries that it changes. Returns the state that the write keeps, or nothing once the
 * server has stored it. Calling it again with the same key has no second effect.
 * @throws ApiError, OfflineError
 */
export type Sender<Kind extends WriteKind> = (
  client: QueryClient,
  write: OutboxWrite<Kind>,
) => Promise<WriteState | undefined>
export type Senders = { readonly [Kind in WriteKind]: Sender<Kind> }

/** Statuses below 500 that say nothing about the request itself. */
const retriedStatuses: readonly number[] = [401, 408, 425, 429]

/**
 * Returns whether the server rejected the request permanently. Any other error may be retried. A reply without the
 * server's error format comes from a proxy or a captive portal, and has the code `internal`.
 */
export const isPermanentError = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.status < 500 &&
  !retriedStatuses.includes(error.status) &&
  !error.is('internal') &&
  !error.is('request_in_progress')

/**
 * Sends a write, and keeps it in the outbox if the server cannot be reached, whatever the device says of its network.
 * @returns 'queued' if it waits in the outbox
 * @throws ApiError; OfflineError when the device has no room to store the write
 */
export async function sendOrQueue(write: OutboxWrite, send: () => Promise<unknown>): Promise<'sent' | 'queued'> {
  // The analysis that it refers to does not exist yet.
  if (getAnalysisRef(write) !== undefined) {
    await putWrite(write)
    return 'queued'
  }
  try {
    await send()
    return 'sent'
  } catch (error) {
    if (!(error instanceof OfflineError)) throw error
    await putWrite(write).catch(() => {
      throw error
    })
    return 'queued'
  }
}

let isSending = false

/**
 * Sends the signed-in user's waiting writes, oldest first; one that fails never stops the next. A write that refers to a
 * photo waits until the photo has its analysis.
 * @returns whether writes are still waiting
 */
export async function sendWrites(client: QueryClient, senders: Senders): Promise<boolean> {
  const ownerId = getStoredUser()?.id
  if (ownerId === undefined) return false
  // A running pass may have started before the network returned, so report writes as waiting.
  if (isSending) return true
  isSending = true
  try {
    let isWaiting = false
    for (const { key, state } of await listWrites(ownerId)) {
      if (state.kind !== 'waiting') continue
      const result = await withLock(key, () => sendStored(client, senders, key))
      isWaiting ||= result === 'waiting'
    }
    return isWaiting
  } finally {
    isSending = false
  }
}

type Result = 'done' | 'waiting'

async function sendStored(client: QueryClient, senders: Senders, key: string): Promise<Result> {
  const write = await getWrite(key)
  if (write?.state.kind !== 'waiting' || write.ownerId !== getStoredUser()?.id) return 'done'
  const itemKey = getAnalysisRef(write)
  if (itemKey !== undefined && (await isAwaited(write, itemKey))) return 'waiting'
  try {
    const send = senders[write.kind] as Sender<WriteKind>
    await finishAttempt(write, await send(client, write))
    return 'done'
  } catch (error) {
    if (!isPermanentError(error)) return 'waiting'
    const state: WriteState = error.is('idempotency_key_reused')
      ? { kind: 'arrived' }
      : { kind: 'refused', message: error.message, code: error.code }
    await finishAttempt(write, state)
    return 'done'
  }
}

/**
 * Decides if a write waits for a photo. One that its owner removed never gets an analysis, and the write goes without it. A
 * booking does not wait for a photo that was refused either: its slot may be taken meanwhile.
 */
async function isAwaited({ kind }: OutboxWrite, itemKey: string): Promise<boolean> {
  const item = await getItem(itemKey)
  return item !== undefined && !(kind === 'booking' && item.state.kind === 'refused')
}

// Web Locks let one tab at a time send a write. Without them the idempotency key prevents duplicates.
const withLock = (key: string, send: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator
    ? navigator.locks.request(`outbox-${key}`, { ifAvailable: true }, lock => (lock === null ? 'waiting' : send()))
    : send()
