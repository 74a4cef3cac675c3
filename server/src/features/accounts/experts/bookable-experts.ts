import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

export type ExpertFilter = {
  /** For each list, at least one of its words must occur in the expert's areas of expertise, ignoring case. */
  areas?: readonly (readonly string[])[] | undefined
  /** Must occur in the languages that the expert speaks, ignoring case. */
  language?: string | undefined
  /** Code of a district that the expert serves. */
  district?: string | undefined
}

/** Builds a subquery of the ids of bookable experts: approved, active and matching the filter. */
export const selectBookableExperts = (db: Db, { areas = [], language, district }: ExpertFilter = {}) =>
  db
    .selectFrom('users as u')
    .innerJoin('expert_profiles as e', 'e.user_id', 'u.id')
    .select('u.id')
    .where('u.approval', '=', 'approved')
    .where('u.activated_at', 'is not', null)
    .where('u.deactivated_at', 'is', null)
    .where(({ and }) => and(areas.map(words => containsAny('e.areas_of_expertise', words))))
    .$if(district !== undefined, query =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('expert_districts as d')
            .select('d.user_id')
            .whereRef('d.user_id', '=', 'u.id')
            .where('d.district', '=', district ?? ''),
        ),
      ),
    )
    .$if(language !== undefined, query => query.where(containsAny('e.languages_spoken', [language ?? ''])))

function containsAny(column: string, terms: readonly string[]): RawBuilder<boolean> {
  const patterns = terms.map(word => `%${word.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`)
  return sql<boolean>`lower(array_to_string(${sql.ref(column)}, ', ')) like any (${patterns}::text[])`
}

/** Returns the ids of bookable experts that match a filter, or undefined if there are more than `max`. */
export async function findBookableExpertIds(db: Db, filter: ExpertFilter, max: number): Promise<string[] | undefined> {
  const rows = await selectBookableExperts(db, filter)
    .limit(max + 1)
    .execute()
  return rows.length > max ? undefined : rows.map(({ id }) => id)
}

export async function isBookableExpert(db: Db, expertId: string): Promise<boolean> {
  const found = await selectBookableExperts(db).where('u.id', '=', expertId).executeTakeFirst()
  return found !== undefined
}

/** Returns up to `max` distinct areas of expertise and languages of the experts in a subquery, ignoring case. */
export async function listExpertiseAndLanguages(db: Db, experts: Expression<unknown>, max: number) {
  const listDistinctValues = async (column: string) => {
    const { rows } = await sql<{ word: string }>`
      select min(word) as word
      from expert_profiles e cross join lateral unnest(${sql.ref(`e.${column}`)}) as word
      where e.user_id in (${experts}) group by lower(word) order by lower(word) limit ${sql.lit(max)}`.execute(db)
    return rows.map(({ word }) => word)
  }
  return {
    expertise: await listDistinctValues('areas_of_expertise'),
    languages: await listDistinctValues('languages_spoken'),
  }
}
