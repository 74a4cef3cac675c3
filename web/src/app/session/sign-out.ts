import { callApi } from '../../api/api-client.ts'
import { endSession } from '../../api/session/session.ts'
import { flushToasts } from '../../ui/feedback/toasts.ts'

const timeoutMs = 3000

/** Ends the session on the server, if it can be reached, and on this device, then reloads the page. */
export async function signOut(): Promise<void> {
  // Deferred effects of toasts belong to this user, so they run before the session ends.
  await Promise.race([flushToasts(), new Promise(resolve => setTimeout(resolve, timeoutMs))])
  try {
    await callApi('POST /api/auth/sign-out', { signal: AbortSignal.timeout(timeoutMs) })
  } catch {
    // Offline, or the session was already over: it still ends on this device.
  }
  endSession({ isLeaving: true })
  window.location.replace('/auth')
}
