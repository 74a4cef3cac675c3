import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { isPasswordUnchanged, verifyPassword } from '../passwords/password-hashing.ts'

/** A user who has just typed the password of the account. */
export type ConfirmedUser = { id: string; password_hash: string }

const wrongPasswordError = () =>
  apiError('wrong_password', { fields: [{ field: 'password', key: 'error.wrong_password' }] })

/**
 * Verifies the password before a change of the second factors. Runs before the transaction of the change: a request with
 * an Idempotency-Key runs in one transaction, and its rollback would also undo the audit entry of a wrong password.
 * @throws wrong_password
 */
export async function confirmPassword(app: App, { id }: Caller, password: string): Promise<ConfirmedUser> {
  const { password_hash } = await app.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (await verifyPassword(password_hash, password)) return { id, password_hash }
  const subject = { type: 'user', id }
  await withTransaction(app, tx => audit(app, tx, { actor: id, action: 'second_factor.change_refused', subject }))
  throw wrongPasswordError()
}

/** Locks the user until the transaction ends. @throws wrong_password if the password has changed since it was verified */
export async function lockConfirmedUser(tx: Tx, user: ConfirmedUser): Promise<void> {
  if (!(await isPasswordUnchanged(tx, user))) throw wrongPasswordError()
}
