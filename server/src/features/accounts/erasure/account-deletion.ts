import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { enqueueEmail } from '../../../platform/email/enqueue-email.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import { notify } from '../../notifications/inbox/notify.ts'
import { isPasswordUnchanged } from '../passwords/password-hashing.ts'
import { limits } from '../policy.ts'
import { wrongPasswordError } from '../sessions/password-confirmation.ts'
import { getEmailRecipient } from '../users/users.ts'

/** Milliseconds between a deletion request and the erasure. */
export const { deletionGracePeriod } = limits

/**
 * Deactivates an account and schedules its erasure. Until then its owner may cancel the deletion by signing in.
 * @throws wrong_password (the password was changed since it was verified), already_decided
 */
export async function scheduleErasure(
  app: App,
  tx: Tx,
  user: { id: string; password_hash: string },
  leaves_at: Date,
): Promise<void> {
  if (!(await isPasswordUnchanged(tx, user))) throw wrongPasswordError()
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ deactivated_at: app.clock.now(), leaves_at, returns_by_sign_in: true })
    .where('id', '=', user.id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw apiError('already_decided')
}

/** Reactivates an account whose owner signs in during the grace period, and notifies them. Returns false for all others. */
export async function cancelDeletion(app: App, tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ deactivated_at: null, leaves_at: null, returns_by_sign_in: false })
    .where('id', '=', id)
    .where('returns_by_sign_in', '=', true)
    .where('leaves_at', '>', app.clock.now())
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await audit(app, tx, { actor: id, action: 'user.stayed' })
  await notify(app, tx, [{ to: id, type: 'account_kept', details: {}, subject: null, cause: id }])
  const { email, username, language } = await getEmailRecipient(tx, id)
  const link = new URL('/auth/forgot-password', app.config.appUrl).href
  await enqueueEmail(tx, { to: email, language, template: 'account_kept', values: { username, link } })
  return true
}

/**
 * Selects the users that are not erased and not due for erasure. The erasure job runs every ten minutes; until it has
 * run, an account that is due must already look as if it did not exist.
 */
export const selectExistingUsers = (db: Db, now: Date) =>
  db
    .selectFrom('users')
    .where('left_at', 'is', null)
    .where(({ eb, or }) => or([eb('leaves_at', 'is', null), eb('leaves_at', '>', now)]))

/** Returns true if signing in cancels the deletion: the grace period is not over and no admin has deactivated the account. */
export const canCancelDeletion = (
  { returns_by_sign_in, leaves_at }: { returns_by_sign_in: boolean; leaves_at: Date | null },
  now: Date,
): boolean => returns_by_sign_in && leaves_at !== null && leaves_at > now

/** Returns the ids of the users whose grace period is over, in order of their deadline. */
export async function listUsersDueForErasure(app: App): Promise<string[]> {
  const due = app.db.selectFrom('users').select('id').where('leaves_at', '<=', app.clock.now()).orderBy('leaves_at')
  return (await due.execute()).map(({ id }) => id)
}

/** Locks a user that is due for erasure. Returns undefined if another process has locked or erased it. */
export function lockUserForErasure(app: App, tx: Tx, id: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'username', 'created_at'])
    .where('id', '=', id)
    .where('leaves_at', '<=', app.clock.now())
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}
