import type { NamedDistrict } from '@kutu/contract/accounts/districts-served'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { getDisplayName } from '../erasure/former-members.ts'
import { nameDistricts } from '../profile/districts-served.ts'
import { presentExpertProfile } from '../profile/present-user.ts'
import { getProfilePhotoUrl, selectPeopleWithPhotos } from '../profile/public-profile-photos.ts'

/** Expert profile as farmers see it when they choose a slot. */
export type ExpertCard = ReturnType<typeof presentExpertProfile> & {
  id: string
  username: string
  photo: string | null
  /** When an administrator last approved the qualifications; null if nobody checked them. */
  approved_at: string | null
  /** The districts that the expert serves, by name. */
  districts: NamedDistrict[]
}

export async function getExpertCards(
  db: Db,
  app: App,
  ids: readonly string[],
  origin: string,
): Promise<ReadonlyMap<string, ExpertCard>> {
  if (ids.length === 0) return new Map()
  const rows = await selectPeopleWithPhotos(db, ids)
    .leftJoin('expert_profiles as e', 'e.user_id', 'u.id')
    .select(['e.areas_of_expertise', 'e.certifications', 'e.bio', 'e.experience_years'])
    .select(['e.institution', 'e.languages_spoken', 'e.social_links', 'e.approved_at'])
    .select(sql<string[]>`array(select d.district from expert_districts d where d.user_id = u.id)`.as('districts'))
    .execute()
  return new Map(
    rows.map(row => {
      const { id } = row
      const photo = getProfilePhotoUrl(app, row, origin)
      const approved_at = row.approved_at?.toISOString() ?? null
      return [
        id,
        {
          id,
          username: getDisplayName(row),
          photo,
          approved_at,
          districts: nameDistricts(row.districts),
          ...presentExpertProfile(row),
        },
      ]
    }),
  )
}
