import { email as emailShape } from '@kutu/contract/common'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import { conflictOf } from '../db/conflicts.ts'
import { write } from '../db/write.ts'
import { fieldMistake } from '../http/errors.ts'
import { hashPassword, weakness } from './passwords.ts'
import { addUser } from './users.ts'

/**
 * Makes an admin, ready to sign in. For the terminal: no call of the API can.
 * @throws email_taken, username_taken, validation_failed for what is no e-mail or a weak password
 */
export async function createAdmin(
  app: App,
  { email: typed, username, password }: { email: string; username: string; password: string },
): Promise<{ id: string }> {
  const { data: email } = emailShape.safeParse(typed)
  if (email === undefined) throw fieldMistake('email', 'field.email')
  const weak = weakness(password)
  if (weak) throw fieldMistake('password', 'field.password', weak)
  const passwordHash = await hashPassword(password)
  try {
    return await write(app, async tx => {
      const id = await addUser(app, tx, {
        email,
        username,
        passwordHash,
        role: 'admin',
        language: 'en',
        phoneNumber: null,
        approval: null,
        isActive: true,
      })
      const subject = { type: 'user', id }
      await audit(app, tx, { actor: null, action: 'admin.created', subject, after: { username } })
      return { id }
    })
  } catch (error) {
    throw conflictOf(error) ?? error
  }
}
