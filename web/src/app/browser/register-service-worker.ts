const minRetryDelayMs = 10_000
const maxRetryDelayMs = 10 * 60_000

/** Lets the service worker keep the shell and the articles on the device. Only where built: in development it would hide changes. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  let retryDelayMs = minRetryDelayMs
  const scheduleRetry = () => {
    setTimeout(register, retryDelayMs)
    retryDelayMs = Math.min(retryDelayMs * 2, maxRetryDelayMs)
  }
  const register = async () => {
    // Without it the app works all the same, only not without a network.
    const registration = await navigator.serviceWorker.register('/sw.js').catch(() => null)
    if (registration === null) return scheduleRetry()
    const installing = registration?.installing
    // One part that did not arrive ends the whole; those that did are kept for the next try.
    installing?.addEventListener('statechange', () => installing.state === 'redundant' && scheduleRetry())
  }
  if (document.readyState === 'complete') void register()
  else window.addEventListener('load', register, { once: true })
}
