import type { accounts } from '@kutu/contract/accounts'
import type { Language } from '@kutu/contract/common'
import type { z } from 'zod'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import { write } from '../db/write.ts'
import { refuse } from '../http/errors.ts'
import { say } from '../text/say.ts'
import { tryCode } from './one-time-codes.ts'
import { hashPassword, isPassword, requireGoodPassword } from './passwords.ts'

type Activation = z.output<typeof accounts.activateAccount.body>

/** Sets the password and opens the account for signing in. */
export async function activateAccount(
  app: App,
  { otp, token, password, confirmPassword }: Activation,
  language: Language,
) {
  requireGoodPassword(
    { password: 'password', confirmation: 'confirmPassword' },
    { password, confirmation: confirmPassword },
  )
  const { id, userId, isUsed } = await tryCode(app, 'activate_account', token, otp)
  const done = { message: say(language, 'accounts.activated') }
  if (isUsed) {
    if (await hasPassword(app, userId, password)) return done
    throw refuse('token_invalid')
  }
  const passwordHash = await hashPassword(password)
  await write(app, async tx => {
    const now = app.clock.now()
    const used = await tx
      .updateTable('one_time_codes')
      .set({ used_at: now })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null)
      .executeTakeFirst()
    if (used.numUpdatedRows === 0n) throw refuse('token_invalid')
    await tx
      .updateTable('users')
      .set({ activated_at: now, password_hash: passwordHash })
      .where('id', '=', userId)
      .execute()
    await audit(app, tx, { actor: userId, action: 'user.activated', subject: { type: 'user', id: userId } })
  })
  return done
}

/** The activation came a second time, its reply lost: the same password shows that it is the same one asking. */
async function hasPassword(app: App, userId: string, password: string): Promise<boolean> {
  const user = await app.db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return user !== undefined && isPassword(user.password_hash, password)
}
