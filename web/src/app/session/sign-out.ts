import { callApi } from '../../api/api-client.ts'
import { endSession } from '../../api/session/session.ts'
import { flushToasts } from '../../ui/feedback/toasts.ts'

const timeoutMs = 3000

/** Ends the session on the server, as far as it can be reached, then here, and loads the program anew. */
export async function signOut(): Promise<void> {
  // What a notice still holds back is this user's to do, so it goes before the session.
  await Promise.race([flushToasts(), new Promise(resolve => setTimeout(resolve, timeoutMs))])
  try {
    await callApi('POST /api/auth/sign-out', { signal: AbortSignal.timeout(timeoutMs) })
  } catch {
    // Offline, or the session was over already: it ends here all the same.
  }
  endSession({ isLeaving: true })
  window.location.replace('/auth')
}
