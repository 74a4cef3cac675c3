import type { QueryClient } from '@tanstack/react-query'
import { subscribeToOtherTabs, subscribeToOutbox } from '../../api/outbox/outbox-connection.ts'
import { setOutboxCounts } from '../../api/outbox/outbox-counts.ts'
import { listItems, listWrites, removeAbandonedItems, removeItemsOf } from '../../api/outbox/outbox-store.ts'
import type { Senders } from '../../api/outbox/send-writes.ts'
import { sendWrites } from '../../api/outbox/send-writes.ts'
import { registerEraser } from '../../api/session/private-data.ts'
import { getServerTime } from '../../api/session/server-clock.ts'
import { getStoredUser } from '../../api/session/session.ts'
import { sendComment, sendPost } from '../../features/community/outbox/send.ts'
import { claimSavedAnswers } from '../../features/detection/outbox/saved-answers.ts'
import { submitPending } from '../../features/detection/outbox/submit-analysis.ts'
import { invalidateAnalysisLists } from '../../features/detection/queries.ts'
import { updateCachedModel } from '../../vision/worker-client.ts'

/** Bounds of the exponential backoff, which spares the battery on an unstable network. */
const minRetryDelayMs = 2_000
const maxRetryDelayMs = 30_000

/**
 * Sends everything that waits in the outbox: photos first, because other writes refer to their analyses.
 * @returns whether something is still waiting
 */
export async function submitOutbox(client: QueryClient): Promise<boolean> {
  const hasPhotos = await submitPending(client)
  return (await sendWrites(client, senders)) || hasPhotos
}

/** Publishes how much of the user's outbox waits. A device without storage has nothing. */
async function publishCounts(): Promise<void> {
  const ownerId = getStoredUser()?.id ?? ''
  const [items, writes] = await Promise.all([listItems(ownerId), listWrites(ownerId)])
  const photos = items.filter(({ state }) => state.kind !== 'sending').length
  const needingDecision = writes.filter(({ state }) => state.kind !== 'waiting').length
  setOutboxCounts({ photos, writes: writes.length, needingDecision })
}

/**
 * Sends what waits in the outbox and keeps the cached model up to date. Runs now, when the network returns, when the app
 * becomes visible, and with backoff while something is waiting. A service worker could not do this: the session lives in
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
    submitOutbox(client).then(isWaiting => isWaiting && retryWithBackoff(), retryWithBackoff)
  }
  const submitNow = () => {
    retryDelayMs = minRetryDelayMs
    submit()
  }
  const countAgain = () => void publishCounts().catch(() => undefined)
  const onVisibilityChange = () => document.visibilityState === 'visible' && submitNow()
  window.addEventListener('online', submitNow)
  document.addEventListener('visibilitychange', onVisibilityChange)
  const unsubscribes = [
    subscribeToOutbox(scheduleRetry),
    subscribeToOutbox(countAgain),
    registerEraser(removeItemsOf),
    subscribeToOtherTabs(() => invalidateAnalysisLists(client)),
    () => setOutboxCounts(),
  ]
  const ownerId = getStoredUser()?.id
  claimSavedAnswers(ownerId ?? '').then(
    isClaimed => isClaimed && submitNow(),
    () => undefined,
  )
  countAgain()
  submitNow()
  if (ownerId !== undefined) removeAbandonedItems(ownerId, getServerTime()).catch(() => undefined)
  // On failure the upload screen tries again.
  updateCachedModel().catch(() => undefined)
  return () => {
    clearTimeout(timer)
    for (const unsubscribe of unsubscribes) unsubscribe()
    window.removeEventListener('online', submitNow)
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}

const loadConsultations = () => import('../../features/consultations/outbox/send.ts')

/** How each kind of write in the outbox is sent. Every screen loads this file, so what is rarely needed is loaded when it is. */
const senders: Senders = {
  post: sendPost,
  comment: sendComment,
  booking: async (client, write) => (await loadConsultations()).sendBooking(client, write),
  cancellation: async (client, write) => (await loadConsultations()).sendCancellation(client, write),
  report: async (client, write) =>
    (await import('../../features/detection/outbox/send-report.ts')).sendReport(client, write),
  details: async (client, write) =>
    (await import('../../features/accounts/outbox/send-details.ts')).sendDetails(client, write),
}
