import type { Db } from '../../../platform/db/database.ts'
import { exportedColumns } from '../../../platform/db/personal-data.ts'
import { findProfileChange } from '../experts/profile-changes.ts'
import { getDistrictsServed } from './districts-served.ts'
import { toPhotoDataUrl } from './present-user.ts'

/** Returns the account data for the data export. Hashes of passwords, codes and tokens are credentials and stay out. */
export async function exportAccountData(db: Db, userId: string) {
  const account = await db
    .selectFrom('users')
    .select(exportedColumns('users'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const farm = await db
    .selectFrom('farmer_profiles')
    .select(exportedColumns('farmer_profiles'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const expert = await db
    .selectFrom('expert_profiles')
    .select(exportedColumns('expert_profiles'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const details = await db
    .selectFrom('personal_details')
    .select(exportedColumns('personal_details'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const photo = await db.selectFrom('user_photos').select('jpeg').where('user_id', '=', userId).executeTakeFirst()
  const sessions = await db
    .selectFrom('sessions')
    .select(exportedColumns('sessions'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('last_used_at', 'desc')
    .execute()
  const emailChanges = await db
    .selectFrom('email_changes')
    .select(exportedColumns('email_changes'))
    .where('user_id', '=', userId)
    .orderBy('requested_at', 'desc')
    .execute()
  const second_factors = await db
    .selectFrom('second_factors')
    .select(exportedColumns('second_factors'))
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
