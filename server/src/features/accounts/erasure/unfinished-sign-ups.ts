import { retentionMs } from '@kutu/contract/retention'
import type { App } from '../../../context.ts'
import { audit, eraseFromAuditLog } from '../../../platform/db/audit.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { deleteStoredReplies } from '../../../platform/http/idempotency.ts'
import { eraseJobs } from '../../../platform/jobs/erase-jobs.ts'

/**
 * Deletes sign-ups that nobody activated in time. Nobody has signed in to them, so they have no content, and the email
 * address may belong to somebody who never asked for an account.
 */
export async function deleteUnfinishedSignUps(app: App): Promise<void> {
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
