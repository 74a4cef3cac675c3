import type { App } from '../context.ts'
import { shownName } from './former-members.ts'
import { peopleShown, portraitLink } from './portraits.ts'
import { presentExpertProfile } from './present-user.ts'

/** An expert as farmers see one on a card. */
export type ShownExpert = ReturnType<typeof presentExpertProfile> & {
  id: string
  username: string
  photo: string | null
}

export async function shownExperts(
  app: App,
  ids: readonly string[],
  origin: string,
): Promise<ReadonlyMap<string, ShownExpert>> {
  if (ids.length === 0) return new Map()
  const rows = await peopleShown(app.db, ids)
    .leftJoin('expert_profiles as e', 'e.user_id', 'u.id')
    .select(['e.areas_of_expertise', 'e.certifications', 'e.bio', 'e.experience_years'])
    .select(['e.institution', 'e.languages_spoken', 'e.social_links'])
    .execute()
  return new Map(
    rows.map(row => {
      const { id } = row
      const photo = portraitLink(app, row, origin)
      return [id, { id, username: shownName(row), photo, ...presentExpertProfile(row) }]
    }),
  )
}
