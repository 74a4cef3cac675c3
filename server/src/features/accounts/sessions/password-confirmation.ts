import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import { type Caller, passwordConfirmationLifetime } from '../../../platform/http/authorization.ts'
import type { RequestOrigin } from '../../../platform/http/handlers.ts'
import { isPasswordUnchanged, verifyPassword } from '../passwords/password-hashing.ts'
import { assertMayGuess, clearSignInFailures, getFailureCounters, recordSignInFailure } from './sign-in-failures.ts'

type VerifiedPassword = {
  id: string
  sessionId: string
  email: string
  password_hash: string
  time_zone: string | null
}

type Options = {
  origin: RequestOrigin
  /** Action of the audit entry about a wrong password. */
  refused: string
  /** Field of the body that holds the password. */
  field?: string
}

export const wrongPasswordError = (field = 'password') =>
  apiError('wrong_password', { fields: [{ field, key: 'error.wrong_password' }] })

/**
 * Verifies the password of the caller, for every call that needs it. A wrong one counts like a failed sign-in, so that a
 * stolen session does not allow more guesses. Runs before the transaction of the call: a request with an Idempotency-Key
 * runs in one transaction, and its rollback would also undo the count of a wrong password.
 * @throws wrong_password, too_many_requests, sign_in_blocked
 */
export async function verifyCallerPassword(
  app: App,
  { id, sessionId }: Caller,
  password: string,
  { origin, refused, field }: Options,
): Promise<VerifiedPassword> {
  const { email, password_hash, time_zone } = await app.db
    .selectFrom('users')
    .select(['email', 'password_hash', 'time_zone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const counters = await getFailureCounters(app, email, origin)
  await assertMayGuess(app, email, counters)
  const isCorrect = await verifyPassword(password_hash, password)
  if (!isCorrect) {
    const isExceeded = await withTransaction(app, async tx => {
      await audit(app, tx, { actor: id, action: refused })
      return recordSignInFailure(app, tx, email, counters)
    })
    if (isExceeded) await assertMayGuess(app, email, counters)
    throw wrongPasswordError(field)
  }
  // A correct guess among concurrent ones beyond the limit gets the same reply as the others.
  await assertMayGuess(app, email, counters)
  return { id, sessionId, email, password_hash, time_zone }
}

/** Stores on the session that its user has just typed in the password. @throws wrong_password if it has changed since */
export async function confirmPassword(db: Db, app: App, { id, sessionId, email, password_hash }: VerifiedPassword) {
  const now = app.clock.now()
  await withTransaction(db, async tx => {
    if (!(await isPasswordUnchanged(tx, { id, password_hash }))) throw wrongPasswordError()
    await tx.updateTable('sessions').set({ password_confirmed_at: now }).where('id', '=', sessionId).execute()
    await clearSignInFailures(tx, email)
    await audit(app, tx, { actor: id, action: 'password.confirmed' })
  })
  return { confirmed_until: new Date(now.getTime() + passwordConfirmationLifetime).toISOString() }
}
