import type { User } from '@kutu/contract/accounts'
import type { Language } from '@kutu/contract/common'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import { write } from '../db/write.ts'
import { refuse } from '../http/errors.ts'
import { say } from '../text/say.ts'
import { accountsStillThere, mayReturn, stay } from './leaving.ts'
import { hashPassword, isOutdated, isPassword, isStillPassword, standInHash } from './passwords.ts'
import { limits } from './policy.ts'
import { presentUser } from './present-user.ts'
import { openSession, type Tokens } from './sessions.ts'
import { forgetFailures, noteFailure, refuseGuessing } from './sign-in-failures.ts'
import { requireUserRecord } from './users.ts'

type SignedIn = Tokens & { user: User; message?: string }

/**
 * Signs in; who was leaving stays by doing so, and is told. An unknown e-mail goes the same way as a wrong password, hash and record included, so that neither the
 * answer nor its time tells them apart.
 * @throws too_many_requests, invalid_credentials, account_inactive and account_deactivated (for the right password alone)
 */
export async function signIn(
  app: App,
  { email, password }: { email: string; password: string },
  { language, userAgent }: { language: Language; userAgent: string },
): Promise<SignedIn> {
  await refuseGuessing(app, email)
  const user = await accountsStillThere(app.db, app.clock.now())
    .select(['id', 'password_hash', 'activated_at', 'deactivated_at', 'leaves_at', 'returns_by_sign_in'])
    .where('email', '=', email)
    .executeTakeFirst()
  const isRight = await isPassword(user?.password_hash ?? (await standInHash()), password)
  if (!user || !isRight) {
    const subject = { type: 'user', id: user?.id ?? 'unknown' }
    const failures = await write(app, async tx => {
      await audit(app, tx, { actor: null, action: 'session.refused', subject })
      return noteFailure(app, tx, email)
    })
    // Of many guesses at once those beyond the count learn nothing, nor does the right one among them.
    if (failures > limits.failures.most) await refuseGuessing(app, email)
    throw refuse('invalid_credentials')
  }
  await refuseGuessing(app, email)
  if (user.deactivated_at && !mayReturn(user, app.clock.now())) throw refuse('account_deactivated')
  if (!user.activated_at) throw refuse('account_inactive')
  const renewed = isOutdated(user.password_hash) ? await hashPassword(password) : undefined
  const opened = await write(app, async tx => {
    if (!(await isStillPassword(tx, user))) return undefined
    if (renewed !== undefined)
      await tx.updateTable('users').set({ password_hash: renewed }).where('id', '=', user.id).execute()
    await forgetFailures(tx, email)
    const isKept = await stay(app, tx, user.id)
    // The waiting time ended just now, or another sign-in was faster: it is looked at once more.
    if (user.deactivated_at && !isKept) return undefined
    const tokens = await openSession(app, tx, user.id, userAgent)
    await audit(app, tx, { actor: user.id, action: 'session.opened', subject: { type: 'user', id: user.id } })
    const record = presentUser(await requireUserRecord(tx, user.id), language)
    return { ...tokens, user: record, ...(isKept && { message: say(language, 'accounts.kept') }) }
  })
  return opened ?? signIn(app, { email, password }, { language, userAgent })
}
