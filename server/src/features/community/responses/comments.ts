import type { ExpertComment, FarmerComment } from '@kutu/contract/community/community'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Author } from '../../accounts/profile/public-profile-photos.ts'
import type { ResponseRow } from './responses.ts'

type CommentRow = Pick<
  ResponseRow,
  'id' | 'post_id' | 'author_id' | 'author_role' | 'content' | 'status' | 'created_at' | 'edited_at' | 'reply_to'
>

/** Counts the visible comments of each post that has any, by the role of their authors. */
export async function countVisibleComments(
  db: Db,
  postIds: readonly string[],
): Promise<Map<string, { farmer: number; expert: number }>> {
  const { rows } = await sql<{ id: string; farmer: number; expert: number }>`
    select post_id as id, count(*) filter (where author_role = 'farmer')::int as farmer,
      count(*) filter (where author_role = 'expert')::int as expert
    from responses where post_id = any(${[...postIds]}::uuid[]) and status in ('approved', 'endorsed')
    group by post_id`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** Returns the visible comments of each post, newest first: at most `limit` by farmers and as many by experts. */
export async function listVisibleComments(db: Db, postIds: readonly string[], limit: number): Promise<CommentRow[]> {
  if (postIds.length === 0) return []
  const selectNewest = (role: 'farmer' | 'expert') => sql`(
    select id, post_id, author_id, author_role, content, status, created_at, edited_at, reply_to from responses
    where post_id = requested.id and author_role = ${sql.lit(role)} and status in ('approved', 'endorsed')
    order by created_at desc, id desc limit ${limit})`
  const { rows } = await sql<CommentRow>`
    select c.id, c.post_id, c.author_id, c.author_role, c.content, c.status, c.created_at, c.edited_at, parent.id as reply_to
    from unnest(${[...postIds]}::uuid[]) as requested (id)
    cross join lateral (${selectNewest('farmer')} union all ${selectNewest('expert')}) c
    left join responses parent on parent.id = c.reply_to and parent.status in ('approved', 'endorsed')
    order by c.created_at desc, c.id desc`.execute(db)
  return rows
}

export type AuthorsById = ReadonlyMap<string, Author>

export const presentFarmerComment = (row: CommentRow, authors: AuthorsById): FarmerComment => ({
  ...row,
  created_at: row.created_at.toISOString(),
  farmer: { id: row.author_id, username: authors.get(row.author_id)?.username ?? '' },
  is_endorsed: row.status === 'endorsed',
})

export const presentExpertComment = (row: CommentRow, authors: AuthorsById): ExpertComment => ({
  ...row,
  created_at: row.created_at.toISOString(),
  expert: { id: row.author_id, ...(authors.get(row.author_id) ?? { username: '', photo: null }) },
  edited_at: row.edited_at?.toISOString() ?? null,
  is_endorsed: row.status === 'endorsed',
})
