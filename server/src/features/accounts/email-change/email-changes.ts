import { randomBytes, randomUUID } from 'node:crypto'
import type { EmailStatus } from '@kutu/contract/accounts/own-account'
import type { Language } from '@kutu/contract/common'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { isPlaceholderEmail } from '../../../platform/email/placeholder-email.ts'
import { apiError, fieldError, tooManyRequestsUntil } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import type { RequestOrigin } from '../../../platform/http/handlers.ts'
import { t } from '../../../platform/i18n/translate.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { selectExistingUsers } from '../erasure/account-deletion.ts'
import { hashPassword } from '../passwords/password-hashing.ts'
import { createResetToken, setPassword, voidPasswordResets } from '../passwords/password-resets.ts'
import { limits, nextEmailAt } from '../policy.ts'
import { removeFactorsSince } from '../second-factor/factors.ts'
import { deriveToken, hashToken } from '../secrets.ts'
import { rememberDevice } from '../sessions/known-devices.ts'
import { revokeSessions, voidPendingEmailChanges } from '../sessions/sessions.ts'
import { clearSignInFailures } from '../sessions/sign-in-failures.ts'
import { deleteUnverifiedUsers } from '../signup/registration.ts'

/** Returns the email address of the caller and a change of it that waits for its confirmation. */
export async function getEmailStatus(db: Db, app: App, { id }: Pick<Caller, 'id'>): Promise<EmailStatus> {
  const { email } = await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()
  const pending = await selectPendingChange(db, id)
    .select(['new_email', 'expires_at'])
    .where('expires_at', '>', app.clock.now())
    .executeTakeFirst()
  return {
    email,
    pending: pending ? { email: pending.new_email, expires_at: pending.expires_at.toISOString() } : null,
  }
}

const selectPendingChange = (db: Db, userId: string) =>
  db
    .selectFrom('email_changes')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('voided_at', 'is', null)

/**
 * Requests a change of the caller's email address; a link goes to the new one. The reply is the same whether the new
 * address has an account or not: the job finds out, and writes to the owner of the inbox only.
 * @throws validation_failed, too_many_requests
 */
export async function requestEmailChange(
  db: Db,
  app: App,
  { id: userId, sessionId }: Caller,
  email: string,
  language: Language,
) {
  if (isPlaceholderEmail(email)) throw fieldError('email', 'field.email')
  const now = app.clock.now()
  await withTransaction(db, async tx => {
    const user = await lockUser(tx, userId)
    await lockSession(tx, sessionId)
    if (user.email === email) throw fieldError('email', 'field.email_same')
    const changes = await tx
      .selectFrom('email_changes')
      .select('requested_at')
      .where('user_id', '=', userId)
      .where('requested_at', '>', new Date(now.getTime() - Math.max(...limits.emails.map(({ windowMs }) => windowMs))))
      .execute()
    const requestTimes = changes.map(({ requested_at }) => requested_at)
    const next = nextEmailAt(requestTimes, now)
    if (next) throw tooManyRequestsUntil(next, now)
    await voidPendingEmailChanges(app, tx, userId)
    const id = randomUUID()
    await insertInto(tx, 'email_changes', {
      id,
      user_id: userId,
      old_email: user.email,
      new_email: email,
      token_hash: hashToken(deriveToken(app, 'email-token', id)),
      requested_at: now,
      expires_at: new Date(now.getTime() + limits.emailChangeLifetime),
      voided_at: null,
      confirmed_at: null,
      undo_token_hash: null,
      undo_until: null,
      undone_at: null,
    }).execute()
    await enqueue(tx, 'email_change', { id, template: 'confirm_email' })
    await audit(app, tx, { actor: userId, action: 'user.email_change_requested' })
  })
  const status = await getEmailStatus(db, app, { id: userId })
  return { ...status, message: t(language, 'accounts.email_change_sent', { email }) }
}

const lockUser = (tx: Tx, id: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'email', 'password_hash', 'deactivated_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Locks the session, so that a change is either voided with it or not requested. @throws unauthenticated if it has ended */
async function lockSession(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .forShare()
    .executeTakeFirstOrThrow(() => apiError('unauthenticated'))
}

/**
 * Changes the email address with the token that was sent to the new one, and writes to the old one how to undo it. A
 * repeated confirmation succeeds again, because its first reply may have been lost. The link ends with any session of the
 * account (`revokeSessions`), so the owner can stop a change that a thief has requested.
 * @throws token_invalid, email_taken
 */
export async function confirmEmailChange(
  app: App,
  token: string,
  { language, origin }: { language: Language; origin: RequestOrigin },
) {
  const change = await findChange(app, 'token_hash', token)
  if (!change) throw apiError('token_invalid')
  const { id, user_id: userId, old_email: oldEmail, new_email: newEmail } = change
  const changed = withTransaction(app, async tx => {
    const now = app.clock.now()
    const { email, password_hash, deactivated_at } = await lockUser(tx, userId)
    if (deactivated_at) return undefined
    const undoUntil = new Date(now.getTime() + limits.emailUndoPeriod)
    const { numUpdatedRows } = await tx
      .updateTable('email_changes')
      .set({
        confirmed_at: now,
        undo_token_hash: hashToken(deriveToken(app, 'undo-token', id)),
        undo_until: undoUntil,
      })
      .where('id', '=', id)
      .where('old_email', '=', email)
      .where('confirmed_at', 'is', null)
      .where('voided_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return email === newEmail ? password_hash : undefined
    await deleteUnverifiedUsers(app, tx, { email: newEmail })
    await changeEmail(app, tx, { userId, from: oldEmail, to: newEmail })
    await enqueue(tx, 'email_change', { id, template: 'email_changed' })
    await audit(app, tx, { actor: userId, action: 'user.email_changed' })
    return password_hash
  })
  const passwordHash = await mapConstraintErrors(changed)
  if (passwordHash === undefined) throw apiError('token_invalid')
  // The owner of the inbox must be able to sign in, whatever others try in the meantime.
  rememberDevice(app, { keys: [newEmail], passwordHash }, origin)
  return { message: t(language, 'accounts.email_changed', { email: newEmail }) }
}

/** Finds a change by one of its tokens, unless it is voided or its account was erased. */
const findChange = (app: App, column: 'token_hash' | 'undo_token_hash', token: string) =>
  app.db
    .selectFrom('email_changes')
    .select(['id', 'user_id', 'old_email', 'new_email'])
    .where(column, '=', hashToken(token))
    .where('voided_at', 'is', null)
    .where('undone_at', 'is', null)
    .where('user_id', 'in', selectExistingUsers(app.db, app.clock.now()).select('id'))
    .executeTakeFirst()

async function changeEmail(app: App, tx: Tx, { userId, from, to }: { userId: string; from: string; to: string }) {
  await tx
    .updateTable('users')
    .set({ email: to, email_verified_at: app.clock.now() })
    .where('id', '=', userId)
    .execute()
  // The search of the experts finds them by their address too.
  await tx
    .updateTable('expert_profiles')
    .set({ search_text: sql`replace(search_text, ${from}, ${to})` })
    .where('user_id', '=', userId)
    .execute()
  // Links to set a new password lie in the inbox of the former address.
  await voidPasswordResets(app, tx, userId)
  await clearSignInFailures(tx, from)
}

/**
 * Takes back a change of the email address with the token that was sent to the old one. Somebody who changed it had the
 * password, so every session ends, the password becomes unusable, and the reply has a token to set a new one. Second
 * factors added since a week before the request are removed: an attacker may have added one first, to lock the owner out.
 * @throws token_invalid
 */
export async function undoEmailChange(
  app: App,
  token: string,
  { language, origin }: { language: Language; origin: RequestOrigin },
) {
  const change = await findChange(app, 'undo_token_hash', token)
  if (!change) throw apiError('token_invalid')
  const { id, user_id: userId, old_email: oldEmail } = change
  const unusableHash = await hashPassword(app, randomBytes(32).toString('base64url'))
  const undone = withTransaction(app, async tx => {
    const now = app.clock.now()
    const { email } = await lockUser(tx, userId)
    const row = await tx
      .updateTable('email_changes')
      .set({ undone_at: now })
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .where('undo_until', '>', now)
      .returning(['requested_at', 'confirmed_at'])
      .executeTakeFirstOrThrow(() => apiError('token_invalid'))
    await voidPendingEmailChanges(app, tx, userId)
    // Later changes were made by the same attacker: their links must not bring the address back.
    await tx
      .updateTable('email_changes')
      .set({ undone_at: now })
      .where('user_id', '=', userId)
      .where('confirmed_at', '>', row.confirmed_at)
      .where('undone_at', 'is', null)
      .execute()
    await changeEmail(app, tx, { userId, from: email, to: oldEmail })
    await removeFactorsSince(app, tx, userId, new Date(row.requested_at.getTime() - limits.emailUndoPeriod))
    await setPassword(app, tx, userId, unusableHash)
    await revokeSessions(app, tx, userId)
    await audit(app, tx, { actor: userId, action: 'user.email_change_undone' })
    return createResetToken(app, tx, userId)
  })
  const resetToken = await mapConstraintErrors(undone)
  rememberDevice(app, { keys: [oldEmail], passwordHash: unusableHash }, origin)
  return { message: t(language, 'accounts.email_restored', { email: oldEmail }), data: { token: resetToken } }
}
