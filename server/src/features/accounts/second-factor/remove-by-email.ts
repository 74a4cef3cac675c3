import type { App } from '../../../context.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import { revokeSessions } from '../sessions/sessions.ts'
import { removeAllFactors } from './factors.ts'

/**
 * Removes the second factors of an account, for the command line: the last admin has nobody else to ask.
 * @throws not_found, second_factor_missing
 */
export function removeFactorsByEmail(app: App, email: string, reason: string): Promise<{ username: string }> {
  return withTransaction(app, async tx => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'username'])
      .where('email', '=', email.trim().toLowerCase())
      .where('left_at', 'is', null)
      .executeTakeFirstOrThrow(() => apiError('not_found'))
    await removeAllFactors(app, tx, user.id, { actor: null, reason })
    await revokeSessions(app, tx, user.id)
    return { username: user.username }
  })
}
