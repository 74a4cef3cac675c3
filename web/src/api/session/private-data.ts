/** The cache of `public/photo-worker.js`. */
const privateCache = 'private-photos'

/** The database of `api/offline/stored-replies.ts`. */
const storedReplies = 'replies'

/** The code of a sign-up in this tab, which has no session yet. */
const signUpCode = 'verificationCode'
/** The draft of a post in this tab. */
const draftPattern = /^postDraft:/

/**
 * Erases the photos that the service worker keeps, the stored replies, and what was typed in this tab. The outbox stays: its photos exist
 * nowhere else and only their owner sees them.
 */
export function erasePrivateData(): void {
  sessionStorage.removeItem(signUpCode)
  eraseLeftovers()
}

/** Erases what a session has left behind that ended while this page was closed. */
export function eraseLeftovers(): void {
  for (const item of Object.keys(sessionStorage)) if (draftPattern.test(item)) sessionStorage.removeItem(item)
  // The service worker may be about to store one more photo. Both APIs are missing without TLS.
  if ('serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage({ type: 'session-ended' })
  if ('indexedDB' in globalThis) indexedDB.deleteDatabase(storedReplies)
  if ('caches' in globalThis) caches.delete(privateCache).catch(() => undefined)
}

type Eraser = (ownerId: string) => Promise<void>
const erasers = new Set<Eraser>()

/** Registers a function that deletes what an account has stored on this device. Returns a function that removes it. */
export function registerEraser(eraser: Eraser): () => void {
  erasers.add(eraser)
  return () => erasers.delete(eraser)
}

/** Deletes what an account has stored on this device, after the account was deleted. */
export async function eraseAccountData(ownerId: string): Promise<void> {
  await Promise.allSettled([...erasers].map(erase => erase(ownerId)))
}
