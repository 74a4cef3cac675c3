import type { Kysely } from 'kysely'
import type { Database } from '../../platform/db/database.ts'

/**
 * Builds a subquery with the answers of experts that everybody can read, and how many of them are endorsed. Experts without
 * an answer may have no row.
 */
export const selectAnswerCounts = (db: Kysely<Database>) =>
  // Relies on triggers answers_are_tallied, changed_answers_are_tallied and answers_of_posts_are_tallied.
  db.selectFrom('answer_tallies').select(['expert_id', 'answers', 'endorsed'])
