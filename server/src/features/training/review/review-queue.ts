import { isNameable } from '@kutu/advice/photo-cards'
import type { CropType, PageQuery } from '@kutu/contract/common'
import type { QueuedImage, Review } from '@kutu/contract/training/training-images'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { countUpTo } from '../../../platform/db/count-up-to.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { ApiError, apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import type { ReplyContext } from '../../../platform/http/handlers.ts'
import { onPage, pageReply } from '../../../platform/http/pagination.ts'
import { contentHash } from '../../../platform/storage/file-store.ts'
import { photoKey } from '../../detection/photos/photos.ts'
import { addVote, lockTrainingImages, resolveLabel } from '../images/images.ts'

/** One hidden control photo is mixed in per this many waiting photos. */
const waitingPerControl = 5

type Query = PageQuery & { crop_type?: CropType | undefined }

/**
 * Returns the page of photos that the caller can review, oldest first, mixed with control photos on which several
 * experts agreed. The reply reveals neither which is which nor what anybody said.
 */
export async function listReviewQueue(
  app: App,
  caller: Caller,
  { query, ...context }: { query: Query } & ReplyContext,
) {
  const rows = await selectPage(app.db, caller, query)
  const items = rows.map(row => presentQueued(app, row, context.url))
  return pageReply(context.url, query, await countQueue(app.db, caller, query), shuffleForExpert(items, caller.id))
}

/** Returns how many waiting photos and how many controls a page has. */
function dividePage({ page_size }: Pick<PageQuery, 'page_size'>) {
  const controls = Math.max(1, Math.floor(page_size / (waitingPerControl + 1)))
  return { controls, waiting: Math.max(1, page_size - controls) }
}

async function selectPage(db: Db, caller: Pick<Caller, 'id'>, query: Query): Promise<QueuedRow[]> {
  const onPage = dividePage(query)
  const waiting = await selectWaiting(db, caller, query.crop_type)
    .select(['training_images.id', 'photo_hash', 'crop_type'])
    .orderBy('uploaded_at')
    .orderBy('training_images.id')
    .limit(onPage.waiting)
    .offset((query.page - 1) * onPage.waiting)
    .execute()
  const controlCount = Math.ceil((onPage.controls * waiting.length) / onPage.waiting)
  const controls = controlCount === 0 ? [] : await selectControls(db, caller, { ...query, page_size: controlCount })
  return [...waiting, ...controls]
}

/**
 * Counts the photos of the queue together with its control photos, so that no figure tells them apart. Waiting ones are
 * counted up to `max`; the number of controls is exact for a queue of one page.
 */
export async function countQueue(db: Db, caller: Pick<Caller, 'id'>, query: Query, max?: number): Promise<number> {
  const onPage = dividePage(query)
  // Ordered like the index, so that the database reads only the first rows instead of all photos.
  const waiting = await countUpTo(db, selectWaiting(db, caller, query.crop_type).orderBy('uploaded_at'), max)
  const controls = Math.ceil((onPage.controls * waiting) / onPage.waiting)
  if (waiting > onPage.waiting || waiting === 0) return waiting + controls
  return waiting + (await selectControls(db, caller, { ...query, page: 1, page_size: controls })).length
}

const selectWaiting = (db: Db, caller: Pick<Caller, 'id'>, cropType: CropType | undefined) =>
  selectUnreviewed(db, caller)
    .where('state', '=', 'waiting')
    .$if(cropType !== undefined, query => query.where('crop_type', '=', cropType ?? 'MAIZE'))

/** Selects photos of other users that the caller has not voted on. */
const selectUnreviewed = (db: Db, caller: Pick<Caller, 'id'>) =>
  db
    .selectFrom('training_images')
    .where(sql<boolean>`training_images.uploader_id is distinct from ${caller.id}`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('training_votes')
            .select('expert_id')
            .whereRef('training_votes.image_id', '=', 'training_images.id')
            .where('training_votes.expert_id', '=', caller.id),
        ),
      ),
    )

/** Selects control photos, starting at a different place for each expert, so that not everyone gets the same few. */
async function selectControls(db: Db, caller: Pick<Caller, 'id'>, query: Query): Promise<QueuedRow[]> {
  const selectFromId = (comparison: '>=' | '<') =>
    selectUnreviewed(db, caller)
      .select(['training_images.id', 'photo_hash', 'crop_type'])
      .where('is_control', '=', true)
      .where('training_images.id', comparison, caller.id)
      .orderBy('training_images.id')
  const after = await selectFromId('>=').$call(onPage(query)).execute()
  const remaining = query.page_size - after.length
  const before = remaining > 0 ? await selectFromId('<').limit(remaining).execute() : []
  return [...after, ...before]
}

type QueuedRow = { id: string; photo_hash: string | null; crop_type: CropType | null }

const presentQueued = (app: App, { id, photo_hash, crop_type }: QueuedRow, url: URL): QueuedImage => ({
  id,
  image: photo_hash === null ? '' : app.files.signedUrl(photoKey(photo_hash), url.origin),
  crop_type,
})

/** Shuffles the page in a stable order per expert, so that the position does not reveal control photos. */
function shuffleForExpert(items: QueuedImage[], expertId: string): QueuedImage[] {
  const hash = ({ id }: QueuedImage) => contentHash(Buffer.from(`order ${expertId} ${id}`))
  return [...items].sort((a, b) => (hash(a) < hash(b) ? -1 : 1))
}

/**
 * Saves an expert's review. The reply is the same for waiting photos and for controls.
 * @throws ApiError not_found, own_image, already_decided; validation_failed for a disease of another crop or label
 */
export async function reviewImage(app: App, caller: Caller, id: string, review: Review) {
  return withTransaction(app, async tx => {
    await lockTrainingImages(tx)
    const image = await tx
      .selectFrom('training_images')
      .select(['id', 'uploader_id', 'state', 'label', 'is_control', 'crop_type'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!image || image.state === 'duplicate' || image.state === 'withdrawn') throw apiError('not_found')
    if (image.uploader_id === caller.id) throw apiError('own_image')
    if (image.state !== 'waiting' && !image.is_control) throw apiError('already_decided')
    const label = review.action === 'refuse' ? null : review.label
    const disease = review.action === 'refuse' ? undefined : review.disease
    if (disease !== undefined && !isNameable(disease, label ?? '', image.crop_type?.toLowerCase() ?? null))
      throw new ApiError('validation_failed', { fields: [{ field: 'disease', key: 'field.invalid' }] })
    const agreed = image.is_control ? label === image.label : undefined
    await addVote(app, tx, {
      imageId: id,
      expertId: caller.id,
      label,
      disease,
      agreed,
      kind: image.is_control ? 'control' : 'review',
    })
    if (!image.is_control) await applyReview(app, tx, { id, caller, review, before: image.state })
    return { id, action: review.action, label }
  })
}

type AppliedReview = { id: string; caller: Caller; review: Review; before: string }

async function applyReview(app: App, tx: Tx, { id, caller, review, before }: AppliedReview): Promise<void> {
  await resolveLabel(app, tx, id)
  const after = await tx
    .selectFrom('training_images')
    .select(['state', 'label'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await audit(app, tx, {
    actor: caller.id,
    action: 'training_image.reviewed',
    subject: { type: 'training_image', id },
    before: { state: before },
    after: { action: review.action, ...after },
  })
}
