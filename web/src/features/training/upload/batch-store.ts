import { VisionError } from '@kutu/vision/vision-error'
import { useSyncExternalStore } from 'react'
import { ApiError, OfflineError } from '../../../api/errors.ts'
import { getStoredUser } from '../../../api/session/session.ts'
import { t } from '../../../i18n/i18n.ts'
import { type Submission, submitImage } from '../queries.ts'
import { appendFiles, type BatchItem, type ItemLabels, relabelItems } from './batch-items.ts'
import { getSubmitErrorMessage } from './use-submission.ts'

/** Few parallel uploads suit a slow network and a small server, and keep photos of one plant in order. */
const maxConcurrentUploads = 2
const retryDelaysMs = [2_000, 5_000, 15_000, 30_000] as const

/** idle: not started or finished. paused: by the user. offline: resumes by itself. */
type Phase = 'idle' | 'running' | 'paused' | 'offline'
export type Batch = { ownerId: string | undefined; items: readonly BatchItem[]; phase: Phase; skippedCount: number }

const emptyBatch: Batch = { ownerId: undefined, items: [], phase: 'idle', skippedCount: 0 }
let batch = emptyBatch
let onSent: () => void = () => undefined
let failureCount = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function setBatch(changes: Partial<Batch>): void {
  batch = { ...batch, ...changes }
  for (const listener of listeners) listener()
}

const updateItem = (item: { key: string }, changes: Partial<BatchItem>) =>
  setBatch({ items: batch.items.map(other => (other.key === item.key ? { ...other, ...changes } : other)) })

/**
 * Returns the signed-in user's batch. It lives as long as the tab, so that it survives navigation; another user gets
 * an empty one.
 */
const currentBatch = (): Batch => (batch.ownerId === getStoredUser()?.id ? batch : emptyBatch)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useBatch = (): Batch => useSyncExternalStore(subscribe, currentBatch)

export function addToBatch(files: readonly File[], labels: ItemLabels): void {
  const { items: current } = currentBatch()
  const { items, skippedCount } = appendFiles(current, files, labels, t)
  setBatch({ ownerId: getStoredUser()?.id, items, skippedCount, ...(current.length === 0 && { phase: 'idle' }) })
}

export const relabel = (labels: Partial<ItemLabels>, key?: string): void =>
  setBatch({ items: relabelItems(batch.items, labels, item => key === undefined || item.key === key) })

export const removeFromBatch = (key: string): void => setBatch({ items: batch.items.filter(item => item.key !== key) })
export const removeSent = (): void => setBatch({ items: batch.items.filter(({ state }) => state !== 'sent') })

export function clearBatch(): void {
  clearTimeout(timer)
  setBatch(emptyBatch)
}

/**
 * Starts or resumes the uploads.
 * @param callback called after each uploaded photo
 */
export function startBatch(callback: () => void): void {
  onSent = callback
  window.addEventListener('online', resumeWhenOnline)
  window.addEventListener('beforeunload', warnBeforeUnload)
  resume()
}

export function pauseBatch(): void {
  clearTimeout(timer)
  setBatch({ phase: 'paused' })
}

function resume(): void {
  clearTimeout(timer)
  setBatch({
    phase: 'running',
    items: batch.items.map(item => (item.state === 'ready' ? { ...item, state: 'waiting' } : item)),
  })
  startUploads()
}

export function retryItem(key: string, callback: () => void): void {
  updateItem({ key }, { state: 'ready', message: '', canRetry: false, progress: 0 })
  startBatch(callback)
}

const resumeWhenOnline = () => batch.phase === 'offline' && resume()

/** The selected files exist in this tab only, so warn before it is closed. */
function warnBeforeUnload(event: BeforeUnloadEvent): void {
  if (batch.phase === 'running' || batch.phase === 'offline') event.preventDefault()
}

/** Starts uploads up to the concurrency limit and detects the end of the batch. */
function startUploads(): void {
  if (batch.phase !== 'running' || batch.ownerId !== getStoredUser()?.id) return
  const freeSlots = maxConcurrentUploads - batch.items.filter(({ state }) => state === 'sending').length
  const next = batch.items.filter(({ state }) => state === 'waiting').slice(0, freeSlots)
  for (const item of next) void uploadItem(item)
  if (!batch.items.some(({ state }) => state === 'waiting' || state === 'sending')) setBatch({ phase: 'idle' })
}

async function uploadItem(item: BatchItem): Promise<void> {
  const { key, file, label, crop } = item
  if (label === null) return updateItem(item, { state: 'refused', message: t('teaching.no_label') })
  updateItem(item, { state: 'sending', progress: 0 })
  try {
    const onProgress = (progress: number) => updateItem(item, { progress })
    const { message } = await submitImage({ file, label, crop } satisfies Submission, {
      idempotencyKey: key,
      onProgress,
    })
    failureCount = 0
    updateItem(item, { state: 'sent', progress: 1, message })
    onSent()
  } catch (error) {
    handleFailure(item, error)
  }
  startUploads()
}

/** Rejects the photo, or makes the whole batch wait when the network or the session is missing. */
function handleFailure(item: BatchItem, error: unknown): void {
  if (error instanceof ApiError && error.status === 401) {
    updateItem(item, { state: 'waiting' })
    pauseBatch()
    return
  }
  if (error instanceof OfflineError || isBusy(error)) {
    updateItem(item, { state: 'waiting' })
    scheduleRetry(error instanceof OfflineError)
    return
  }
  updateItem(item, {
    state: 'refused',
    message: getSubmitErrorMessage(error),
    canRetry: !(error instanceof VisionError) && (!(error instanceof ApiError) || error.status >= 500),
  })
}

/** Returns whether the same request may succeed later. */
const isBusy = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 429 || error.status === 503 || error.is('request_in_progress'))

function scheduleRetry(isOffline: boolean): void {
  clearTimeout(timer)
  const delayMs = retryDelaysMs[Math.min(failureCount, retryDelaysMs.length - 1)] ?? 30_000
  failureCount += 1
  // The user paused the batch meanwhile.
  if (batch.phase === 'paused') return
  setBatch({ phase: isOffline ? 'offline' : 'running' })
  timer = setTimeout(resume, delayMs)
}
