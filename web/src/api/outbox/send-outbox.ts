import type { QueryClient } from '@tanstack/react-query'
import { ApiError, OfflineError } from '../errors.ts'
import { getStoredUser } from '../session/session.ts'
import { getAwaitedPhoto, type ItemKind, type OutboxItem, type OutboxState } from './outbox-item.ts'
import { type AttemptResult, finishAttempt, getItem, listItems, markSending, putItem } from './outbox-store.ts'

/** 4xx statuses that say nothing about the request itself. */
const retriedStatuses: readonly number[] = [401, 408, 425, 429]
/** Codes of other 4xx replies that concern an earlier attempt or the account, and not the request. */
const retriedCodes: readonly string[] = [
  'request_in_progress',
  'password_change_required',
  'second_factor_setup_required',
]

/**
 * Returns whether the server rejected the request permanently: a 4xx reply in its own error format. Everything else is
 * tried again. A reply in another format comes from a proxy or a captive portal, and has the code `internal`.
 */
export const isPermanentError = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  !retriedStatuses.includes(error.status) &&
  !error.is('internal') &&
  !retriedCodes.includes(error.code)

const isBusy = (error: unknown): boolean => error instanceof ApiError && (error.status >= 500 || error.status === 429)

/**
 * Sends one item and updates the queries that it changes. Calling it again with the same key has no second effect.
 * @throws ApiError, OfflineError
 */
export type Sender<Kind extends ItemKind> = (
  client: QueryClient,
  item: OutboxItem<Kind>,
) => Promise<AttemptResult | undefined>
export type Senders = { readonly [Kind in ItemKind]: Sender<Kind> }

let senders: Partial<Senders> = {}

/** Sets how the items are sent. Features know it, and app/ knows the features. */
export function registerSenders(registered: Partial<Senders>): void {
  senders = registered
}

// Web Locks let one tab at a time send an item. Without them the idempotency key prevents duplicates.
const getLockName = (key: string) => `outbox-${key}`

/** Stores an item and sends it while a form waits for the reply. No other attempt runs meanwhile. */
export async function sendFromForm<Reply>(item: OutboxItem, send: () => Promise<Reply>): Promise<Reply> {
  const { key } = item
  markSending(key, true)
  try {
    // Sends even when the device has no room to store the item.
    await putItem(item).catch(() => undefined)
    return await ('locks' in navigator ? navigator.locks.request(getLockName(key), send) : send())
  } finally {
    markSending(key, false)
  }
}

/**
 * Sends an item, and keeps it in the outbox if the server cannot be reached, whatever the device says of its network. The
 * form shows a reply of the server itself.
 * @returns 'queued' if it waits in the outbox
 * @throws ApiError; OfflineError when the device has no room to store the item
 */
export async function sendOrQueue(item: OutboxItem, send: () => Promise<unknown>): Promise<'sent' | 'queued'> {
  // The analysis that it refers to does not exist yet.
  if (getAwaitedPhoto(item) !== undefined) {
    await putItem(item)
    return 'queued'
  }
  try {
    await send()
    return 'sent'
  } catch (error) {
    if (!(error instanceof OfflineError)) throw error
    await putItem(item).catch(() => {
      throw error
    })
    return 'queued'
  }
}

/**
 * - done: nothing waits
 * - waiting: for the network, for another attempt or for the photo that an item refers to
 * - failing: the server was reached and could not take what still waits
 */
export type OutboxProgress = 'done' | 'waiting' | 'failing'

let isRunning = false

/**
 * Sends the signed-in user's waiting items, oldest first; one that fails never stops the next. An item that refers to a
 * photo waits until the photo has its analysis.
 */
export async function sendOutbox(client: QueryClient): Promise<OutboxProgress> {
  const ownerId = getStoredUser()?.id
  if (ownerId === undefined) return 'done'
  // A running pass may have started before the network returned.
  if (isRunning) return 'waiting'
  isRunning = true
  try {
    const results: OutboxProgress[] = []
    for (const { key, state } of await listItems(ownerId)) {
      if (state.kind === 'sending') results.push('waiting')
      if (state.kind === 'waiting') results.push(await attempt(client, key))
    }
    if (results.includes('waiting')) return 'waiting'
    return results.includes('failing') ? 'failing' : 'done'
  } finally {
    isRunning = false
  }
}

const attempt = (client: QueryClient, key: string): Promise<OutboxProgress> =>
  'locks' in navigator
    ? navigator.locks.request(getLockName(key), { ifAvailable: true }, lock =>
        lock === null ? 'waiting' : sendItem(client, key),
      )
    : sendItem(client, key)

async function sendItem(client: QueryClient, key: string): Promise<OutboxProgress> {
  const item = await getItem(key)
  if (item?.state.kind !== 'waiting' || item.ownerId !== getStoredUser()?.id) return 'done'
  const send = senders[item.kind] as Sender<ItemKind> | undefined
  if (send === undefined || (await isAwaitingPhoto(item))) return 'waiting'
  try {
    await finishAttempt(item, (await send(client, item)) ?? {})
    return 'done'
  } catch (error) {
    if (!isPermanentError(error)) return isBusy(error) ? 'failing' : 'waiting'
    const state: OutboxState = error.is('idempotency_key_reused')
      ? { kind: 'arrived' }
      : { kind: 'refused', message: error.message, code: error.code }
    await finishAttempt(item, { state })
    return 'done'
  }
}

/**
 * Decides if an item waits for a photo. One that its owner removed never gets an analysis, and the item goes without it. A
 * booking does not wait for a photo that was refused either: its slot may be taken meanwhile.
 */
async function isAwaitingPhoto(item: OutboxItem): Promise<boolean> {
  const key = getAwaitedPhoto(item)
  const photo = key === undefined ? undefined : await getItem(key)
  return photo !== undefined && !(item.kind === 'booking' && photo.state.kind === 'refused')
}
