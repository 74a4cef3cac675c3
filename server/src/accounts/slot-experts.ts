import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'

export type ExpertFilter = {
  /** Of each list some word must occur in what the expert knows, whatever the case. */
  areas?: readonly (readonly string[])[] | undefined
  /** Must occur in the languages the expert speaks. */
  language?: string | undefined
}

/** The ids of experts whom farmers may meet, as a subquery: approved, active, and fitting the filter. */
export const bookableExperts = (db: Kysely<Database>, { areas = [], language }: ExpertFilter = {}) =>
  db
    .selectFrom('users as u')
    .innerJoin('expert_profiles as e', 'e.user_id', 'u.id')
    .select('u.id')
    .where('u.approval', '=', 'approved')
    .where('u.activated_at', 'is not', null)
    .where('u.deactivated_at', 'is', null)
    .where(({ and }) => and(areas.map(words => holdsAny('e.areas_of_expertise', words))))
    .$if(language !== undefined, query => query.where(holdsAny('e.languages_spoken', [language ?? ''])))

function holdsAny(column: string, wanted: readonly string[]): RawBuilder<boolean> {
  const patterns = wanted.map(word => `%${word.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`)
  return sql<boolean>`lower(array_to_string(${sql.ref(column)}, ', ')) like any (${patterns}::text[])`
}

/** The ids of those who fit a filter, if they are few; undefined when they are more than `most`. */
export async function fewBookableExperts(
  db: Kysely<Database>,
  filter: ExpertFilter,
  most: number,
): Promise<string[] | undefined> {
  const rows = await bookableExperts(db, filter)
    .limit(most + 1)
    .execute()
  return rows.length > most ? undefined : rows.map(({ id }) => id)
}

export async function isBookable(db: Kysely<Database>, expertId: string): Promise<boolean> {
  const found = await bookableExperts(db).where('u.id', '=', expertId).executeTakeFirst()
  return found !== undefined
}

/** The areas and languages that any of the experts of a subquery names, each once whatever its case, at most so many. */
export async function namedBy(db: Kysely<Database>, experts: Expression<unknown>, most: number) {
  const words = async (column: string) => {
    const { rows } = await sql<{ word: string }>`
      select min(word) as word
      from expert_profiles e cross join lateral unnest(${sql.ref(`e.${column}`)}) as word
      where e.user_id in (${experts}) group by lower(word) order by lower(word) limit ${sql.lit(most)}`.execute(db)
    return rows.map(({ word }) => word)
  }
  return { expertise: await words('areas_of_expertise'), languages: await words('languages_spoken') }
}
