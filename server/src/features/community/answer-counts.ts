import type { Kysely } from 'kysely'
import type { Database } from '../../platform/db/database.ts'

export type AnswerCounts = { answers: number; endorsed: number }

/** Returns how many answers of experts everybody can read and how many of them are endorsed; nothing for experts without. */
export async function getAnswerCounts(
  db: Kysely<Database>,
  expertIds: readonly string[],
): Promise<ReadonlyMap<string, AnswerCounts>> {
  if (expertIds.length === 0) return new Map()
  // Relies on triggers answers_are_tallied, changed_answers_are_tallied and answers_of_posts_are_tallied.
  const rows = await db
    .selectFrom('answer_tallies')
    .select(['expert_id', 'answers', 'endorsed'])
    .where('expert_id', 'in', expertIds)
    .execute()
  return new Map(rows.map(({ expert_id, ...counts }) => [expert_id, counts]))
}
