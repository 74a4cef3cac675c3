import type { QueryClient } from '@tanstack/react-query'
import { fileWaiting } from './file-analysis.ts'
import { onOutboxChange } from './outbox.ts'

const retryMilliseconds = 30_000

/**
 * Sends what waits now, when the network comes back, when the app comes to the front, and now and then while something
 * waits. A service worker could not do it: the session lives in the page.
 */
export function keepFiling(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(tryNow, retryMilliseconds)
  }
  const tryNow = () => {
    // Without a place to keep things there is nothing to send.
    fileWaiting(client).then(isWaiting => isWaiting && later(), later)
  }
  const whenSeen = () => document.visibilityState === 'visible' && tryNow()
  window.addEventListener('online', tryNow)
  document.addEventListener('visibilitychange', whenSeen)
  const stopListening = onOutboxChange(later)
  tryNow()
  return () => {
    clearTimeout(timer)
    stopListening()
    window.removeEventListener('online', tryNow)
    document.removeEventListener('visibilitychange', whenSeen)
  }
}
