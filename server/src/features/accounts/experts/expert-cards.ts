import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { getDisplayName } from '../erasure/former-members.ts'
import { nameDistricts } from '../profile/districts-served.ts'
import { presentExpertProfile } from '../profile/present-user.ts'
import { getProfilePhotoUrl, selectPeopleWithPhotos } from '../profile/public-profile-photos.ts'

/** Returns the profiles of experts by id, as farmers see them when they choose a slot. */
export async function getExpertCards(db: Db, app: App, ids: readonly string[], origin: string) {
  const rows = await selectPeopleWithPhotos(db, ids)
    .leftJoin('expert_profiles as e', 'e.user_id', 'u.id')
    .select(['e.areas_of_expertise', 'e.certifications', 'e.bio', 'e.experience_years'])
    .select(['e.institution', 'e.languages_spoken', 'e.social_links', 'e.approved_at'])
    .select(sql<string[]>`array(select d.district from expert_districts d where d.user_id = u.id)`.as('districts'))
    .execute()
  return new Map(
    rows.map(row => {
      const { social_links: _, ...profile } = presentExpertProfile(row)
      const card = {
        id: row.id,
        user: { id: row.id, username: getDisplayName(row) },
        photo: getProfilePhotoUrl(app, row, origin),
        /** When an administrator last approved the qualifications; null if nobody checked them. */
        approved_at: row.approved_at?.toISOString() ?? null,
        districts: nameDistricts(row.districts),
        ...profile,
      }
      return [row.id, card] as const
    }),
  )
}
