import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { App } from '../../../context.ts'

/** The country of a user's phone number (ISO 3166), whose law says what may be advised; null when it tells none. */
export async function getUserCountry(app: App, userId: string): Promise<string | null> {
  const user = await app.db.selectFrom('users').select('phone_number').where('id', '=', userId).executeTakeFirst()
  return parsePhoneNumberFromString(user?.phone_number ?? '')?.country ?? null
}
