import { email as emailShape } from '@kutu/contract/common'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { constraintError } from '../../../platform/db/constraint-errors.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { fieldError } from '../../../platform/http/api-error.ts'
import { checkPasswordStrength, hashPassword } from '../passwords/password-hashing.ts'
import { insertUser } from './users.ts'

/**
 * Makes an admin, ready to sign in. For the terminal: no call of the API can.
 * @throws email_taken, username_taken, validation_failed for what is no e-mail or a weak password
 */
export async function createAdmin(
  app: App,
  { email: rawEmail, username, password }: { email: string; username: string; password: string },
): Promise<{ id: string }> {
  const { data: email } = emailShape.safeParse(rawEmail)
  if (email === undefined) throw fieldError('email', 'field.email')
  const weak = checkPasswordStrength(password)
  if (weak) throw fieldError('password', 'field.password', weak)
  const passwordHash = await hashPassword(password)
  try {
    return await withTransaction(app, async tx => {
      const id = await insertUser(app, tx, {
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
    throw constraintError(error) ?? error
  }
}
