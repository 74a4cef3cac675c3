import { call } from '../api/call.ts'
import { endSession } from '../api/session.ts'

const patienceMilliseconds = 3000

/** Ends the session on the server, as far as it can be reached, then here, and loads the program anew. */
export async function signOut(): Promise<void> {
  try {
    await call('POST /api/auth/sign-out', { signal: AbortSignal.timeout(patienceMilliseconds) })
  } catch {
    // Offline, or the session was over already: it ends here all the same.
  }
  endSession({ isLeaving: true })
  window.location.replace('/auth')
}
