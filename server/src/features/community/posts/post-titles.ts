import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** Returns the titles of posts, whatever their status, by id; posts that are gone are missing. */
export async function getPostTitles(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('posts').select(['id', 'title']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** Returns the ids of the newest posts with a title, in capital or small letters. */
export async function findPostIdsByTitle(db: Db, title: string, limit: number): Promise<string[]> {
  // The search index finds the few posts with all words of the title.
  const { rows } = await sql<{ id: string }>`
    select id from posts
    where search_vector @@ plainto_tsquery('simple', ${title}) and lower(title) = lower(${title.trim()})
    order by created_at desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
