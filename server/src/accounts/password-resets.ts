import { randomUUID } from 'node:crypto'
import type { Language } from '@kutu/contract/common'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { refuse, tooManyUntil } from '../http/errors.ts'
import { enqueue } from '../jobs/jobs.ts'
import { deliver } from '../mail/deliver.ts'
import { say } from '../text/say.ts'
import { accountsStillThere } from './leaving.ts'
import { hashPassword, requireGoodPassword } from './passwords.ts'
import { limits, nextLetterAt } from './policy.ts'
import { derivedToken, hashOfToken } from './secrets.ts'
import { endSessions } from './sessions.ts'
import { forgetFailures } from './sign-in-failures.ts'
import { remindOfActivation } from './verification.ts'

/** Only queues the work, so that known and unknown e-mails get one answer in one time. */
export async function forgotPassword(app: App, { email }: { email: string }, language: Language) {
  await write(app, tx => enqueue(tx, 'forgot_password', { id: randomUUID(), email }))
  return { message: say(language, 'accounts.reset_sent') }
}

/**
 * The job behind a forgotten password: a link for an active account, a new code for one that was never activated,
 * nothing for anybody else. Runs again after a failed delivery with the same id, so it makes the reset only once.
 */
export async function deliverReset(app: App, { id, email }: { id: string; email: string }): Promise<void> {
  const user = await accountsStillThere(app.db, app.clock.now())
    .select(['id', 'username', 'language', 'activated_at', 'deactivated_at', 'returns_by_sign_in'])
    .where('email', '=', email)
    .executeTakeFirst()
  // Whoever is leaving may come back, and must be able to sign in for that.
  if (!user || (user.deactivated_at && !user.returns_by_sign_in)) return
  if (!user.activated_at) {
    await write(app, tx => remindOfActivation(app, tx, user.id))
    return
  }
  const token = derivedToken(app, 'reset-token', id)
  // Whoever asks so often is hardly its owner, and is told nothing.
  if (await write(app, tx => makeReset(app, tx, { id, userId: user.id, token }))) return
  const link = new URL('/auth/confirm-password-reset', app.config.publicUrl)
  link.searchParams.set('token', token)
  const { username, language } = user
  await deliver(app, { to: email, language, letter: 'reset_password', values: { username, link: link.href } })
}

/**
 * The letter that its owner could ask for, asked for by an admin, who is told when none may go out. The reset is made here;
 * the job finds it and writes the letter.
 * @throws too_many_requests
 */
export async function sendReset(
  app: App,
  tx: Tx,
  user: { id: string; email: string; activated_at: Date | null },
): Promise<void> {
  const id = randomUUID()
  const next = user.activated_at
    ? await makeReset(app, tx, { id, userId: user.id, token: derivedToken(app, 'reset-token', id) })
    : await remindOfActivation(app, tx, user.id)
  if (next) throw tooManyUntil(next, app.clock.now())
  if (user.activated_at) await enqueue(tx, 'forgot_password', { id, email: user.email })
}

type Reset = { id: string; userId: string; token: string }

/** Answers when there may be one, if the account got as many letters as it may. */
async function makeReset(app: App, tx: Tx, { id, userId, token }: Reset): Promise<Date | undefined> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const resets = await tx
    .selectFrom('password_resets')
    .select(['id', 'expires_at'])
    .where('user_id', '=', userId)
    .execute()
  if (resets.some(reset => reset.id === id)) return undefined
  const now = app.clock.now()
  const madeAt = resets.map(({ expires_at }) => new Date(expires_at.getTime() - limits.resetLife))
  const next = nextLetterAt(madeAt, now)
  if (next) return next
  const expires_at = new Date(now.getTime() + limits.resetLife)
  await tx
    .insertInto('password_resets')
    .values({ id, user_id: userId, token_hash: hashOfToken(token), expires_at, used_at: null })
    .execute()
  await audit(app, tx, { actor: null, action: 'password.reset_requested', subject: { type: 'user', id: userId } })
  return undefined
}

type NewPassword = { token: string; new_password: string; confirm_password: string }

/** Sets a new password with the token of the letter and ends every session. */
export async function resetPassword(app: App, given: NewPassword, language: Language) {
  const { token, new_password: password, confirm_password: confirmation } = given
  const tokenHash = hashOfToken(token)
  const open = await app.db
    .selectFrom('password_resets')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', app.clock.now())
    .where('user_id', 'in', accountsStillThere(app.db, app.clock.now()).select('id'))
    .executeTakeFirst()
  if (!open) throw refuse('token_invalid')
  requireGoodPassword({ password: 'new_password', confirmation: 'confirm_password' }, { password, confirmation })
  const passwordHash = await hashPassword(password)
  await write(app, async tx => {
    const now = app.clock.now()
    const used = await tx
      .updateTable('password_resets')
      .set({ used_at: now })
      .where('token_hash', '=', tokenHash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .where('user_id', 'in', accountsStillThere(tx, now).select('id'))
      .returning('user_id')
      .executeTakeFirst()
    if (!used) throw refuse('token_invalid')
    await setPassword(app, tx, used.user_id, passwordHash)
    await endSessions(app, tx, used.user_id)
    const subject = { type: 'user', id: used.user_id }
    await audit(app, tx, { actor: used.user_id, action: 'password.reset', subject })
  })
  return { message: say(language, 'accounts.password_reset') }
}

/** Every link sent for the old password dies with it. */
export async function setPassword(app: App, tx: Tx, userId: string, passwordHash: string): Promise<void> {
  const { email } = await tx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirstOrThrow()
  await forgetFailures(tx, email)
  await tx
    .updateTable('password_resets')
    .set({ used_at: app.clock.now() })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}
