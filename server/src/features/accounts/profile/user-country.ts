import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Db } from '../../../platform/db/database.ts'

/** Returns the ISO 3166 country of a user's phone number, which selects the pesticide law; null if it has none. */
export async function getUserCountry(db: Db, userId: string): Promise<string | null> {
  const user = await db.selectFrom('users').select('phone_number').where('id', '=', userId).executeTakeFirst()
  return getPhoneCountry(user?.phone_number ?? null)
}

/** Returns the ISO 3166 country of a phone number. */
export const getPhoneCountry = (phoneNumber: string | null): string | null =>
  parsePhoneNumberFromString(phoneNumber ?? '')?.country ?? null
