import type { SignInChallenge } from '@kutu/contract/accounts/sign-in-challenge'
import type { Language } from '@kutu/contract/common'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { RequestOrigin } from '../../../platform/http/handlers.ts'
import { logEmail } from '../../../platform/observability/security-events.ts'
import { canCancelDeletion, selectExistingUsers } from '../erasure/account-deletion.ts'
import {
  getDummyHash,
  hashPassword,
  isPasswordUnchanged,
  needsRehash,
  verifyPassword,
} from '../passwords/password-hashing.ts'
import { createSignInChallenge } from '../second-factor/sign-in-step.ts'
import { findKnownAccount, rememberDevice } from './known-devices.ts'
import { openSession, type SignInResult } from './open-session.ts'
import { assertMayGuess, getFailureCounters, recordSignInFailure } from './sign-in-failures.ts'

/**
 * Signs a user in, or asks for the second factor if the account has one (`completeSignIn`). During the grace period of a
 * deletion, signing in cancels it, and the reply says so.
 *
 * An unknown email address takes the same path as a wrong password, including the hash and the audit entry, so that
 * neither the reply nor its timing reveals which addresses have an account.
 * @throws too_many_requests, sign_in_blocked, invalid_credentials, and only for the correct password account_inactive,
 *   account_deactivated, initial_password_expired, second_factor_required
 */
export async function signIn(
  app: App,
  { email, password }: { email: string; password: string },
  { language, userAgent, origin }: { language: Language; userAgent: string; origin: RequestOrigin },
): Promise<SignInResult> {
  logEmail(app, email)
  const counters = await getFailureCounters(app, email, origin)
  await assertMayGuess(app, email, counters)
  const user = await selectExistingUsers(app.db, app.clock.now())
    .select(['id', 'email', 'password_hash', 'activated_at', 'deactivated_at', 'leaves_at', 'returns_by_sign_in'])
    .select('initial_password_expires_at')
    .where('email', '=', email)
    .executeTakeFirst()
  const knownAccount = await findKnownAccount(app, { email }, origin)
  const isPasswordCorrect = await verifyPassword(
    user?.password_hash ?? (await getDummyHash(app)),
    password,
    knownAccount,
  )
  if (!user || !isPasswordCorrect) {
    const subject = { type: 'user', id: user?.id ?? 'unknown' }
    const isExceeded = await withTransaction(app, async tx => {
      await audit(app, tx, { actor: null, action: 'session.refused', subject })
      return recordSignInFailure(app, tx, email, counters)
    })
    // Concurrent attempts beyond the limit get the same reply, whether their password was correct or not.
    if (isExceeded) await assertMayGuess(app, email, counters)
    throw apiError('invalid_credentials')
  }
  await assertMayGuess(app, email, counters)
  if (user.deactivated_at && !canCancelDeletion(user, app.clock.now())) throw apiError('account_deactivated')
  if (!user.activated_at) throw apiError('account_inactive')
  if (user.initial_password_expires_at && user.initial_password_expires_at <= app.clock.now())
    throw apiError('initial_password_expired')
  const rehashed = needsRehash(app, user.password_hash) ? await hashPassword(app, password) : undefined
  const result = await withTransaction(app, async (tx): Promise<SignInResult | SignInChallenge | undefined> => {
    if (!(await isPasswordUnchanged(tx, user))) return undefined
    if (rehashed !== undefined)
      await tx.updateTable('users').set({ password_hash: rehashed }).where('id', '=', user.id).execute()
    const challenge = await createSignInChallenge(app, tx, user.id)
    return challenge ?? openSession(app, tx, user, { language, userAgent })
  })
  // The password has changed, the grace period has just ended, or another sign-in came first: start again.
  if (!result) return signIn(app, { email, password }, { language, userAgent, origin })
  if (!('access' in result)) throw apiError('second_factor_required', { challenge: result })
  rememberDevice(app, { keys: [email], passwordHash: rehashed ?? user.password_hash }, origin)
  return result
}
