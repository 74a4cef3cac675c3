import { callApi } from '../../api/api-client.ts'
import { endSession } from '../../api/session/session.ts'

const timeoutMs = 3000

/** Ends the session on the server, if it can be reached, and on this device, then reloads the page. */
export async function signOut(): Promise<void> {
  try {
    await callApi('POST /api/auth/sign-out', { signal: AbortSignal.timeout(timeoutMs) })
  } catch {
    // Offline, or the session was already over: it still ends on this device.
  }
  endSession({ willReload: true })
  window.location.replace('/auth')
}
