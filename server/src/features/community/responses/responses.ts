import type { PageQuery } from '@kutu/contract/common'
import type { PostResponse } from '@kutu/contract/community/community'
import type { ResponseStatus } from '@kutu/contract/community/moderation'
import { type Selectable, sql } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import {
  epochMicros,
  fromEpochMicros,
  pageOffset,
  parseCursor,
  takeCursorPage,
} from '../../../platform/http/pagination.ts'
import { getUsernames } from '../../accounts/users/users.ts'
import { retractNotifications } from '../../notifications/inbox/notify.ts'
import { notifyPostCommented } from '../notifications/post-notifications.ts'
import { canView, getInitialStatus, getTakedownReason, isTakenDown, isVisible } from '../policy.ts'
import type { CommunityTables } from '../tables.ts'
import { enforceNewAccountLimit, hashContent } from '../writing-limits.ts'

export type ResponseRow = Selectable<CommunityTables['responses']>

/**
 * Adds a comment to a post. It is visible immediately if an approved expert wrote it, and pending otherwise.
 * @throws ApiError not_found, not_approved_yet, duplicate_response, first_day_limit
 */
export async function createResponse(
  db: Db,
  app: App,
  caller: Caller,
  postId: string,
  content: string,
): Promise<PostResponse> {
  return mapConstraintErrors(
    withTransaction(db, async tx => {
      const post = await tx
        .selectFrom('posts')
        .select(['id', 'farmer_id', 'title', 'status'])
        .where('id', '=', postId)
        .executeTakeFirst()
      if (!post || !canView(caller, post)) throw apiError('not_found')
      if (post.status !== 'approved') throw apiError('not_approved_yet')
      await enforceNewAccountLimit(app, tx, caller, 'responses')
      const row = await addResponse(app, tx, caller, { post, content, replyTo: null })
      return presentResponse(row, caller.username)
    }),
  )
}

type NewResponse = {
  post: { id: string; farmer_id: string; title: string }
  content: string
  replyTo: string | null
  /** True if the email waits because the expert can still undo what the comment came with. */
  isUndoable?: boolean
}

/** Inserts a comment with its audit entry and notifications. */
export async function addResponse(
  app: App,
  tx: Tx,
  caller: Caller,
  { post, content, replyTo, isUndoable = false }: NewResponse,
): Promise<ResponseRow> {
  const now = app.clock.now()
  const status = getInitialStatus(caller)
  const role = caller.role === 'expert' ? 'expert' : 'farmer'
  const row = await insertInto(tx, 'responses', {
    post_id: post.id,
    author_id: caller.id,
    author_role: role,
    reply_to: replyTo,
    content,
    status,
    shown_at: isVisible(status) ? now : null,
    flag_reason: null,
    fingerprint: hashContent(content),
    created_at: now,
    edited_at: null,
    hidden_reason: null,
    decided_at: null,
    flagged_from: null,
  })
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(app, tx, {
    actor: caller.id,
    action: 'response.added',
    subject: { type: 'response', id: row.id },
    after: { post: post.id, status, ...(replyTo === null ? {} : { reply_to: replyTo }) },
  })
  const author = { id: caller.id, username: caller.username, role } as const
  if (isVisible(status)) await notifyPostCommented(app, tx, post, { id: row.id, author, isUndoable })
  return row
}

/**
 * Deletes the caller's answer that came with a move that is being undone, and its unread notifications. The answer stays if
 * another expert has acted on it or replied to it.
 */
export async function takeBackResponse(app: App, tx: Tx, caller: Caller, id: string): Promise<void> {
  // A reply that is being written is waited for.
  await tx.selectFrom('responses').select('id').where('id', '=', id).forUpdate().execute()
  const reply = await tx.selectFrom('responses').select('id').where('reply_to', '=', id).limit(1).executeTakeFirst()
  if (reply) return
  // Relies on trigger responses_are_kept: only a comment that nobody sees is deleted.
  const { numUpdatedRows } = await tx
    .updateTable('responses')
    .set({ status: 'pending', shown_at: null })
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  await retractNotifications(tx, { cause: id })
  await tx.deleteFrom('responses').where('id', '=', id).execute()
  await audit(app, tx, { actor: caller.id, action: 'response.undone', subject: { type: 'response', id } })
}

type ResponseListQuery = PageQuery & { after?: string | undefined; status?: ResponseStatus | undefined }

/**
 * Returns a page of all comments on a post for moderators, newest first.
 * @throws ApiError not_found
 */
export async function listResponses(app: App, postId: string, { query, url }: { query: ResponseListQuery; url: URL }) {
  const post = await app.db.selectFrom('posts').select('status').where('id', '=', postId).executeTakeFirst()
  if (!post || post.status === 'withdrawn') throw apiError('not_found')
  const cursor = parseCursor(query)
  const found = await app.db
    .selectFrom('responses')
    .selectAll()
    .select([sql.lit(0).as('rank'), epochMicros(sql.ref('created_at')).as('micros')])
    .where('post_id', '=', postId)
    .$if(query.status !== undefined, qb => qb.where('status', '=', query.status ?? 'pending'))
    .$if(cursor !== undefined, qb =>
      qb.where(sql<boolean>`(created_at, id) < (${fromEpochMicros(cursor?.micros ?? '0')}, ${cursor?.id ?? ''}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.page_size + 1)
    .offset(cursor ? 0 : pageOffset(query))
    .execute()
  const { rows, next } = takeCursorPage(url, query, found)
  return { results: await presentResponses(app.db, rows), next }
}

const maxOwnHidden = 20

/** Returns the author's newest comments on a post that are not visible to others. */
export async function listOwnHiddenResponses(app: App, caller: Caller, postId: string): Promise<PostResponse[]> {
  const rows = await app.db
    .selectFrom('responses')
    .selectAll()
    .where('post_id', '=', postId)
    .where('author_id', '=', caller.id)
    .where('status', 'in', ['pending', 'flagged', 'hidden'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxOwnHidden)
    .execute()
  return rows.map(row => presentResponse(row, caller.username))
}

export const presentResponse = (row: ResponseRow, username: string): PostResponse => ({
  ...row,
  created_at: row.created_at.toISOString(),
  author: { id: row.author_id, username, role: row.author_role },
  is_approved: isVisible(row.status),
  is_flagged: isTakenDown(row.status),
  is_endorsed: row.status === 'endorsed',
  flag_reason: getTakedownReason(row),
  edited_at: row.edited_at?.toISOString() ?? null,
})

/** Presents comments with the names of their authors. */
export async function presentResponses<Row extends ResponseRow>(db: Db, rows: readonly Row[]) {
  const names = await getUsernames(db, [...new Set(rows.map(({ author_id }) => author_id))])
  return rows.map(row => ({ ...row, ...presentResponse(row, names.get(row.author_id) ?? '') }))
}
