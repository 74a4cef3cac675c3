import type { User } from '@kutu/contract/accounts/accounts'
import type { Language } from '@kutu/contract/common'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import { t } from '../../../platform/i18n/translate.ts'
import { canCancelDeletion, cancelDeletion, selectExistingUsers } from '../erasure/account-deletion.ts'
import {
  getDummyHash,
  hashPassword,
  isPasswordUnchanged,
  needsRehash,
  verifyPassword,
} from '../passwords/password-hashing.ts'
import { limits } from '../policy.ts'
import { presentUser } from '../profile/present-user.ts'
import { getUserRecord } from '../users/users.ts'
import { createSession, type TokenPair } from './sessions.ts'
import { assertNotLockedOut, clearSignInFailures, recordSignInFailure } from './sign-in-failures.ts'

type SignInResult = TokenPair & { user: User; message?: string }

/**
 * Signs in; who was leaving stays by doing so, and is told. An unknown e-mail goes the same way as a wrong password, hash and record included, so that neither the
 * answer nor its time tells them apart.
 * @throws too_many_requests, invalid_credentials, account_inactive and account_deactivated (for the right password alone)
 */
export async function signIn(
  app: App,
  { email, password }: { email: string; password: string },
  { language, userAgent }: { language: Language; userAgent: string },
): Promise<SignInResult> {
  await assertNotLockedOut(app, email)
  const user = await selectExistingUsers(app.db, app.clock.now())
    .select(['id', 'password_hash', 'activated_at', 'deactivated_at', 'leaves_at', 'returns_by_sign_in'])
    .where('email', '=', email)
    .executeTakeFirst()
  const isPasswordCorrect = await verifyPassword(user?.password_hash ?? (await getDummyHash()), password)
  if (!user || !isPasswordCorrect) {
    const subject = { type: 'user', id: user?.id ?? 'unknown' }
    const failures = await withTransaction(app, async tx => {
      await audit(app, tx, { actor: null, action: 'session.refused', subject })
      return recordSignInFailure(app, tx, email)
    })
    // Of many guesses at once those beyond the count learn nothing, nor does the right one among them.
    if (failures > limits.signInFailures.max) await assertNotLockedOut(app, email)
    throw apiError('invalid_credentials')
  }
  await assertNotLockedOut(app, email)
  if (user.deactivated_at && !canCancelDeletion(user, app.clock.now())) throw apiError('account_deactivated')
  if (!user.activated_at) throw apiError('account_inactive')
  const rehashed = needsRehash(user.password_hash) ? await hashPassword(password) : undefined
  const result = await withTransaction(app, async tx => {
    if (!(await isPasswordUnchanged(tx, user))) return undefined
    if (rehashed !== undefined)
      await tx.updateTable('users').set({ password_hash: rehashed }).where('id', '=', user.id).execute()
    await clearSignInFailures(tx, email)
    const isDeletionCanceled = await cancelDeletion(app, tx, user.id)
    // The waiting time ended just now, or another sign-in was faster: it is looked at once more.
    if (user.deactivated_at && !isDeletionCanceled) return undefined
    const tokens = await createSession(app, tx, user.id, userAgent)
    await audit(app, tx, { actor: user.id, action: 'session.opened', subject: { type: 'user', id: user.id } })
    const record = presentUser(await getUserRecord(tx, user.id), language)
    return { ...tokens, user: record, ...(isDeletionCanceled && { message: t(language, 'accounts.kept') }) }
  })
  return result ?? signIn(app, { email, password }, { language, userAgent })
}
