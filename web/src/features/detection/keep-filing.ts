import type { QueryClient } from '@tanstack/react-query'
import { keepCurrent } from '../../vision/on-device.ts'
import { fileWaiting } from './file-analysis.ts'
import { onOutboxChange } from './outbox.ts'

const retryMilliseconds = 30_000

/**
 * Keeps this phone ready for a day without a network, and sends what such a day has left: now, when the network comes
 * back, when the app comes to the front, and now and then while something waits. A service worker could not send it: the
 * session lives in the page.
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
  // Later, at the upload screen, is time enough where it fails.
  keepCurrent().catch(() => undefined)
  return () => {
    clearTimeout(timer)
    stopListening()
    window.removeEventListener('online', tryNow)
    document.removeEventListener('visibilitychange', whenSeen)
  }
}
