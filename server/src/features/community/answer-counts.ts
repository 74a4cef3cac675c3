import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Builds a subquery with the answers of experts that everybody can read, and how many of them are endorsed, by `expert_id`. */
export const selectAnswerCounts = (db: Db, expertIds: readonly string[]) =>
  db
    .selectFrom('responses as r')
    .innerJoin('posts as p', 'p.id', 'r.post_id')
    .select('r.author_id as expert_id')
    .select(sql<number>`count(*)::int`.as('answers'))
    .select(sql<number>`(count(*) filter (where r.status = 'endorsed'))::int`.as('endorsed'))
    .where('r.author_id', '=', sql<string>`any(${expertIds}::uuid[])`)
    // The first two are the condition of the index responses_of_expert_shown.
    .where(sql<boolean>`r.author_role = 'expert' and r.status in ('approved', 'endorsed') and p.status = 'approved'`)
    .groupBy('r.author_id')
