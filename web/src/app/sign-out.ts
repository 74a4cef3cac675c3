import { call } from '../api/call.ts'
import { endSession } from '../api/session.ts'
import { settleToasts } from '../ui/toasts.ts'

const patienceMilliseconds = 3000

/** Ends the session on the server, as far as it can be reached, then here, and loads the program anew. */
export async function signOut(): Promise<void> {
  // What a notice still holds back is this user's to do, so it goes before the session.
  await Promise.race([settleToasts(), new Promise(resolve => setTimeout(resolve, patienceMilliseconds))])
  try {
    await call('POST /api/auth/sign-out', { signal: AbortSignal.timeout(patienceMilliseconds) })
  } catch {
    // Offline, or the session was over already: it ends here all the same.
  }
  endSession({ isLeaving: true })
  window.location.replace('/auth')
}
