import type { Language } from '@kutu/contract/common'
import type { Kysely } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueueEmail } from '../../../platform/email/enqueue-email.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { t } from '../../../platform/i18n/translate.ts'
import { toZonedDateTime } from '../../../platform/i18n/zoned-date-time.ts'
import {
  closeAccountWithConsultations,
  countOpenConsultations,
  type EndedConsultations,
} from '../../consultations/account-closure.ts'
import { notify } from '../../notifications/inbox/notify.ts'
import { isPasswordUnchanged, verifyPassword } from '../passwords/password-hashing.ts'
import { limits } from '../policy.ts'
import { revokeSessions } from '../sessions/sessions.ts'
import { getEmailRecipient } from '../users/users.ts'

const day = 24 * 3600_000

/** What would end at once, so that it can be said before anybody asks. */
export async function previewDeletion(app: App, caller: Caller): Promise<{ days: number; ends: EndedConsultations }> {
  return { days: limits.deletionGracePeriod / day, ends: await countOpenConsultations(app, caller.id) }
}

type VerifiedDeletion = { id: string; password_hash: string; time_zone: string | null }

/**
 * Compares the password. Comes before the transaction that closes the account, so that a wrong one is noted whether or not it
 * came with a retry key, whose transaction ends without a trace.
 * @throws Refusal wrong_password
 */
export async function verifyDeletionPassword(app: App, { id }: Caller, password: string): Promise<VerifiedDeletion> {
  const { password_hash, time_zone } = await app.db
    .selectFrom('users')
    .select(['password_hash', 'time_zone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!(await verifyPassword(password_hash, password))) {
    await withTransaction(app, tx =>
      audit(app, tx, { actor: id, action: 'user.leaving_refused', subject: { type: 'user', id } }),
    )
    throw wrongPasswordError()
  }
  return { id, password_hash, time_zone }
}

/**
 * Asks for the own account to be deleted.
 * @throws Refusal wrong_password, last_admin, already_decided
 */
export async function requestDeletion(app: App, { time_zone, ...user }: VerifiedDeletion, language: Language) {
  const leaves_at = await mapConstraintErrors(withTransaction(app, tx => closeAccount(app, tx, user)))
  const when = toZonedDateTime(leaves_at, time_zone ?? app.config.timeZone, app.clock.now())
  return { leaves_at: leaves_at.toISOString(), message: t(language, 'accounts.leaving', { when }) }
}

const wrongPasswordError = () =>
  apiError('wrong_password', { fields: [{ field: 'password', key: 'error.wrong_password' }] })

/** Signed out everywhere, bookings and slots ended, and forgotten after the waiting time. */
async function closeAccount(
  app: App,
  tx: Tx,
  { id, password_hash }: { id: string; password_hash: string },
): Promise<Date> {
  const now = app.clock.now()
  const leaves_at = new Date(now.getTime() + limits.deletionGracePeriod)
  const endedConsultations: EndedConsultations = await closeAccountWithConsultations(
    app,
    tx,
    { userId: id, actor: id },
    async () => {
      if (!(await isPasswordUnchanged(tx, { id, password_hash }))) throw wrongPasswordError()
      const { numUpdatedRows } = await tx
        .updateTable('users')
        .set({ deactivated_at: now, leaves_at, returns_by_sign_in: true })
        .where('id', '=', id)
        .where('deactivated_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw apiError('already_decided')
    },
  )
  await revokeSessions(app, tx, id)
  const after = { leaves_at: leaves_at.toISOString(), ...endedConsultations }
  await audit(app, tx, { actor: id, action: 'user.leaving', subject: { type: 'user', id }, after })
  const { time_zone } = await tx.selectFrom('users').select('time_zone').where('id', '=', id).executeTakeFirstOrThrow()
  const { email, username, language } = await getEmailRecipient(tx, id)
  const values = {
    username,
    when: toZonedDateTime(leaves_at, time_zone ?? app.config.timeZone, now),
    link: new URL('/auth', app.config.publicUrl).href,
  }
  await enqueueEmail(tx, { to: email, language, letter: 'account_leaving', values })
  return leaves_at
}

/** Opens the account again of whoever was leaving and signs in, and says so; false for everybody else. */
export async function cancelDeletion(app: App, tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ deactivated_at: null, leaves_at: null, returns_by_sign_in: false })
    .where('id', '=', id)
    .where('returns_by_sign_in', '=', true)
    .where('leaves_at', '>', app.clock.now())
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await audit(app, tx, { actor: id, action: 'user.stayed', subject: { type: 'user', id } })
  await notify(app, tx, [{ to: id, type: 'account_kept', details: {}, subject: null, cause: id }])
  const { email, username, language } = await getEmailRecipient(tx, id)
  const link = new URL('/auth/forgot-password', app.config.publicUrl).href
  await enqueueEmail(tx, { to: email, language, letter: 'account_kept', values: { username, link } })
  return true
}

/**
 * The accounts of those who have not left. Whose waiting time is over has, though it takes some minutes until the job comes
 * by to forget them: whoever asks for such an account is told what is told of one that never was.
 */
export const selectExistingUsers = (db: Kysely<Database>, now: Date) =>
  db
    .selectFrom('users')
    .where('left_at', 'is', null)
    .where(({ eb, or }) => or([eb('leaves_at', 'is', null), eb('leaves_at', '>', now)]))

/** Who signs in may come back: asked to leave, and not yet forgotten nor kept out by an admin. */
export const canCancelDeletion = (
  { returns_by_sign_in, leaves_at }: { returns_by_sign_in: boolean; leaves_at: Date | null },
  now: Date,
): boolean => returns_by_sign_in && leaves_at !== null && leaves_at > now

/** Those whose waiting time is over. */
export async function listUsersDueForErasure(app: App): Promise<string[]> {
  const due = app.db.selectFrom('users').select('id').where('leaves_at', '<=', app.clock.now()).orderBy('leaves_at')
  return (await due.execute()).map(({ id }) => id)
}

/** One of them, held until the transaction ends; undefined where another process has them or was faster. */
export function lockUserForErasure(app: App, tx: Tx, id: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'username'])
    .where('id', '=', id)
    .where('leaves_at', '<=', app.clock.now())
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}
