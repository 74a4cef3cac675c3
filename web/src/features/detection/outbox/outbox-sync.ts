import type { QueryClient } from '@tanstack/react-query'
import { updateCachedModel } from '../../../vision/worker-client.ts'
import { invalidateAnalysisLists } from '../queries.ts'
import { subscribeToOtherTabs, subscribeToOutbox } from './outbox-store.ts'
import { submitPending } from './submit-analysis.ts'

/** A network that comes and goes is tried again soon at first, then ever more seldom, to spare a phone's battery. */
const minRetryDelayMs = 2_000
const maxRetryDelayMs = 30_000

/**
 * Keeps this phone ready for a day without a network, and sends what such a day has left: now, when the network comes
 * back, when the app comes to the front, and now and then while something waits. A service worker could not send it: the
 * session lives in the page.
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
  const unsubscribeOtherTabs = subscribeToOtherTabs(() => invalidateAnalysisLists(client))
  submitNow()
  // Later, at the upload screen, is time enough where it fails.
  updateCachedModel().catch(() => undefined)
  return () => {
    clearTimeout(timer)
    unsubscribe()
    unsubscribeOtherTabs()
    window.removeEventListener('online', submitNow)
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}
