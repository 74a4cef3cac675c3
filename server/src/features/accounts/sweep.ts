import type { App } from '../../context.ts'
import { limits } from './policy.ts'

/** Codes stay a week past their life, so that a late click gets the right answer and a resend finds its account. */
const codeRetentionMs = 7 * 24 * 3600 * 1000

/** Clears codes, reset links, counts and sessions that nothing can use any longer. */
export async function sweepAccounts(app: App): Promise<void> {
  const now = app.clock.now().getTime()
  const codeCutoff = new Date(now - codeRetentionMs)
  await app.db.deleteFrom('one_time_codes').where('expires_at', '<', codeCutoff).execute()
  await app.db.deleteFrom('password_resets').where('expires_at', '<', codeCutoff).execute()
  const failureCutoff = new Date(now - limits.signInFailures.windowMs)
  await app.db.deleteFrom('sign_in_failures').where('first_at', '<', failureCutoff).execute()
  // A session's newest refresh token lives from its last use: past that, no token of the family is of any use.
  const sessionCutoff = new Date(now - limits.refreshTokenLifetime)
  await app.db.deleteFrom('sessions').where('last_used_at', '<', sessionCutoff).execute()
}
