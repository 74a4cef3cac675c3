import { useSyncExternalStore } from 'react'
import { ApiError, OfflineError } from '../../api/errors.ts'
import { storedUser } from '../../api/session.ts'
import { say } from '../../text/say.ts'
import { type BatchItem, type Given, relabelled, withFiles } from './batch-items.ts'
import { type Submission, submitImage } from './teaching-queries.ts'
import { reasonOf } from './use-submission.ts'

/** A slow line and a small server both do best with few at once; the order also keeps photos of one plant together. */
const atOnce = 2
const triesAgainAfter = [2_000, 5_000, 15_000, 30_000] as const

/** idle: not begun, or finished. paused: somebody stopped it. offline: it goes on by itself. */
type Phase = 'idle' | 'running' | 'paused' | 'offline'
export type Batch = { ownerId: string | undefined; items: readonly BatchItem[]; phase: Phase; leftOut: number }

const nothing: Batch = { ownerId: undefined, items: [], phase: 'idle', leftOut: 0 }
let batch = nothing
let onSent: () => void = () => undefined
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(changed: Partial<Batch>): void {
  batch = { ...batch, ...changed }
  for (const listener of listeners) listener()
}

const change = (item: { key: string }, changed: Partial<BatchItem>) =>
  set({ items: batch.items.map(each => (each.key === item.key ? { ...each, ...changed } : each)) })

/** It lives as long as the tab, so that other screens may be looked at meanwhile; whoever signs in next finds none of it. */
const currentBatch = (): Batch => (batch.ownerId === storedUser()?.id ? batch : nothing)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useBatch = (): Batch => useSyncExternalStore(subscribe, currentBatch)

export function addToBatch(files: readonly File[], given: Given): void {
  const { items: before } = currentBatch()
  const { items, leftOut } = withFiles(before, files, given, say)
  set({ ownerId: storedUser()?.id, items, leftOut, ...(before.length === 0 && { phase: 'idle' }) })
}

export const relabel = (given: Partial<Given>, key?: string): void =>
  set({ items: relabelled(batch.items, given, item => key === undefined || item.key === key) })

export const removeFromBatch = (key: string): void => set({ items: batch.items.filter(item => item.key !== key) })
export const dropSent = (): void => set({ items: batch.items.filter(({ state }) => state !== 'sent') })

export function clearBatch(): void {
  clearTimeout(timer)
  set(nothing)
}

/** @param whenSent called after each photo that the server took */
export function startBatch(whenSent: () => void): void {
  onSent = whenSent
  window.addEventListener('online', goOnWhenBack)
  window.addEventListener('beforeunload', warnOfLoss)
  goOn()
}

export function pauseBatch(): void {
  clearTimeout(timer)
  set({ phase: 'paused' })
}

function goOn(): void {
  clearTimeout(timer)
  set({
    phase: 'running',
    items: batch.items.map(item => (item.state === 'ready' ? { ...item, state: 'waiting' } : item)),
  })
  fill()
}

export function retryItem(key: string, whenSent: () => void): void {
  change({ key }, { state: 'ready', message: '', canRetry: false, progress: 0 })
  startBatch(whenSent)
}

const goOnWhenBack = () => batch.phase === 'offline' && goOn()

/** The photos that were chosen live in this tab alone. */
function warnOfLoss(event: BeforeUnloadEvent): void {
  if (batch.phase === 'running' || batch.phase === 'offline') event.preventDefault()
}

/** Starts as many as may be under way, and notices the end. */
function fill(): void {
  if (batch.phase !== 'running' || batch.ownerId !== storedUser()?.id) return
  const free = atOnce - batch.items.filter(({ state }) => state === 'sending').length
  const next = batch.items.filter(({ state }) => state === 'waiting').slice(0, free)
  for (const item of next) void send(item)
  if (!batch.items.some(({ state }) => state === 'waiting' || state === 'sending')) set({ phase: 'idle' })
}

async function send(item: BatchItem): Promise<void> {
  const { key, file, label, crop } = item
  if (label === null) return change(item, { state: 'refused', message: say('teaching.no_label') })
  change(item, { state: 'sending', progress: 0 })
  try {
    const onProgress = (progress: number) => change(item, { progress })
    const { message } = await submitImage({ file, label, crop } satisfies Submission, {
      idempotencyKey: key,
      onProgress,
    })
    failures = 0
    change(item, { state: 'sent', progress: 1, message })
    onSent()
  } catch (error) {
    settleFailure(item, error)
  }
  fill()
}

/** A refusal is this photo's own affair; without a network, or a session, all of them wait. */
function settleFailure(item: BatchItem, error: unknown): void {
  if (error instanceof ApiError && error.status === 401) {
    change(item, { state: 'waiting' })
    pauseBatch()
    return
  }
  if (error instanceof OfflineError || isBusy(error)) {
    change(item, { state: 'waiting' })
    waitAWhile(error instanceof OfflineError)
    return
  }
  change(item, {
    state: 'refused',
    message: reasonOf(error),
    canRetry: !(error instanceof ApiError) || error.status >= 500,
  })
}

/** Worth another try a little later, with the same key. */
const isBusy = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 429 || error.status === 503 || error.is('request_in_progress'))

function waitAWhile(isOffline: boolean): void {
  clearTimeout(timer)
  const wait = triesAgainAfter[Math.min(failures, triesAgainAfter.length - 1)] ?? 30_000
  failures += 1
  // Somebody who paused it meanwhile is not overruled.
  if (batch.phase === 'paused') return
  set({ phase: isOffline ? 'offline' : 'running' })
  timer = setTimeout(goOn, wait)
}
