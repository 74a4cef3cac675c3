import { getDistrict } from '@kutu/places/districts'
import type { Db } from '../../../platform/db/database.ts'
import { fieldError } from '../../../platform/http/api-error.ts'

/** @throws validation_failed if there is no district with this code */
export function requireKnownDistrict(district: string | null | undefined): void {
  if (district && !getDistrict(district)) throw fieldError('district', 'field.invalid')
}

/** Returns the code of the district of a user's farm; null for none, and for users who are no farmers. */
export async function getFarmDistrict(db: Db, userId: string): Promise<string | null> {
  const farm = await db
    .selectFrom('farmer_profiles')
    .select('district')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return farm?.district ?? null
}
