import type { Language } from '@kutu/contract/common'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import type { RequestOrigin } from '../../../platform/http/handlers.ts'
import { t } from '../../../platform/i18n/translate.ts'
import { rememberDevice } from '../sessions/known-devices.ts'
import { verifyCallerPassword, wrongPasswordError } from '../sessions/password-confirmation.ts'
import { issueTokens, revokeSessions } from '../sessions/sessions.ts'
import { getPasswordOwner } from '../users/users.ts'
import { hashPassword, isPasswordUnchanged, normalizePassword } from './password-hashing.ts'
import { setPassword } from './password-resets.ts'
import { assertValidNewPassword } from './password-strength.ts'

type PasswordChange = { oldPassword: string; newPassword: string; confirmPassword: string }

type VerifiedPasswordChange = { id: string; sessionId: string; email: string; password_hash: string; newHash: string }

/**
 * Verifies the old password and hashes the new one. Runs before the transaction that changes the password: a request
 * with an Idempotency-Key runs in one transaction, and its rollback would also undo the audit entry of a wrong password.
 * @throws wrong_password, weak_password, validation_failed, too_many_requests, sign_in_blocked
 */
export async function verifyPasswordChange(
  app: App,
  caller: Caller,
  { oldPassword, newPassword: password, confirmPassword: confirmation }: PasswordChange,
  origin: RequestOrigin,
): Promise<VerifiedPasswordChange> {
  const { id } = caller
  const fields = { password: 'newPassword', confirmation: 'confirmPassword' }
  await assertValidNewPassword(fields, { password, confirmation }, await getPasswordOwner(app.db, id))
  const options = { origin, refused: 'password.change_refused', field: 'oldPassword' }
  const { sessionId, email, password_hash } = await verifyCallerPassword(app, caller, oldPassword, options)
  const { initial_password_expires_at } = await app.db
    .selectFrom('users')
    .select('initial_password_expires_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (initial_password_expires_at && normalizePassword(password) === normalizePassword(oldPassword))
    throw fieldError('newPassword', 'field.password_unchanged')
  return { id, sessionId, email, password_hash, newHash: await hashPassword(app, password) }
}

/**
 * Changes the password, revokes all other sessions and makes all other devices unknown. Replies with new tokens of the
 * calling session, whose old ones stay valid until the new refresh token is used: older clients do not read the new ones.
 * Somebody else may hold them, so the change does not count as a confirmation of the password.
 * @throws wrong_password
 */
export async function changePassword(
  db: Db,
  app: App,
  { newHash, sessionId, email, ...user }: VerifiedPasswordChange,
  { language, origin }: { language: Language; origin: RequestOrigin },
) {
  const { id } = user
  const tokens = await withTransaction(db, async tx => {
    if (!(await isPasswordUnchanged(tx, user))) throw wrongPasswordError('oldPassword')
    await setPassword(app, tx, id, newHash)
    await revokeSessions(app, tx, id, { except: sessionId })
    const session = await tx
      .selectFrom('sessions')
      .select(['id', 'user_id', 'created_at'])
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
    await audit(app, tx, { actor: id, action: 'password.changed' })
    return issueTokens(app, tx, session)
  })
  rememberDevice(app, { keys: [email], passwordHash: newHash }, origin)
  return { message: t(language, 'accounts.password_changed'), ...tokens }
}
