import { email as emailSchema } from '@kutu/contract/common'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { fieldError } from '../../../platform/http/api-error.ts'
import { hashPassword } from '../passwords/password-hashing.ts'
import { checkPasswordStrength } from '../passwords/password-strength.ts'
import { insertUser } from './users.ts'

/** A generated password that nobody used for a week is forgotten on paper somewhere. */
const initialPasswordLifetime = 7 * 24 * 3600_000

/**
 * Creates an admin who can sign in immediately; with a generated password, only to change it. Only the command line can do this; the API has no endpoint for it.
 * @throws email_taken, username_taken, validation_failed (invalid email address or weak password)
 */
export async function createAdmin(
  app: App,
  {
    email: rawEmail,
    username,
    password,
    isPasswordGenerated = false,
  }: { email: string; username: string; password: string; isPasswordGenerated?: boolean },
): Promise<{ id: string }> {
  const { data: email } = emailSchema.safeParse(rawEmail)
  if (email === undefined) throw fieldError('email', 'field.email')
  const weakness = await checkPasswordStrength(password, { email, username, phone_number: null })
  if (weakness) throw fieldError('password', 'field.password', weakness)
  const passwordHash = await hashPassword(app, password)
  const transaction = withTransaction(app, async tx => {
    const id = await insertUser(app, tx, {
      email,
      username,
      passwordHash,
      role: 'admin',
      language: 'en',
      phoneNumber: null,
      approval: null,
      isActive: true,
      ...(isPasswordGenerated && {
        initialPasswordExpiresAt: new Date(app.clock.now().getTime() + initialPasswordLifetime),
      }),
    })
    const subject = { type: 'user', id }
    await audit(app, tx, { actor: null, action: 'admin.created', subject, after: { username } })
    return { id }
  })
  return mapConstraintErrors(transaction)
}
