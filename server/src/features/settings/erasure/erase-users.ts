import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { audit, eraseFromAuditLog } from '../../../platform/db/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { erasedColumns } from '../../../platform/db/personal-data.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { eraseWrittenEmails } from '../../../platform/email/written-emails.ts'
import { deleteStoredReplies } from '../../../platform/http/idempotency.ts'
import { eraseJobs } from '../../../platform/jobs/erase-jobs.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { listUsersDueForErasure, lockUserForErasure } from '../../accounts/erasure/account-deletion.ts'
import { eraseAccount } from '../../accounts/erasure/former-members.ts'
import { eraseUnpublished, listPostedAnalyses } from '../../community/personal-data.ts'
import { eraseBookingReasons, eraseOutcomeNotes } from '../../consultations/personal-data.ts'
import { eraseAnalyses, erasePhotos, listAnalysisIds } from '../../detection/personal-data.ts'
import { eraseNotifications } from '../../notifications/personal-data.ts'
import { eraseWarnings } from '../../surveillance/personal-data.ts'
import { deleteConsent } from '../../training/guide/consent.ts'
import { findAnalysesUsedForTraining } from '../../training/personal-data.ts'
import { exportFileKey } from '../export/data-exports.ts'

/** Job `erase_due_users`: erases all users whose grace period is over, each in its own transaction. */
export async function eraseDueUsers(app: App): Promise<void> {
  const failures: unknown[] = []
  for (const id of await listUsersDueForErasure(app))
    await withTransaction(app, tx => eraseUser(app, tx, id)).catch(error => failures.push(error))
  // A failure must not block the other users, but it must show up as a failed job.
  if (failures.length > 0) throw new AggregateError(failures, 'some users could not be erased')
}

async function eraseUser(app: App, tx: Tx, id: string): Promise<void> {
  const user = await lockUserForErasure(app, tx, id)
  if (!user) return
  const now = app.clock.now()
  const { photos: postPhotos, titles } = await eraseUnpublished(tx, id, now)
  const keptAnalyses = [
    ...(await listPostedAnalyses(tx, id)),
    ...(await findAnalysesUsedForTraining(tx, await listAnalysisIds(tx, id))),
  ]
  const exports = await tx.selectFrom('data_exports').select('id').where('user_id', '=', id).execute()
  await deleteConsent(tx, id)
  for (const { table, column, result } of erasedColumns)
    if (result === 'rows deleted')
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(tx)
  await eraseOutcomeNotes(tx, id)
  await eraseWarnings(tx, id)
  const photos = await eraseAnalyses(app, tx, id, keptAnalyses)
  await eraseBookingReasons(tx, id)
  await eraseNotifications(tx, user)
  await deleteStoredReplies(app, tx, user)
  await eraseJobs(tx, user, titles)
  // After the jobs that would write more of them. If the transaction fails, the next attempt finds the rest.
  await eraseWrittenEmails(app.config, user)
  await eraseAccount(tx, user, now)
  await eraseFromAuditLog(tx, id)
  await audit(app, tx, { actor: null, action: 'user.forgotten', subject: { type: 'user', id } })
  await enqueueFileErasure(tx, { photos: [...photos, ...postPhotos], exports: exports.map(each => each.id) })
}

type ErasedFiles = { photos: string[]; exports: string[] }
const batchSize = 200

/** Deletes files in jobs, which run only after the transaction that deleted their rows has committed. */
async function enqueueFileErasure(tx: Tx, { photos, exports }: ErasedFiles): Promise<void> {
  for (let from = 0; from < Math.max(photos.length, exports.length); from += batchSize) {
    const takeBatch = (hashes: readonly string[]) => hashes.slice(from, from + batchSize)
    await enqueue(tx, 'erase_files', { photos: takeBatch(photos), exports: takeBatch(exports) })
  }
}

/** Job `erase_files`: deletes files that no other user's content references. */
export async function eraseFiles(app: App, { photos, exports }: ErasedFiles): Promise<void> {
  await erasePhotos(app, photos)
  for (const id of exports) await app.files.delete(exportFileKey(id))
}
