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

/** Changes the password and ends every session but the one it was changed in. */
export async function changePassword(app: App, caller: Caller, change: Change, language: Language) {
  const { oldPassword, newPassword: password, confirmPassword: confirmation } = change
  requireGoodPassword({ password: 'newPassword', confirmation: 'confirmPassword' }, { password, confirmation })
  const subject = { type: 'user', id: caller.id }
  const { password_hash } = await app.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow()
  if (!(await isPassword(password_hash, oldPassword))) {
    await write(app, tx => audit(app, tx, { actor: caller.id, action: 'password.change_refused', subject }))
    throw wrongPassword()
  }
  const newHash = await hashPassword(password)
  await write(app, async tx => {
    if (!(await isStillPassword(tx, { id: caller.id, password_hash }))) throw wrongPassword()
    await setPassword(app, tx, caller.id, newHash)
    await endSessions(app, tx, caller.id, { except: caller.sessionId })
    await audit(app, tx, { actor: caller.id, action: 'password.changed', subject })
  })
  return { message: say(language, 'accounts.password_changed') }
}
