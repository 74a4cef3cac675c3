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
/** A page that is only out of sight for a moment keeps its stream. */
const hiddenTimeoutMs = 30_000

/** How long to wait before the next try: longer each time, and never all readers of a server at one moment. */
export const getReconnectDelay = (failures: number, random = Math.random()): number =>
  Math.min(maxDelayMs, initialDelayMs * 2 ** failures) * (0.5 + random / 2)

/** A network that lets every stream begin and soon breaks it is spared like one that lets none begin. */
export const countFailures = (durationMs: number, failures: number): number =>
  durationMs > stableAfterMs ? 0 : failures

/** Keeps the bell and the lists true as things happen; none of it while the page is out of sight or without a network. */
export function startLiveUpdates(client: QueryClient): () => void {
  const subscription = createStreamSubscription(client)
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined
  const updateSubscription = () => {
    clearTimeout(hiddenTimer)
    if (!navigator.onLine) return subscription.pause()
    if (document.visibilityState === 'visible') return subscription.resume()
    hiddenTimer = setTimeout(subscription.pause, hiddenTimeoutMs)
  }
  // The server says each message in the language it was asked in.
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

/** Follows the stream from where it last stopped, again and again, until paused. */
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
        // The session is over: the next call of the page says so to its reader.
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
    // Read elsewhere, or taken back: the lists follow.
    if (previous === undefined || previous === event.data.unread) return
  }
  // What is told of has changed a figure, too.
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
