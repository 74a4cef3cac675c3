const soonestMilliseconds = 10_000
const latestMilliseconds = 10 * 60_000

/** Lets the service worker keep the shell and the articles on the device. Only where built: in development it would hide changes. */
export function keepOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  let wait = soonestMilliseconds
  const later = () => {
    setTimeout(register, wait)
    wait = Math.min(wait * 2, latestMilliseconds)
  }
  const register = async () => {
    // Without it the app works all the same, only not without a network.
    const kept = await navigator.serviceWorker.register('/sw.js').catch(() => null)
    if (kept === null) return later()
    const coming = kept?.installing
    // One part that did not arrive ends the whole; those that did are kept for the next try.
    coming?.addEventListener('statechange', () => coming.state === 'redundant' && later())
  }
  if (document.readyState === 'complete') void register()
  else window.addEventListener('load', register, { once: true })
}
