import type { App } from '../../../context.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { tooManyRequests } from '../../../platform/http/api-error.ts'
import { limits } from '../policy.ts'
import { hashToken } from '../secrets.ts'

/**
 * Rejects sign-ins for an email address with too many consecutive wrong passwords, with or without an account. The rate
 * limit per client address does not stop an attacker who has many addresses.
 * @throws too_many_requests
 */
export async function assertNotLockedOut(app: App, email: string): Promise<void> {
  if (!app.config.rateLimits) return
  const row = await app.db
    .selectFrom('sign_in_failures')
    .select(['failures', 'first_at'])
    .where('email_hash', '=', hashToken(email))
    .executeTakeFirst()
  if (!row || row.failures < limits.signInFailures.max) return
  const seconds = Math.ceil(
    (row.first_at.getTime() + limits.signInFailures.windowMs - app.clock.now().getTime()) / 1000,
  )
  if (seconds > 0) throw tooManyRequests(seconds)
}

/** Counts a wrong password and returns the count. The first failure after the window has passed starts at one again. */
export async function recordSignInFailure(app: App, tx: Tx, email: string): Promise<number> {
  const now = app.clock.now()
  const windowStart = new Date(now.getTime() - limits.signInFailures.windowMs)
  const { failures } = await tx
    .insertInto('sign_in_failures')
    .values({ email_hash: hashToken(email), failures: 1, first_at: now } satisfies CompleteInsert<'sign_in_failures'>)
    .onConflict(conflict =>
      conflict.column('email_hash').doUpdateSet(({ eb, ref }) => {
        const isWindowOver = eb(ref('sign_in_failures.first_at'), '<=', windowStart)
        return {
          failures: eb
            .case()
            .when(isWindowOver)
            .then(1)
            .else(eb(ref('sign_in_failures.failures'), '+', 1))
            .end(),
          first_at: eb.case().when(isWindowOver).then(now).else(ref('sign_in_failures.first_at')).end(),
        }
      }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  return failures
}

/** Resets the count, after a successful sign-in or a new password. */
export async function clearSignInFailures(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('email_hash', '=', hashToken(email)).execute()
}
