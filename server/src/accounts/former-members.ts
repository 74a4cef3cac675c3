import type { Tx } from '../db/database.ts'
import { readersLanguage } from '../text/reader.ts'
import { say } from '../text/say.ts'
import { forgetFailures } from './sign-in-failures.ts'

type Named = { username: string; left_at: Date | null }

/** What somebody is called: a former member so, in the language of who reads the answer. */
export const shownName = ({ username, left_at }: Named): string =>
  left_at === null ? username : say(readersLanguage(), 'accounts.former_member')

/** Where to write to somebody; nowhere, to a former member. */
export const shownEmail = ({ email, left_at }: { email: string; left_at: Date | null }): string =>
  left_at === null ? email : ''

/** What stands in place of name, address and number: it must differ from row to row. */
const former = (id: string) => `former-${id}`
const noAddress = '@kutu.invalid'

/** Whether no letter goes there. */
export const isFormerAddress = (email: string): boolean => email.endsWith(noAddress)

/** Whether a name, as names are compared, stands in place of somebody's: whoever had it would keep that person from being forgotten. */
export const isFormerName = (usernameKey: string): boolean =>
  /^former-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(usernameKey)

/** Everything an account says of its owner; the row stays for what others still read. */
export async function forgetAccount(tx: Tx, { id, email }: { id: string; email: string }, now: Date): Promise<void> {
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
  await forgetFailures(tx, email)
  const name = former(id)
  const nobody = {
    email: name + noAddress,
    username: name,
    username_key: name,
    account_number: name,
    password_hash: '',
  }
  const unsaid = {
    phone_number: null,
    time_zone: null,
    language: 'en',
    leaves_at: null,
    returns_by_sign_in: false,
  } as const
  await tx
    .updateTable('users')
    .set({ ...nobody, ...unsaid, left_at: now })
    .where('id', '=', id)
    .execute()
}
