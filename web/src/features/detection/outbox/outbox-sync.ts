// @chunk none
import type { QueryClient } from '@tanstack/react-query'
import { registerEraser } from '../../../api/session/private-data.ts'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { getStoredUser } from '../../../api/session/session.ts'
import { updateCachedModel } from '../../../vision/worker-client.ts'
import { invalidateAnalysisLists } from '../queries.ts'
import { removeAbandonedItems, removeItemsOf, subscribeToOtherTabs, subscribeToOutbox } from './outbox-store.ts'
import { claimSavedAnswers } from './saved-answers.ts'
import { submitPending } from './submit-analysis.ts'

/** Bounds of the exponential backoff, which spares the battery on an unstable network. */
const minRetryDelayMs = 2_000
const maxRetryDelayMs = 30_000

/**
 * Submits pending outbox items and keeps the cached model up to date. Runs now, when the network returns, when the app
 * becomes visible, and with backoff while items are pending. A service worker could not do this: the session lives in
 * the page.
 * @returns a function that stops it
 */
export function startOutboxSync(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryDelayMs = minRetryDelayMs
  const scheduleRetry = () => {
    clearTimeout(timer)
    timer = setTimeout(submit, retryDelayMs)
  }
  const retryWithBackoff = () => {
    scheduleRetry()
    retryDelayMs = Math.min(retryDelayMs * 2, maxRetryDelayMs)
  }
  const submit = () => {
    submitPending(client).then(hasPending => hasPending && retryWithBackoff(), retryWithBackoff)
  }
  const submitNow = () => {
    retryDelayMs = minRetryDelayMs
    submit()
  }
  const onVisibilityChange = () => document.visibilityState === 'visible' && submitNow()
  window.addEventListener('online', submitNow)
  document.addEventListener('visibilitychange', onVisibilityChange)
  const unsubscribe = subscribeToOutbox(scheduleRetry)
  const unregisterEraser = registerEraser(removeItemsOf)
  const unsubscribeOtherTabs = subscribeToOtherTabs(() => invalidateAnalysisLists(client))
  const ownerId = getStoredUser()?.id
  claimSavedAnswers(ownerId ?? '').then(
    isClaimed => isClaimed && submitNow(),
    () => undefined,
  )
  submitNow()
  if (ownerId !== undefined) removeAbandonedItems(ownerId, getServerTime()).catch(() => undefined)
  // On failure the upload screen tries again.
  updateCachedModel().catch(() => undefined)
  return () => {
    clearTimeout(timer)
    unsubscribe()
    unsubscribeOtherTabs()
    unregisterEraser()
    window.removeEventListener('online', submitNow)
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}
