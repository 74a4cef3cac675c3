import type { Db } from '../../../platform/db/database.ts'
import { exportedColumns, exportRows } from '../../../platform/db/personal-data.ts'
import { findProfileChange } from '../experts/profile-changes.ts'
import { getDistrictsServed } from './districts-served.ts'
import { toPhotoDataUrl } from './present-user.ts'

/** Returns the account data for the data export. Hashes of passwords, codes and tokens are credentials and stay out. */
export async function exportAccountData(db: Db, userId: string) {
  const [account] = await exportRows(db, 'users', { id: userId })
  if (!account) throw new Error(`user ${userId} is gone`)
  const [farm = null] = await exportRows(db, 'farmer_profiles', { user_id: userId })
  const [expert = null] = await exportRows(db, 'expert_profiles', { user_id: userId })
  const [details = null] = await exportRows(db, 'personal_details', { user_id: userId })
  const photo = await db.selectFrom('user_photos').select('jpeg').where('user_id', '=', userId).executeTakeFirst()
  const sessions = await db
    .selectFrom('sessions')
    .select(exportedColumns('sessions'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('last_used_at', 'desc')
    .execute()
  return {
    account,
    farm,
    expert,
    districts_served: await getDistrictsServed(db, userId),
    expert_change: (await findProfileChange(db, userId)) ?? null,
    details,
    photo: toPhotoDataUrl(photo?.jpeg ?? null),
    sessions,
    email_changes: await exportRows(db, 'email_changes', { user_id: userId }, 'requested_at desc'),
    second_factors: await exportRows(db, 'second_factors', { user_id: userId }, 'created_at'),
  }
}
