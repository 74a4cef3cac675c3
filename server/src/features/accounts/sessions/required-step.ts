import type { RequiredStep } from '@kutu/contract/accounts/accounts'
import type { ExpressionBuilder } from 'kysely'
import type { App } from '../../../context.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import { getRequiredStep } from '../second-factor/policy.ts'

/** The columns of `users as u` that `getRequiredStep` needs. */
export const selectAccountSecurity = (eb: ExpressionBuilder<Database & { u: Database['users'] }, 'u'>) =>
  [
    'u.role' as const,
    'u.initial_password_expires_at' as const,
    eb
      .exists(eb.selectFrom('second_factors as f').select('f.id').whereRef('f.user_id', '=', 'u.id'))
      .$castTo<boolean>()
      .as('has_second_factor'),
  ] as const

/** Returns what an account must do before it may go on, or null. */
export async function findRequiredStep(app: App, db: Db, userId: string): Promise<RequiredStep | null> {
  const account = await db
    .selectFrom('users as u')
    .select(selectAccountSecurity)
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  return getRequiredStep(account, app.config.adminSecondFactor)
}
