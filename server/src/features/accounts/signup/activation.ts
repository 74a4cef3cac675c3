import type { accounts } from '@kutu/contract/accounts/accounts'
import type { Language } from '@kutu/contract/common'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { ApiError, apiError } from '../../../platform/http/api-error.ts'
import type { RequestOrigin } from '../../../platform/http/handlers.ts'
import { t } from '../../../platform/i18n/translate.ts'
import { notifyExpertWaiting } from '../experts/waiting-notifications.ts'
import { hashPassword, verifyPassword } from '../passwords/password-hashing.ts'
import { assertValidNewPassword } from '../passwords/password-strength.ts'
import type { SignInResult } from '../sessions/open-session.ts'
import { signIn } from '../sessions/sign-in.ts'
import { getPasswordOwner } from '../users/users.ts'
import { findTokenOwner, verifyCode } from './one-time-codes.ts'

type Activation = z.output<typeof accounts.activateAccount.body>

/**
 * Sets the password and activates the account, so that its owner can sign in. With `start_session` the reply has a
 * session. A repeated activation with the same password succeeds again, because its first reply may have been lost.
 * @throws weak_password, validation_failed, token_invalid, code_expired, code_invalid
 */
export async function activateAccount(
  app: App,
  activation: Activation,
  context: { language: Language; userAgent: string; origin: RequestOrigin },
): Promise<{ message: string; session?: SignInResult }> {
  const userId = await setFirstPassword(app, activation)
  const session = activation.start_session ? await startSession(app, userId, activation.password, context) : undefined
  if (!session) return { message: t(context.language, 'accounts.activated') }
  return { message: t(context.language, 'accounts.activated_signed_in'), session }
}

/**
 * Signs the new owner in through `signIn`, so that lockouts, deactivation and second factors hold here as well. Returns
 * undefined if signing in asks for more than the password: the activation has succeeded in any case.
 */
async function startSession(
  app: App,
  userId: string,
  password: string,
  context: { language: Language; userAgent: string; origin: RequestOrigin },
): Promise<SignInResult | undefined> {
  const { email } = await getPasswordOwner(app.db, userId)
  try {
    return await signIn(app, { email, password }, context)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** Sets the password of the token's owner, activates the account and returns its id. */
async function setFirstPassword(app: App, { otp, token, password, confirmPassword }: Activation): Promise<string> {
  const ownerId = await findTokenOwner(app.db, token)
  await assertValidNewPassword(
    { password: 'password', confirmation: 'confirmPassword' },
    { password, confirmation: confirmPassword },
    ownerId === undefined ? undefined : await getPasswordOwner(app.db, ownerId),
  )
  const { id, userId, isUsed } = await verifyCode(app, 'activate_account', token, otp)
  if (isUsed) {
    if (await hasPassword(app, userId, password)) return userId
    throw apiError('token_invalid')
  }
  const passwordHash = await hashPassword(app, password)
  await withTransaction(app, async tx => {
    const now = app.clock.now()
    const used = await tx
      .updateTable('one_time_codes')
      .set({ used_at: now })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null)
      .executeTakeFirst()
    if (used.numUpdatedRows === 0n) throw apiError('token_invalid')
    const user = await tx
      .updateTable('users')
      .set({ activated_at: now, password_hash: passwordHash })
      .where('id', '=', userId)
      .returning(['id', 'username', 'approval'])
      .executeTakeFirstOrThrow()
    if (user.approval === 'waiting') await notifyExpertWaiting(app, tx, user)
    await audit(app, tx, { actor: userId, action: 'user.activated' })
  })
  return userId
}

/** Returns true if the password is the account's current one. */
async function hasPassword(app: App, userId: string, password: string): Promise<boolean> {
  const user = await app.db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return user !== undefined && verifyPassword(user.password_hash, password)
}
