import type { Post } from '@kutu/contract/community'
import type { Selectable } from 'kysely'
import { shownWriters } from '../accounts/portraits.ts'
import type { App } from '../context.ts'
import { type Result, resultsOf } from '../detection/own-analyses.ts'
import { photoKey } from '../detection/photos.ts'
import { presentExpertComment, presentFarmerComment, shownComments } from './comments.ts'
import { isTakenOff, limits, reasonOf } from './policy.ts'
import type { CommunityTables } from './tables.ts'

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
  'farmer_comment_count',
  'expert_comment_count',
] as const
export type PostRow = Pick<Selectable<CommunityTables['posts']>, (typeof postColumns)[number]>

/** Posts as their reader gets them, in the order given: as many questions to the database for a hundred as for one. */
export async function presentPosts(
  app: App,
  rows: readonly PostRow[],
  { origin, comments = limits.commentsInLists }: { origin: string; comments?: number },
): Promise<Post[]> {
  if (rows.length === 0) return []
  const talkedAbout = rows.filter(row => row.farmer_comment_count + row.expert_comment_count > 0)
  const shown = await shownComments(
    app,
    talkedAbout.map(({ id }) => id),
    comments,
  )
  const people = new Set([...rows.map(row => row.farmer_id), ...shown.map(row => row.author_id)])
  const writers = await shownWriters(app, [...people], origin)
  const results = await resultsOf(
    app.db,
    rows.flatMap(({ analysis_id }) => analysis_id ?? []),
  )
  const commentsOn = new Map(rows.map(({ id }) => [id, [] as typeof shown]))
  for (const comment of shown) commentsOn.get(comment.post_id)?.push(comment)
  return rows.map(row => {
    const onIt = commentsOn.get(row.id) ?? []
    return {
      ...presentRow(app, row, origin),
      farmer: { id: row.farmer_id, username: writers.get(row.farmer_id)?.username ?? '' },
      rust_result: resultOf(row, results.get(row.analysis_id ?? '')),
      farmer_comments: onIt
        .filter(each => each.author_role === 'farmer')
        .map(each => presentFarmerComment(each, writers)),
      expert_comments: onIt
        .filter(each => each.author_role === 'expert')
        .map(each => presentExpertComment(each, writers)),
    }
  })
}

/** A farmer may ask about an analysis and show another photo: who reads of both is told apart which it is. */
function resultOf(post: PostRow, result: Result | undefined): Post['rust_result'] {
  if (!result) return null
  const { photo_hash: judged, ...found } = result
  return { ...found, is_of_image: judged === post.photo_hash }
}

const presentRow = (app: App, row: PostRow, origin: string) => ({
  id: row.id,
  title: row.title,
  content: row.content,
  image: row.photo_hash === null ? null : app.files.address(photoKey(row.photo_hash), origin),
  disease_type: row.disease_type,
  crop_type: row.crop_type,
  urgency_level: row.urgency_level,
  rust_detection: row.analysis_id,
  created_at: row.created_at.toISOString(),
  edited_at: row.edited_at?.toISOString() ?? null,
  status: row.status,
  is_flagged: isTakenOff(row.status),
  is_approved: row.status === 'approved',
  flag_reason: reasonOf(row),
  version: row.version,
  farmer_comment_count: row.farmer_comment_count,
  expert_comment_count: row.expert_comment_count,
})
