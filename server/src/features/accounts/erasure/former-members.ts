import type { Tx } from '../../../platform/db/database.ts'
import { placeholderEmailDomain } from '../../../platform/email/placeholder-email.ts'
import { getRequestLanguage } from '../../../platform/i18n/request-language.ts'
import { t } from '../../../platform/i18n/translate.ts'
import { secondFactorKey } from '../sessions/known-devices.ts'
import { clearSignInFailures } from '../sessions/sign-in-failures.ts'

type NamedRow = { username: string; left_at: Date | null }

/** Returns the username, or "a former member" in the language of the current request for an erased account. */
export const getDisplayName = ({ username, left_at }: NamedRow): string =>
  left_at === null ? username : t(getRequestLanguage(), 'accounts.former_member')

/** Returns the email address, or an empty string for an erased account. */
export const getDisplayEmail = ({ email, left_at }: { email: string; left_at: Date | null }): string =>
  left_at === null ? email : ''

/** Placeholder for username, email address and account number. These columns are unique, so it contains the user id. */
const createPlaceholderName = (id: string) => `former-${id}`

/**
 * Returns true if a normalized username has the form of a placeholder. Such a name cannot be registered, because the
 * unique index would then prevent the erasure of the account that it belongs to.
 */
export const isPlaceholderUsername = (normalizedUsername: string): boolean =>
  /^former-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(normalizedUsername)

/** Erases the name of an account. The user row stays as the author of content that others still read. */
export async function eraseAccount(tx: Tx, { id, email }: { id: string; email: string }, now: Date): Promise<void> {
  await clearSignInFailures(tx, email)
  await clearSignInFailures(tx, secondFactorKey(email))
  const name = createPlaceholderName(id)
  const placeholders = {
    email: name + placeholderEmailDomain,
    username: name,
    username_key: name,
    account_number: name,
    password_hash: '',
  }
  const clearedColumns = {
    phone_number: null,
    time_zone: null,
    language: 'en',
    leaves_at: null,
    initial_password_expires_at: null,
    returns_by_sign_in: false,
  } as const
  await tx
    .updateTable('users')
    .set({ ...placeholders, ...clearedColumns, left_at: now })
    .where('id', '=', id)
    .execute()
}
