import type { Post, PostDetails } from '@kutu/contract/community/community'
import type { Selectable } from 'kysely'
import type { App } from '../../../context.ts'
import { advisoryLock } from '../../../platform/db/advisory-lock.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { retractNotifications } from '../../notifications/inbox/notify.ts'
import { revokePoints } from '../points.ts'
import { canView, clearedFlag, isAuthorActionAllowed, limits } from '../policy.ts'
import { listOwnHiddenResponses } from '../responses/responses.ts'
import type { CommunityTables } from '../tables.ts'
import { enforceNewAccountLimit, hashExactly } from '../writing-limits.ts'
import { resolvePictures } from './post-photos.ts'
import { postColumns, presentPosts } from './present-post.ts'

type PostTableColumns = Selectable<CommunityTables['posts']>
export type PostInput = Pick<PostTableColumns, 'title' | 'content' | 'crop_type' | 'disease_type' | 'urgency_level'> & {
  image?: string | null | undefined
  rust_detection?: string | null | undefined
}

/**
 * Creates a pending post.
 * @throws ApiError duplicate_post, first_day_limit, validation_failed for a photo or analysis of another user
 */
export async function createPost(db: Db, app: App, caller: Caller, input: PostInput, origin: string): Promise<Post> {
  const id = await mapConstraintErrors(
    withTransaction(db, async tx => {
      await enforceNewAccountLimit(app, tx, caller, 'posts')
      const { id } = await insertInto(tx, 'posts', {
        ...(await buildUniqueColumns(tx, caller, input)),
        farmer_id: caller.id,
        created_at: app.clock.now(),
        flag_reason: null,
        hidden_reason: null,
        decided_at: null,
        moderated_at: null,
        edited_at: null,
        answer_checked_at: null,
      })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { crop_type, disease_type, urgency_level } = input
      const after = { status: 'pending', crop_type, disease_type, urgency_level }
      await audit(app, tx, { actor: caller.id, action: 'post.added', subject: { type: 'post', id }, after })
      return id
    }),
  )
  return presentPostById(db, app, id, origin)
}

/**
 * Updates an own post while it is pending.
 * @throws ApiError not_found, already_decided, duplicate_post
 */
export async function editPost(app: App, caller: Caller, id: string, input: PostInput, origin: string): Promise<Post> {
  await mapConstraintErrors(
    withTransaction(app, async tx => {
      const post = await lockOwnPost(tx, caller, id)
      if (!isAuthorActionAllowed(post.status, 'edit')) throw apiError('already_decided')
      await tx
        .updateTable('posts')
        .set({
          ...(await buildUniqueColumns(tx, caller, input, { id, ...post })),
          edited_at: app.clock.now(),
          version: post.version + 1,
          ...clearedFlag,
        })
        .where('id', '=', id)
        .execute()
      const version = post.version
      const subject = { type: 'post', id }
      const change = { before: { version }, after: { version: version + 1 } }
      await audit(app, tx, { actor: caller.id, action: 'post.edited', subject, ...change })
    }),
  )
  return presentPostById(app.db, app, id, origin)
}

/**
 * Withdraws an own post. Withdrawing it again has no effect.
 * @throws ApiError not_found
 */
export async function withdrawPost(app: App, caller: Caller, id: string): Promise<void> {
  await withTransaction(app, async tx => {
    const { status } = await lockOwnPost(tx, caller, id)
    if (!isAuthorActionAllowed(status, 'withdraw')) return
    await tx
      .updateTable('posts')
      .set({ status: 'withdrawn', ...clearedFlag })
      .where('id', '=', id)
      .execute()
    // The points go with the post; otherwise the same post could earn them again.
    await revokePoints(app, tx, { to: caller.id, reason: 'post_approved', subject: id })
    await retractNotifications(tx, { subject: id })
    await audit(app, tx, {
      actor: caller.id,
      action: 'post.withdrawn',
      subject: { type: 'post', id },
      before: { status },
      after: { status: 'withdrawn' },
    })
  })
}

/**
 * Returns one post with its comments.
 * @throws ApiError not_found, also if the caller may not see the post
 */
export async function showPost(app: App, caller: Caller, id: string, origin: string): Promise<PostDetails> {
  const row = await app.db.selectFrom('posts').select(postColumns).where('id', '=', id).executeTakeFirst()
  if (!row || !canView(caller, row)) throw apiError('not_found')
  const [post] = await presentPosts(app.db, app, [row], { origin, comments: limits.maxCommentsInPost })
  if (!post) throw apiError('not_found')
  return { ...post, my_responses: await listOwnHiddenResponses(app, caller, id) }
}

/** Returns a post that was just changed, as the API presents it. */
export async function presentPostById(db: Db, app: App, id: string, origin: string): Promise<Post> {
  const rows = await db.selectFrom('posts').select(postColumns).where('id', '=', id).execute()
  const [post] = await presentPosts(db, app, rows, { origin })
  if (!post) throw apiError('not_found')
  return post
}

async function lockOwnPost(tx: Tx, caller: Caller, id: string) {
  return await tx
    .selectFrom('posts')
    .select(['status', 'version', 'photo_hash', 'analysis_id'])
    .where('id', '=', id)
    .where('farmer_id', '=', caller.id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => apiError('not_found'))
}

type StoredPost = Pick<PostTableColumns, 'id' | 'photo_hash' | 'analysis_id'>

/**
 * Returns the columns of a post that its author has not said before.
 * @throws ApiError duplicate_post
 */
async function buildUniqueColumns(
  tx: Tx,
  caller: Caller,
  { image, rust_detection, ...fields }: PostInput,
  current?: StoredPost,
) {
  const { photo_hash = current?.photo_hash ?? null, analysis_id = current?.analysis_id ?? null } =
    await resolvePictures(tx, caller, { image, rust_detection })
  const { title, content, crop_type, disease_type, urgency_level } = fields
  const pictures = [photo_hash ?? '', analysis_id ?? '']
  const fingerprint = hashExactly(title, content, crop_type, disease_type, urgency_level, ...pictures)
  // The constraint posts_said_once guarantees it; the lock and the query are for the title in the message.
  await advisoryLock(tx, `author ${caller.id}`)
  const first = await tx
    .selectFrom('posts')
    .select('title')
    .where('farmer_id', '=', caller.id)
    .where('fingerprint', '=', fingerprint)
    .where('status', '<>', 'withdrawn')
    .$if(current !== undefined, query => query.where('id', '<>', current?.id ?? ''))
    .executeTakeFirst()
  if (first) throw apiError('duplicate_post', { values: { title: first.title } })
  return { ...fields, photo_hash, analysis_id, fingerprint }
}
