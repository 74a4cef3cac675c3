import type { Post, PostInFull } from '@kutu/contract/community'
import type { Selectable } from 'kysely'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import { conflictOf } from '../db/conflicts.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { refuse } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'
import { takeNewsBack } from '../notifications/notify.ts'
import { takePointsBack } from './points.ts'
import { limits, mayOwner, maySee, unruled } from './policy.ts'
import { picturesOf } from './post-photos.ts'
import { postColumns, presentPosts } from './present-post.ts'
import { unshownResponses } from './responses.ts'
import type { CommunityTables } from './tables.ts'
import { admitWriter, fingerprintOf } from './writers.ts'

type Columns = Selectable<CommunityTables['posts']>
export type Written = Pick<Columns, 'title' | 'content' | 'crop_type' | 'disease_type' | 'urgency_level'> & {
  image?: string | null | undefined
  rust_detection?: string | null | undefined
}

/**
 * Adds a post, to be approved.
 * @throws Refusal duplicate_post, first_day_limit, validation_failed for a photo or analysis of somebody else
 */
export async function createPost(app: App, caller: Caller, written: Written, origin: string): Promise<Post> {
  const id = await refusingRepeats(() =>
    write(app, async tx => {
      await admitWriter(app, tx, caller, 'posts')
      const { id } = await tx
        .insertInto('posts')
        .values({
          ...(await columnsOf(tx, caller, written)),
          farmer_id: caller.id,
          created_at: app.clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { crop_type, disease_type, urgency_level } = written
      const after = { status: 'pending', crop_type, disease_type, urgency_level }
      await audit(app, tx, { actor: caller.id, action: 'post.added', subject: { type: 'post', id }, after })
      return id
    }),
  )
  return presentedPost(app, id, origin)
}

/**
 * Changes an own post while it waits.
 * @throws Refusal not_found, already_decided, duplicate_post
 */
export async function editPost(app: App, caller: Caller, id: string, written: Written, origin: string): Promise<Post> {
  await refusingRepeats(() =>
    write(app, async tx => {
      const post = await lockOwnPost(tx, caller, id)
      if (!mayOwner(post.status, 'edit')) throw refuse('already_decided')
      await tx
        .updateTable('posts')
        .set({
          ...(await columnsOf(tx, caller, written)),
          edited_at: app.clock.now(),
          version: post.version + 1,
          ...unruled,
        })
        .where('id', '=', id)
        .execute()
      const version = post.version
      const subject = { type: 'post', id }
      const change = { before: { version }, after: { version: version + 1 } }
      await audit(app, tx, { actor: caller.id, action: 'post.edited', subject, ...change })
    }),
  )
  return presentedPost(app, id, origin)
}

/**
 * Withdraws an own post; again changes nothing.
 * @throws Refusal not_found
 */
export async function withdrawPost(app: App, caller: Caller, id: string): Promise<void> {
  await write(app, async tx => {
    const { status } = await lockOwnPost(tx, caller, id)
    if (!mayOwner(status, 'withdraw')) return
    await tx
      .updateTable('posts')
      .set({ status: 'withdrawn', ...unruled })
      .where('id', '=', id)
      .execute()
    // What was earned by a post goes with it: else the same post could earn again.
    await takePointsBack(app, tx, { to: caller.id, reason: 'post_approved', subject: id })
    await takeNewsBack(tx, { subject: id })
    await audit(app, tx, {
      actor: caller.id,
      action: 'post.withdrawn',
      subject: { type: 'post', id },
      before: { status },
      after: { status: 'withdrawn' },
    })
  })
}

/** @throws Refusal not_found, also for a post that is not the caller's to see */
export async function showPost(app: App, caller: Caller, id: string, origin: string): Promise<PostInFull> {
  const row = await app.db.selectFrom('posts').select(postColumns).where('id', '=', id).executeTakeFirst()
  if (!row || !maySee(caller, row)) throw refuse('not_found')
  const [post] = await presentPosts(app, [row], { origin, comments: limits.commentsInPost })
  if (!post) throw refuse('not_found')
  return { ...post, my_responses: await unshownResponses(app, caller, id) }
}

/** A post that was just changed, as whoever changed it gets it. */
export async function presentedPost(app: App, id: string, origin: string): Promise<Post> {
  const rows = await app.db.selectFrom('posts').select(postColumns).where('id', '=', id).execute()
  const [post] = await presentPosts(app, rows, { origin })
  if (!post) throw refuse('not_found')
  return post
}

async function lockOwnPost(tx: Tx, caller: Caller, id: string) {
  const post = await tx
    .selectFrom('posts')
    .select(['status', 'version'])
    .where('id', '=', id)
    .where('farmer_id', '=', caller.id)
    .forUpdate()
    .executeTakeFirst()
  if (!post) throw refuse('not_found')
  return post
}

async function columnsOf(tx: Tx, caller: Caller, { image, rust_detection, ...text }: Written) {
  const fingerprint = fingerprintOf(text.title, text.content)
  return { ...text, ...(await picturesOf(tx, caller, { image, rust_detection })), fingerprint }
}

async function refusingRepeats<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw conflictOf(error) ?? error
  }
}
