import { retentionMs } from '@kutu/contract/retention'
import type { App } from '../../context.ts'
import { audit, eraseFromAuditLog } from '../../platform/db/audit.ts'
import { withTransaction } from '../../platform/db/transaction.ts'
import { deleteStoredReplies } from '../../platform/http/idempotency.ts'
import { eraseJobs } from '../../platform/jobs/erase-jobs.ts'
import { limits } from './policy.ts'
import { renewTotpEncryption } from './second-factor/totp.ts'

/** Deletes unfinished sign-ups, expired codes, reset links, challenges, sign-in failure counts and sessions. */
export async function sweepAccounts(app: App): Promise<void> {
  const now = app.clock.now().getTime()
  await renewTotpEncryption(app)
  await deleteUnfinishedSignUps(app)
  // Codes are kept after they expire, so that a late click gets `code_expired` and a resend finds its account.
  const codeCutoff = new Date(now - retentionMs('codes'))
  await app.db.deleteFrom('one_time_codes').where('expires_at', '<', codeCutoff).execute()
  await app.db.deleteFrom('password_resets').where('expires_at', '<', codeCutoff).execute()
  // While a change can be undone, its row reserves the former address (trigger users_email_is_not_reserved).
  await app.db
    .deleteFrom('email_changes')
    .where(({ eb, and, or }) =>
      or([
        eb('undo_until', '<=', new Date(now)),
        and([eb('undo_until', 'is', null), eb('expires_at', '<', codeCutoff)]),
      ]),
    )
    .execute()
  await app.db.deleteFrom('second_factor_challenges').where('expires_at', '<', codeCutoff).execute()
  const failureCutoff = new Date(now - limits.signInFailures.consecutive.windowMs)
  await app.db.deleteFrom('sign_in_failures').where('first_at', '<', failureCutoff).execute()
  // The newest refresh token of a session is issued at its last use, so after one lifetime every token has expired.
  const sessionCutoff = new Date(now - limits.refreshTokenLifetime)
  await app.db.deleteFrom('sessions').where('last_used_at', '<', sessionCutoff).execute()
  await app.db
    .deleteFrom('sessions')
    .where('created_at', '<', new Date(now - limits.sessionLifetime))
    .execute()
}

/**
 * Deletes sign-ups that nobody activated in time. Nobody has signed in to them, so they have no content, and the email
 * address may belong to somebody who never asked for an account.
 */
async function deleteUnfinishedSignUps(app: App): Promise<void> {
  const cutoff = new Date(app.clock.now().getTime() - retentionMs('unfinishedSignUp'))
  await withTransaction(app, async tx => {
    const deleted = await tx
      .deleteFrom('users')
      .where('activated_at', 'is', null)
      .where('created_at', '<', cutoff)
      .returning(['id', 'email', 'username', 'role', 'created_at'])
      .execute()
    for (const user of deleted) {
      await eraseJobs(tx, user)
      await deleteStoredReplies(app, tx, user)
      await eraseFromAuditLog(tx, user.id)
      const subject = { type: 'user', id: user.id }
      await audit(app, tx, { actor: null, action: 'user.sign_up_expired', subject, before: { role: user.role } })
    }
  })
}
