import { hasSession } from '../../api/session/session.ts'
import { afterModelDownload } from '../../vision/model-download-lock.ts'

/** Within it, a visitor who came for a first answer has reached the screen that downloads the model. */
const firstDelayMs = 5_000
const minRetryDelayMs = 10_000
const maxRetryDelayMs = 10 * 60_000

/**
 * Registers the service worker, which caches the app shell and the articles: at once for somebody who is signed in. On a
 * visitor's first visit it yields to a download of the model, so that the first answer comes sooner on a slow network. Only in
 * a build: in development it would hide changes.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  let retryDelayMs = minRetryDelayMs
  const scheduleRetry = () => {
    setTimeout(register, retryDelayMs)
    retryDelayMs = Math.min(retryDelayMs * 2, maxRetryDelayMs)
  }
  const register = async () => {
    // Without a service worker the app still works online.
    const registration = await navigator.serviceWorker.register('/sw.js').catch(() => null)
    if (registration === null) return scheduleRetry()
    const installing = registration?.installing
    // One file that fails to download fails the installation. Files already downloaded are cached for the next attempt.
    installing?.addEventListener('statechange', () => installing.state === 'redundant' && scheduleRetry())
  }
  const start = () => {
    if (navigator.serviceWorker.controller || hasSession()) void register()
    else setTimeout(() => void afterModelDownload(register), firstDelayMs)
  }
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
}
