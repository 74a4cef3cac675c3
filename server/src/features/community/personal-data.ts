import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { exportRows } from '../../platform/db/personal-data.ts'
import { eraseNotificationsAbout } from '../notifications/personal-data.ts'
import { shortenTitle } from './notifications/post-notifications.ts'
import { clearedFlag } from './policy.ts'

/** Returns everything a user wrote on the board, including withdrawn posts, the points earned, and saved replies. */
export async function exportCommunityData(db: Db, userId: string) {
  const posts = await exportRows(db, 'posts', { farmer_id: userId }, 'created_at')
  const comments = await exportRows(db, 'responses', { author_id: userId }, 'created_at')
  const points = await exportRows(db, 'point_entries', { user_id: userId }, 'id')
  const commentVersions = await db
    .selectFrom('response_versions as v')
    .innerJoin('responses as r', 'r.id', 'v.response_id')
    .select(['v.response_id as comment_id', 'v.written_at', 'v.content'])
    .where('r.author_id', '=', userId)
    .orderBy('v.written_at')
    .execute()
  const savedReplies = await exportRows(db, 'saved_replies', { author_id: userId }, 'title')
  return { posts, comments, commentVersions, points, savedReplies }
}

/** Replaces erased text, because posts and comments must not be empty. */
const erasedText = '–'

/**
 * Erases what no other user reads: posts that are not approved, comments that are not shown, and earlier texts of answers. Nobody can
 * approve them afterwards. Posts and comments on the board stay, and so do the reasons for flags, which their authors read.
 * @returns the hashes of the photos that were referenced, and the titles of the posts as messages to others state them
 */
export async function eraseUnpublished(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<{ photos: string[]; titles: string[] }> {
  const unpublished = await tx
    .selectFrom('posts')
    .select(['id', 'title', 'photo_hash'])
    .where('farmer_id', '=', userId)
    .where('status', '<>', 'approved')
    .execute()
  // Experts get a notification of an urgent post before it is approved, and commenters one of their comments on it.
  const postIds = unpublished.map(({ id }) => id)
  await eraseNotificationsAbout(tx, postIds)
  await tx
    .updateTable('posts')
    .set({ title: erasedText, content: erasedText, photo_hash: null, analysis_id: null, fingerprint: Buffer.alloc(0) })
    .set({ status: 'withdrawn', ...clearedFlag })
    .where('farmer_id', '=', userId)
    .where('status', '<>', 'approved')
    .execute()
  // Rows of comments are never deleted. The empty reason marks them: admins do not see them, and nobody decides about them.
  await tx
    .updateTable('responses')
    .set({ content: erasedText, status: 'hidden', shown_at: null, hidden_reason: '', decided_at: now })
    .set({ flag_reason: null, flagged_from: null, fingerprint: sql<Buffer>`uuid_send(id)` })
    .where('author_id', '=', userId)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('status', 'not in', ['approved', 'endorsed']),
        eb('post_id', 'in', selectFrom('posts').select('posts.id').where('posts.status', '<>', 'approved')),
      ]),
    )
    .execute()
  const posts = tx.selectFrom('posts').select('id').where('farmer_id', '=', userId)
  const responses = tx.selectFrom('responses').select('id').where('author_id', '=', userId)
  // Undoing an approval would take an erased person's text off the board and back to those who decide.
  await tx
    .deleteFrom('moderation_moves')
    .where(({ eb, or }) =>
      or([eb('expert_id', '=', userId), eb('subject_id', 'in', posts), eb('subject_id', 'in', responses)]),
    )
    .execute()
  await tx.deleteFrom('response_versions').where('response_id', 'in', responses).execute()
  const uploaded = await tx.selectFrom('post_photos').select('photo_hash').where('farmer_id', '=', userId).execute()
  const photos = [...unpublished, ...uploaded].flatMap(({ photo_hash }) => photo_hash ?? [])
  return { photos, titles: unpublished.map(({ title }) => shortenTitle(title)) }
}

/** Returns the ids of the analyses that a farmer's posts refer to. */
export async function listPostedAnalyses(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('posts')
    .select('analysis_id')
    .where('farmer_id', '=', userId)
    .where('analysis_id', 'is not', null)
    .execute()
  return rows.flatMap(({ analysis_id }) => analysis_id ?? [])
}
