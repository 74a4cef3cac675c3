import type { NotificationEvent } from '@kutu/contract/notifications'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/errors.ts'
import { readEvents } from '../../api/event-stream.ts'
import { hasSession } from '../../api/session.ts'
import { onLanguageChange } from '../../text/say.ts'
import { setLive, unreadQuery } from './queries.ts'

const firstWait = 1000
const longestWait = 60_000
const steadyAfter = 30_000
/** A page that is only out of sight for a moment keeps its stream. */
const hiddenPatience = 30_000

/** How long to wait before the next try: longer each time, and never all readers of a server at one moment. */
export const waitBefore = (failures: number, chance = Math.random()): number =>
  Math.min(longestWait, firstWait * 2 ** failures) * (0.5 + chance / 2)

/** A network that lets every stream begin and soon breaks it is spared like one that lets none begin. */
export const failuresAfter = (lasted: number, failures: number): number => (lasted > steadyAfter ? 0 : failures)

/** Keeps the bell and the lists true as things happen; none of it while the page is out of sight or without a network. */
export function keepLive(client: QueryClient): () => void {
  const follower = makeFollower(client)
  let hiddenFor: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(hiddenFor)
    if (!navigator.onLine) return follower.pause()
    if (document.visibilityState === 'visible') return follower.go()
    hiddenFor = setTimeout(follower.pause, hiddenPatience)
  }
  // The server says each message in the language it was asked in.
  const stopLanguage = onLanguageChange(() => {
    follower.pause()
    look()
  })
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', look)
  window.addEventListener('offline', look)
  look()
  return () => {
    clearTimeout(hiddenFor)
    stopLanguage()
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('online', look)
    window.removeEventListener('offline', look)
    follower.pause()
  }
}

/** Follows the stream from where it last stopped, again and again, until paused. */
function makeFollower(client: QueryClient) {
  let following: AbortController | undefined
  let lastEventId: string | undefined
  async function follow(signal: AbortSignal): Promise<void> {
    for (let failures = 0; hasSession() && !signal.aborted; failures += 1) {
      const begun = Date.now()
      const onEvent = (event: NotificationEvent) => {
        lastEventId = event.id
        setLive(true)
        take(client, event)
      }
      try {
        await readEvents('GET /api/notifications/stream', { signal, lastEventId, onEvent })
      } catch (error) {
        // The session is over: the next call of the page says so to its reader.
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return
      }
      setLive(false)
      failures = failuresAfter(Date.now() - begun, failures)
      await pause(waitBefore(failures), signal)
    }
  }
  return {
    go() {
      if (following) return
      const mine = new AbortController()
      following = mine
      void follow(mine.signal).finally(() => {
        if (following === mine) following = undefined
      })
    },
    pause() {
      following?.abort()
      following = undefined
      setLive(false)
    },
  }
}

function take(client: QueryClient, event: NotificationEvent): void {
  if (event.event === 'unread') {
    const { queryKey } = unreadQuery()
    const before = client.getQueryData(queryKey)
    client.setQueryData(queryKey, event.data.unread)
    // Read elsewhere, or taken back: the lists follow.
    if (before === undefined || before === event.data.unread) return
  }
  // What is told of has changed a figure, too.
  if (event.event === 'notification') void client.invalidateQueries({ queryKey: ['dashboard'] })
  const isList = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryKey[0] === 'notifications' && queryKey[2] !== 'unread'
  void client.invalidateQueries({ predicate: isList })
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    if (signal.aborted) return resolve()
    const end = setTimeout(resolve, milliseconds)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(end)
        resolve()
      },
      { once: true },
    )
  })
