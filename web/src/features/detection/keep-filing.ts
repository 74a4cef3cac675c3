import type { QueryClient } from '@tanstack/react-query'
import { keepCurrent } from '../../vision/on-device.ts'
import { fileWaiting } from './file-analysis.ts'
import { onOutboxChange, onOutboxChangeElsewhere } from './outbox.ts'
import { renewLists } from './queries.ts'

/** A network that comes and goes is tried again soon at first, then ever more seldom, to spare a phone's battery. */
const soonestMilliseconds = 2_000
const latestMilliseconds = 30_000

/**
 * Keeps this phone ready for a day without a network, and sends what such a day has left: now, when the network comes
 * back, when the app comes to the front, and now and then while something waits. A service worker could not send it: the
 * session lives in the page.
 */
export function keepFiling(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = soonestMilliseconds
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(tryAgain, wait)
  }
  const later = () => {
    soon()
    wait = Math.min(wait * 2, latestMilliseconds)
  }
  const tryAgain = () => {
    fileWaiting(client).then(isWaiting => isWaiting && later(), later)
  }
  const tryNow = () => {
    wait = soonestMilliseconds
    tryAgain()
  }
  const whenSeen = () => document.visibilityState === 'visible' && tryNow()
  window.addEventListener('online', tryNow)
  document.addEventListener('visibilitychange', whenSeen)
  const stopListening = onOutboxChange(soon)
  const stopListeningElsewhere = onOutboxChangeElsewhere(() => renewLists(client))
  tryNow()
  // Later, at the upload screen, is time enough where it fails.
  keepCurrent().catch(() => undefined)
  return () => {
    clearTimeout(timer)
    stopListening()
    stopListeningElsewhere()
    window.removeEventListener('online', tryNow)
    document.removeEventListener('visibilitychange', whenSeen)
  }
}
