const minRetryDelayMs = 10_000
const maxRetryDelayMs = 10 * 60_000

/**
 * Registers the service worker, which caches the app shell and the articles. Only in a build: in development it would
 * hide changes.
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
  if (document.readyState === 'complete') void register()
  else window.addEventListener('load', register, { once: true })
}
