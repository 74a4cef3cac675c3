import { maxListCount } from '@kutu/contract/common'
import { type Expression, type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Counts the rows of a query and stops at `max + 1`, which stands for more than `max`, so that the cost does not grow with
 * the list. Columns that the query selects cost nothing: PostgreSQL reads an index alone if it has what the filters need.
 */
export async function countUpTo(
  db: Kysely<Database>,
  query: Expression<unknown>,
  max: number = maxListCount,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from (${query}) matching limit ${sql.lit(max + 1)}) counted`.execute(db)
  return rows[0]?.count ?? 0
}
