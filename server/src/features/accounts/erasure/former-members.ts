import type { Tx } from '../../../platform/db/database.ts'
import { getRequestLanguage } from '../../../platform/i18n/request-language.ts'
import { t } from '../../../platform/i18n/translate.ts'
import { clearSignInFailures } from '../sessions/sign-in-failures.ts'

type NamedRow = { username: string; left_at: Date | null }

/** What somebody is called: a former member so, in the language of who reads the answer. */
export const getDisplayName = ({ username, left_at }: NamedRow): string =>
  left_at === null ? username : t(getRequestLanguage(), 'accounts.former_member')

/** Where to write to somebody; nowhere, to a former member. */
export const getDisplayEmail = ({ email, left_at }: { email: string; left_at: Date | null }): string =>
  left_at === null ? email : ''

/** What stands in place of name, address and number: it must differ from row to row. */
const createPlaceholderName = (id: string) => `former-${id}`
const placeholderDomain = '@kutu.invalid'

/** Whether no letter goes there. */
export const isPlaceholderEmail = (email: string): boolean => email.endsWith(placeholderDomain)

/** Whether a name, as names are compared, stands in place of somebody's: whoever had it would keep that person from being forgotten. */
export const isPlaceholderUsername = (normalizedUsername: string): boolean =>
  /^former-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(normalizedUsername)

/** Everything an account says of its owner; the row stays for what others still read. */
export async function eraseAccount(tx: Tx, { id, email }: { id: string; email: string }, now: Date): Promise<void> {
  for (const table of [
    'farmer_profiles',
    'expert_profiles',
    'personal_details',
    'user_photos',
    'one_time_codes',
    'password_resets',
    'sessions',
  ] as const)
    await tx.deleteFrom(table).where('user_id', '=', id).execute()
  await clearSignInFailures(tx, email)
  const name = createPlaceholderName(id)
  const placeholders = {
    email: name + placeholderDomain,
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
    returns_by_sign_in: false,
  } as const
  await tx
    .updateTable('users')
    .set({ ...placeholders, ...clearedColumns, left_at: now })
    .where('id', '=', id)
    .execute()
}
