import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { App } from '../../../context.ts'

/** Returns the ISO 3166 country of a user's phone number, which selects the pesticide law; null if it has none. */
export async function getUserCountry(app: App, userId: string): Promise<string | null> {
  const user = await app.db.selectFrom('users').select('phone_number').where('id', '=', userId).executeTakeFirst()
  return parsePhoneNumberFromString(user?.phone_number ?? '')?.country ?? null
}
