import type { NotificationEvent } from '@kutu/contract/notifications/notifications'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/errors.ts'
import { readEvents } from '../../api/event-stream.ts'
import { hasSession } from '../../api/session/session.ts'
import { onLocaleChange } from '../../i18n/i18n.ts'
import { setLive, unreadQuery } from './queries.ts'

const initialDelayMs = 1000
const maxDelayMs = 60_000
const stableAfterMs = 30_000
/** A page that is hidden for a short time keeps its stream. */
const hiddenTimeoutMs = 30_000

/**
 * Returns the delay before the next attempt in milliseconds: exponential backoff with jitter, so that clients do not
 * reconnect at the same moment. `random` is from 0 to 1.
 */
export const getReconnectDelay = (failures: number, random = Math.random()): number =>
  Math.min(maxDelayMs, initialDelayMs * 2 ** failures) * (0.5 + random / 2)

/**
 * Returns the number of failures to back off by. A stream that lasted long enough resets it; one that opens and breaks
 * soon does not.
 */
export const countFailures = (durationMs: number, failures: number): number =>
  durationMs > stableAfterMs ? 0 : failures

/**
 * Keeps unread count and lists up to date by server-sent events. Pauses while the page is hidden or offline. Returns a
 * function that stops it.
 */
export function startLiveUpdates(client: QueryClient): () => void {
  const subscription = createStreamSubscription(client)
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined
  const updateSubscription = () => {
    clearTimeout(hiddenTimer)
    if (!navigator.onLine) return subscription.pause()
    if (document.visibilityState === 'visible') return subscription.resume()
    hiddenTimer = setTimeout(subscription.pause, hiddenTimeoutMs)
  }
  // The server sends messages in the language of the request, so the stream is reopened.
  const stopLocaleListener = onLocaleChange(() => {
    subscription.pause()
    updateSubscription()
  })
  document.addEventListener('visibilitychange', updateSubscription)
  window.addEventListener('online', updateSubscription)
  window.addEventListener('offline', updateSubscription)
  updateSubscription()
  return () => {
    clearTimeout(hiddenTimer)
    stopLocaleListener()
    document.removeEventListener('visibilitychange', updateSubscription)
    window.removeEventListener('online', updateSubscription)
    window.removeEventListener('offline', updateSubscription)
    subscription.pause()
  }
}

/** Reads the stream from the last event on and reconnects until paused. */
function createStreamSubscription(client: QueryClient) {
  let activeController: AbortController | undefined
  let lastEventId: string | undefined
  async function readStream(signal: AbortSignal): Promise<void> {
    for (let failures = 0; hasSession() && !signal.aborted; failures += 1) {
      const startedAt = Date.now()
      const onEvent = (event: NotificationEvent) => {
        lastEventId = event.id
        setLive(true)
        applyEvent(client, event)
      }
      try {
        await readEvents('GET /api/notifications/stream', { signal, lastEventId, onEvent })
      } catch (error) {
        // The session is over. The next request of the page tells the user.
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return
      }
      setLive(false)
      failures = countFailures(Date.now() - startedAt, failures)
      await sleep(getReconnectDelay(failures), signal)
    }
  }
  return {
    resume() {
      if (activeController) return
      const controller = new AbortController()
      activeController = controller
      void readStream(controller.signal).finally(() => {
        if (activeController === controller) activeController = undefined
      })
    },
    pause() {
      activeController?.abort()
      activeController = undefined
      setLive(false)
    },
  }
}

function applyEvent(client: QueryClient, event: NotificationEvent): void {
  if (event.event === 'unread') {
    const { queryKey } = unreadQuery()
    const previous = client.getQueryData(queryKey)
    client.setQueryData(queryKey, event.data.unread)
    // Notifications were read in another tab or withdrawn, so the lists are refetched.
    if (previous === undefined || previous === event.data.unread) return
  }
  // The event also changed a figure of the dashboard.
  if (event.event === 'notification') void client.invalidateQueries({ queryKey: ['dashboard'] })
  const isList = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryKey[0] === 'notifications' && queryKey[2] !== 'unread'
  void client.invalidateQueries({ predicate: isList })
}

const sleep = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
