import type { Language } from '@kutu/contract/common'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import { write } from '../db/write.ts'
import { refuse } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'
import { say } from '../text/say.ts'
import { setPassword } from './password-resets.ts'
import { hashPassword, isPassword, isStillPassword, requireGoodPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'

const wrongPassword = () =>
  refuse('wrong_password', { fields: [{ field: 'oldPassword', key: 'error.wrong_password' }] })

type Change = { oldPassword: string; newPassword: string; confirmPassword: string }

type ProvedChange = { id: string; sessionId: string; password_hash: string; newHash: string }

/**
 * Compares the old password and hashes the new one. Comes before the transaction that changes it, so that a wrong one is noted
 * whether or not it came with a retry key, whose transaction ends without a trace.
 * @throws Refusal wrong_password, weak_password, validation_failed
 */
export async function proveChange(app: App, { id, sessionId }: Caller, change: Change): Promise<ProvedChange> {
  const { oldPassword, newPassword: password, confirmPassword: confirmation } = change
  requireGoodPassword({ password: 'newPassword', confirmation: 'confirmPassword' }, { password, confirmation })
  const { password_hash } = await app.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!(await isPassword(password_hash, oldPassword))) {
    const subject = { type: 'user', id }
    await write(app, tx => audit(app, tx, { actor: id, action: 'password.change_refused', subject }))
    throw wrongPassword()
  }
  return { id, sessionId, password_hash, newHash: await hashPassword(password) }
}

/** Changes the password and ends every session but the one it was changed in. @throws Refusal wrong_password */
export async function changePassword(app: App, { newHash, sessionId, ...user }: ProvedChange, language: Language) {
  const { id } = user
  await write(app, async tx => {
    if (!(await isStillPassword(tx, user))) throw wrongPassword()
    await setPassword(app, tx, id, newHash)
    await endSessions(app, tx, id, { except: sessionId })
    await audit(app, tx, { actor: id, action: 'password.changed', subject: { type: 'user', id } })
  })
  return { message: say(language, 'accounts.password_changed') }
}
