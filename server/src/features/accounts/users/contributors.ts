import type { Db } from '../../../platform/db/database.ts'

/** Returns role, place and approval of the users with these ids, for decisions that depend on who contributed. */
export async function getContributors(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .leftJoin('expert_profiles', 'expert_profiles.user_id', 'users.id')
    .leftJoin('farmer_profiles', 'farmer_profiles.user_id', 'users.id')
    .select(['users.id', 'username', 'role', 'approval', 'deactivated_at', 'institution', 'farm_location'])
    .where('users.id', 'in', [...ids])
    .execute()
  return rows.map(({ approval, deactivated_at, institution, farm_location, ...user }) => ({
    ...user,
    isApproved: approval === 'approved' && deactivated_at === null,
    place: institution || farm_location || '',
  }))
}
