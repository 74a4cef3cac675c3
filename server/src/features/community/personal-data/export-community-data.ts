import type { Db } from '../../../platform/db/database.ts'
import { exportedColumns } from '../../../platform/db/personal-data.ts'

/** Returns everything a user wrote on the board, including withdrawn posts, the points earned, and saved replies. */
export async function exportCommunityData(db: Db, userId: string) {
  const posts = await db
    .selectFrom('posts')
    .select(exportedColumns('posts'))
    .where('farmer_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const comments = await db
    .selectFrom('responses')
    .select(exportedColumns('responses'))
    .where('author_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const points = await db
    .selectFrom('point_entries')
    .select(exportedColumns('point_entries'))
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const commentVersions = await db
    .selectFrom('response_versions as v')
    .innerJoin('responses as r', 'r.id', 'v.response_id')
    .select(['v.response_id as comment_id', 'v.written_at', 'v.content'])
    .where('r.author_id', '=', userId)
    .orderBy('v.written_at')
    .execute()
  const savedReplies = await db
    .selectFrom('saved_replies')
    .select(exportedColumns('saved_replies'))
    .where('author_id', '=', userId)
    .orderBy('title')
    .execute()
  return { posts, comments, commentVersions, points, savedReplies }
}
