import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'

/** Returns the titles of posts, whatever their status, by id; posts that are gone are missing. */
export async function getPostTitles(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('posts').select(['id', 'title']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}
