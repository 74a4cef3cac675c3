import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import { findProfileChange } from '../experts/profile-changes.ts'
import { getDistrictsServed } from './districts-served.ts'
import { toPhotoDataUrl } from './present-user.ts'

/** Returns the account data for the data export. Hashes of passwords, codes and tokens are credentials and stay out. */
export async function exportAccountData(db: Kysely<Database>, userId: string) {
  const account = await db
    .selectFrom('users')
    .select(['id', 'email', 'username', 'role', 'language', 'time_zone', 'phone_number', 'account_number'])
    .select(['approval', 'points', 'email_verified_at', 'activated_at', 'created_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const farm = await db
    .selectFrom('farmer_profiles')
    .select(['farm_location', 'farm_size', 'crop_types', 'district'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const expert = await db
    .selectFrom('expert_profiles')
    .select(['areas_of_expertise', 'certifications', 'bio', 'experience_years', 'institution'])
    .select(['languages_spoken', 'social_links', 'approved_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const details = await db
    .selectFrom('personal_details')
    .select(['customer_type', 'id_type', 'id_number', 'organisation_name', 'first_name', 'middle_name', 'last_name'])
    .select(['gender', 'physical_address', 'nationality', 'dob', 'occupation', 'completed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const photo = await db.selectFrom('user_photos').select('jpeg').where('user_id', '=', userId).executeTakeFirst()
  const sessions = await db
    .selectFrom('sessions')
    .select(['user_agent', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('last_used_at', 'desc')
    .execute()
  const emailChanges = await db
    .selectFrom('email_changes')
    .select(['old_email', 'new_email', 'requested_at', 'confirmed_at', 'undone_at'])
    .where('user_id', '=', userId)
    .orderBy('requested_at', 'desc')
    .execute()
  const second_factors = await db
    .selectFrom('second_factors')
    .select(['kind', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return {
    account,
    farm: farm ?? null,
    expert: expert ?? null,
    districts_served: await getDistrictsServed(db, userId),
    expert_change: (await findProfileChange(db, userId)) ?? null,
    details: details ?? null,
    photo: toPhotoDataUrl(photo?.jpeg ?? null),
    sessions,
    email_changes: emailChanges,
    second_factors,
  }
}
