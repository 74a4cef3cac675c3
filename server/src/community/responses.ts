import type { Page } from '@kutu/contract/common'
import type { PostResponse } from '@kutu/contract/community'
import type { ResponseStatus } from '@kutu/contract/moderation'
import { type Selectable, sql } from 'kysely'
import { usernamesOf } from '../accounts/users.ts'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import { conflictOf } from '../db/conflicts.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { refuse } from '../http/errors.ts'
import { cutPage, instantOf, microsOf, offsetOf, positionIn } from '../http/paging.ts'
import type { Caller } from '../http/session.ts'
import { tellCommented } from './news.ts'
import { firstStatusOf, isShown, isTakenOff, maySee, reasonOf } from './policy.ts'
import type { CommunityTables } from './tables.ts'
import { admitWriter, fingerprintOf } from './writers.ts'

export type ResponseRow = Selectable<CommunityTables['responses']>

/**
 * Adds a comment to a post: an approved expert's shows at once, others wait.
 * @throws Refusal not_found, not_approved_yet, duplicate_response, first_day_limit
 */
export async function createResponse(app: App, caller: Caller, postId: string, content: string): Promise<PostResponse> {
  try {
    return await write(app, async tx => {
      const post = await tx
        .selectFrom('posts')
        .select(['id', 'farmer_id', 'title', 'status'])
        .where('id', '=', postId)
        .executeTakeFirst()
      if (!post || !maySee(caller, post)) throw refuse('not_found')
      if (post.status !== 'approved') throw refuse('not_approved_yet')
      await admitWriter(app, tx, caller, 'responses')
      const row = await addResponse(app, tx, caller, { post, content, replyTo: null })
      return presentResponse(row, caller.username)
    })
  } catch (error) {
    throw conflictOf(error) ?? error
  }
}

type Added = { post: { id: string; farmer_id: string; title: string }; content: string; replyTo: string | null }

/** The row of a new comment, and what follows from it. */
export async function addResponse(
  app: App,
  tx: Tx,
  caller: Caller,
  { post, content, replyTo }: Added,
): Promise<ResponseRow> {
  const now = app.clock.now()
  const status = firstStatusOf(caller)
  const role = caller.role === 'expert' ? 'expert' : 'farmer'
  const row = await tx
    .insertInto('responses')
    .values({
      post_id: post.id,
      author_id: caller.id,
      author_role: role,
      reply_to: replyTo,
      content,
      status,
      shown_at: isShown(status) ? now : null,
      flag_reason: null,
      fingerprint: fingerprintOf(content),
      created_at: now,
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
  if (isShown(status)) await tellCommented(app, tx, post, { id: row.id, author })
  return row
}

type Asked = Page & { after?: string | undefined; status?: ResponseStatus | undefined }

/**
 * All comments on a post for those who moderate them, newest first.
 * @throws Refusal not_found
 */
export async function listResponses(app: App, postId: string, { query, address }: { query: Asked; address: URL }) {
  const post = await app.db.selectFrom('posts').select('status').where('id', '=', postId).executeTakeFirst()
  if (!post || post.status === 'withdrawn') throw refuse('not_found')
  const position = positionIn(query)
  const found = await app.db
    .selectFrom('responses')
    .selectAll()
    .select(microsOf(sql.ref('created_at')).as('micros'))
    .where('post_id', '=', postId)
    .$if(query.status !== undefined, rows => rows.where('status', '=', query.status ?? 'pending'))
    .$if(position !== undefined, rows =>
      rows.where(sql<boolean>`(created_at, id) < (${instantOf(position?.micros ?? '0')}, ${position?.id ?? ''}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.page_size + 1)
    .offset(position ? 0 : offsetOf(query))
    .execute()
  const { rows, next } = cutPage(
    address,
    query,
    found.map(row => ({ ...row, rank: 0 })),
  )
  const names = await usernamesOf(app.db, [...new Set(rows.map(({ author_id }) => author_id))])
  return { results: rows.map(row => presentResponse(row, names.get(row.author_id) ?? '')), next }
}

const ownShownToThem = 20

/** The newest of a writer's comments on a post that nobody else sees. */
export async function unshownResponses(app: App, caller: Caller, postId: string): Promise<PostResponse[]> {
  const rows = await app.db
    .selectFrom('responses')
    .selectAll()
    .where('post_id', '=', postId)
    .where('author_id', '=', caller.id)
    .where('status', 'in', ['pending', 'flagged', 'hidden'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ownShownToThem)
    .execute()
  return rows.map(row => presentResponse(row, caller.username))
}

export const presentResponse = (row: ResponseRow, username: string): PostResponse => ({
  id: row.id,
  post_id: row.post_id,
  content: row.content,
  created_at: row.created_at.toISOString(),
  author: { id: row.author_id, username, role: row.author_role },
  status: row.status,
  is_approved: isShown(row.status),
  is_flagged: isTakenOff(row.status),
  is_endorsed: row.status === 'endorsed',
  flag_reason: reasonOf(row),
  reply_to: row.reply_to,
})
