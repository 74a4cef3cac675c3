import type { Post } from '@kutu/contract/community/community'
import type { Selectable } from 'kysely'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { getAuthors } from '../../accounts/profile/public-profile-photos.ts'
import { type AnalysisResult, loadAnalysisResults } from '../../detection/analyses/find-analysis.ts'
import { photoKey } from '../../detection/photos/photos.ts'
import { getTakedownReason, isTakenDown, limits } from '../policy.ts'
import {
  countVisibleComments,
  listVisibleComments,
  presentExpertComment,
  presentFarmerComment,
} from '../responses/comments.ts'
import type { CommunityTables } from '../tables.ts'

export const postColumns = [
  'id',
  'farmer_id',
  'title',
  'content',
  'crop_type',
  'disease_type',
  'urgency_level',
  'photo_hash',
  'analysis_id',
  'status',
  'flag_reason',
  'hidden_reason',
  'version',
  'created_at',
  'edited_at',
] as const
export type PostRow = Pick<Selectable<CommunityTables['posts']>, (typeof postColumns)[number]>

/** Presents posts in the given order. The number of statements does not depend on the number of posts. */
export async function presentPosts(
  db: Db,
  app: App,
  rows: readonly PostRow[],
  { origin, comments = limits.maxCommentsInLists }: { origin: string; comments?: number },
): Promise<Post[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const commentCounts = await countVisibleComments(db, ids)
  const visibleComments = await listVisibleComments(db, [...commentCounts.keys()], comments)
  const userIds = new Set([...rows.map(row => row.farmer_id), ...visibleComments.map(row => row.author_id)])
  const authors = await getAuthors(db, app, [...userIds], origin)
  const analysisIds = rows.flatMap(({ analysis_id }) => analysis_id ?? [])
  const results = await loadAnalysisResults(db, analysisIds)
  const commentsByPost = new Map(ids.map(id => [id, [] as typeof visibleComments]))
  for (const comment of visibleComments) commentsByPost.get(comment.post_id)?.push(comment)
  return rows.map(row => {
    const postComments = commentsByPost.get(row.id) ?? []
    return {
      ...row,
      image: row.photo_hash === null ? null : app.files.signedUrl(photoKey(row.photo_hash), origin),
      rust_detection: row.analysis_id,
      created_at: row.created_at.toISOString(),
      edited_at: row.edited_at?.toISOString() ?? null,
      is_flagged: isTakenDown(row.status),
      is_approved: row.status === 'approved',
      flag_reason: getTakedownReason(row),
      farmer: { id: row.farmer_id, username: authors.get(row.farmer_id)?.username ?? '' },
      rust_result: presentResult(row, results.get(row.analysis_id ?? '')),
      farmer_comment_count: commentCounts.get(row.id)?.farmer ?? 0,
      expert_comment_count: commentCounts.get(row.id)?.expert ?? 0,
      farmer_comments: postComments
        .filter(comment => comment.author_role === 'farmer')
        .map(comment => presentFarmerComment(comment, authors)),
      expert_comments: postComments
        .filter(comment => comment.author_role === 'expert')
        .map(comment => presentExpertComment(comment, authors)),
    }
  })
}

/** A post may show a photo other than the analyzed one; `is_of_image` tells the reader whether it does. */
function presentResult(post: PostRow, result: AnalysisResult | undefined): Post['rust_result'] {
  if (!result) return null
  const { rust_class, confidence, verdict, band, answers, photo_hash: analyzedHash } = result
  return { rust_class, confidence, verdict, band, answers, is_of_image: analyzedHash === post.photo_hash }
}
