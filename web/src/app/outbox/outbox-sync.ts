import type { QueryClient } from '@tanstack/react-query'
import { setOutboxCounts } from '../../api/outbox/outbox-counts.ts'
import { isPhoto, isWrite, stateRules } from '../../api/outbox/outbox-item.ts'
import {
  listItems,
  removeAbandonedItems,
  removeItemsOf,
  subscribeToOtherTabs,
  subscribeToOutbox,
} from '../../api/outbox/outbox-store.ts'
import { registerSenders, type Senders, sendOutbox } from '../../api/outbox/send-outbox.ts'
import { registerEraser } from '../../api/session/private-data.ts'
import { getServerTime } from '../../api/session/server-clock.ts'
import { getStoredUser } from '../../api/session/session.ts'
import { sendComment, sendPost } from '../../features/community/outbox/send.ts'
import { claimSavedAnswers } from '../../features/detection/outbox/saved-answers.ts'
import { sendAnswers, sendPhoto, sendReport } from '../../features/detection/outbox/send.ts'
import { invalidateAnalysisLists } from '../../features/detection/queries.ts'
import { fetchModelInBackground } from '../../vision/worker-client.ts'

const loadConsultations = () => import('../../features/consultations/outbox/send.ts')

/** How each kind of item is sent. Every screen loads this file, so what is rarely needed is loaded when it is. */
export const senders: Senders = {
  photo: sendPhoto,
  report: sendReport,
  answers: sendAnswers,
  post: sendPost,
  comment: sendComment,
  booking: async (client, item) => (await loadConsultations()).sendBooking(client, item),
  cancellation: async (client, item) => (await loadConsultations()).sendCancellation(client, item),
}

/** Until then the first screen has loaded, which comes before what later ones need. */
const modelDelayMs = 10_000
/** Bounds of the exponential backoff, which spares the battery on an unstable network. */
const minRetryDelayMs = 2_000
const maxRetryDelayMs = 30_000
/** While the server can be reached but does not take what waits, each attempt sends the same photos again. */
const maxFailingDelayMs = 15 * 60_000

/** Publishes how much of the user's outbox waits. A device without storage has nothing. */
async function publishCounts(): Promise<void> {
  const items = await listItems(getStoredUser()?.id ?? '')
  const photos = items.filter(isPhoto).filter(({ state }) => state.kind !== 'sending')
  const writes = items.filter(isWrite)
  const needingDecision = writes.filter(({ state }) => stateRules[state.kind].needsDecision)
  setOutboxCounts({ photos: photos.length, writes: writes.length, needingDecision: needingDecision.length })
}

/**
 * Sends what waits in the outbox and keeps the cached model up to date. Runs now, when the network returns, when the app
 * becomes visible, and with backoff while something is waiting. A service worker could not do this: the session lives in
 * the page.
 * @returns a function that stops it
 */
export function startOutboxSync(client: QueryClient): () => void {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryDelayMs = minRetryDelayMs
  const scheduleRetry = () => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(submit, retryDelayMs)
  }
  const retryWithBackoff = (maxDelayMs: number) => {
    retryDelayMs = Math.min(retryDelayMs, maxDelayMs)
    scheduleRetry()
    retryDelayMs *= 2
  }
  const submit = () => {
    sendOutbox(client).then(
      progress => progress !== 'done' && retryWithBackoff(progress === 'failing' ? maxFailingDelayMs : maxRetryDelayMs),
      () => retryWithBackoff(maxRetryDelayMs),
    )
  }
  const retrySoon = () => {
    retryDelayMs = minRetryDelayMs
    scheduleRetry()
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
    subscribeToOutbox(retrySoon),
    subscribeToOutbox(countAgain),
    registerEraser(removeItemsOf),
    subscribeToOtherTabs(() => invalidateAnalysisLists(client)),
    () => setOutboxCounts(),
  ]
  registerSenders(senders)
  const ownerId = getStoredUser()?.id
  claimSavedAnswers(ownerId ?? '').then(
    isClaimed => isClaimed && submitNow(),
    () => undefined,
  )
  countAgain()
  submitNow()
  if (ownerId !== undefined) removeAbandonedItems(ownerId, getServerTime()).catch(() => undefined)
  // On failure the upload screen tries again.
  const modelTimer = setTimeout(() => void fetchModelInBackground().catch(() => undefined), modelDelayMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
    clearTimeout(modelTimer)
    for (const unsubscribe of unsubscribes) unsubscribe()
    window.removeEventListener('online', submitNow)
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}
