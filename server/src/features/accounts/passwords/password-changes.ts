import type { Language } from '@kutu/contract/common'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError, fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { t } from '../../../platform/i18n/translate.ts'
import { issueTokens, revokeSessions } from '../sessions/sessions.ts'
import { getPasswordOwner } from '../users/users.ts'
import { hashPassword, isPasswordUnchanged, normalizePassword, verifyPassword } from './password-hashing.ts'
import { setPassword } from './password-resets.ts'
import { assertValidNewPassword } from './password-strength.ts'

const wrongPasswordError = () =>
  apiError('wrong_password', { fields: [{ field: 'oldPassword', key: 'error.wrong_password' }] })

type PasswordChange = { oldPassword: string; newPassword: string; confirmPassword: string }

type VerifiedPasswordChange = { id: string; sessionId: string; password_hash: string; newHash: string }

/**
 * Verifies the old password and hashes the new one. Runs before the transaction that changes the password: a request
 * with an Idempotency-Key runs in one transaction, and its rollback would also undo the audit entry of a wrong password.
 * @throws wrong_password, weak_password, validation_failed
 */
export async function verifyPasswordChange(
  app: App,
  { id, sessionId }: Caller,
  change: PasswordChange,
): Promise<VerifiedPasswordChange> {
  const { oldPassword, newPassword: password, confirmPassword: confirmation } = change
  const fields = { password: 'newPassword', confirmation: 'confirmPassword' }
  await assertValidNewPassword(fields, { password, confirmation }, await getPasswordOwner(app.db, id))
  const { password_hash, initial_password_expires_at } = await app.db
    .selectFrom('users')
    .select(['password_hash', 'initial_password_expires_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!(await verifyPassword(password_hash, oldPassword))) {
    const subject = { type: 'user', id }
    await withTransaction(app, tx => audit(app, tx, { actor: id, action: 'password.change_refused', subject }))
    throw wrongPasswordError()
  }
  if (initial_password_expires_at && normalizePassword(password) === normalizePassword(oldPassword))
    throw fieldError('newPassword', 'field.password_unchanged')
  return { id, sessionId, password_hash, newHash: await hashPassword(app, password) }
}

/**
 * Changes the password and revokes all other sessions. Replies with new tokens of the calling session, whose old ones stay
 * valid: older clients do not read the new ones.
 * @throws wrong_password
 */
export async function changePassword(
  app: App,
  { newHash, sessionId, ...user }: VerifiedPasswordChange,
  { language }: { language: Language },
) {
  const { id } = user
  const tokens = await withTransaction(app, async tx => {
    if (!(await isPasswordUnchanged(tx, user))) throw wrongPasswordError()
    await setPassword(app, tx, id, newHash)
    await revokeSessions(app, tx, id, { except: sessionId })
    const session = await tx
      .updateTable('sessions')
      .set({ password_confirmed_at: app.clock.now() })
      .where('id', '=', sessionId)
      .returning(['id', 'user_id', 'created_at'])
      .executeTakeFirstOrThrow()
    await audit(app, tx, { actor: id, action: 'password.changed', subject: { type: 'user', id } })
    return issueTokens(app, tx, session)
  })
  return { message: t(language, 'accounts.password_changed'), ...tokens }
}
