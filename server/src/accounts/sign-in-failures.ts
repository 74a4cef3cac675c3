import type { App } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { tooMany } from '../http/errors.ts'
import { limits } from './policy.ts'
import { hashOfToken } from './secrets.ts'

/**
 * Refuses an e-mail for which too many wrong passwords came in a row, whether or not it has an account: the limit by
 * address alone does not stop a guesser who has many addresses.
 */
export async function refuseGuessing(app: App, email: string): Promise<void> {
  if (!app.config.rateLimits) return
  const row = await app.db
    .selectFrom('sign_in_failures')
    .select(['failures', 'first_at'])
    .where('email_hash', '=', hashOfToken(email))
    .executeTakeFirst()
  if (!row || row.failures < limits.failures.most) return
  const seconds = Math.ceil((row.first_at.getTime() + limits.failures.within - app.clock.now().getTime()) / 1000)
  if (seconds > 0) throw tooMany(seconds)
}

/** Counts one more wrong password and answers how many there were; the first after the window starts a new count. */
export async function noteFailure(app: App, tx: Tx, email: string): Promise<number> {
  const now = app.clock.now()
  const windowStart = new Date(now.getTime() - limits.failures.within)
  const { failures } = await tx
    .insertInto('sign_in_failures')
    .values({ email_hash: hashOfToken(email), failures: 1, first_at: now })
    .onConflict(conflict =>
      conflict.column('email_hash').doUpdateSet(({ eb, ref }) => {
        const isOver = eb(ref('sign_in_failures.first_at'), '<=', windowStart)
        return {
          failures: eb
            .case()
            .when(isOver)
            .then(1)
            .else(eb(ref('sign_in_failures.failures'), '+', 1))
            .end(),
          first_at: eb.case().when(isOver).then(now).else(ref('sign_in_failures.first_at')).end(),
        }
      }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  return failures
}

/** A right or a new password starts over. */
export async function forgetFailures(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('email_hash', '=', hashOfToken(email)).execute()
}
