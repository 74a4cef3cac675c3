import { findCard } from '@kutu/advice/cards/all-cards'
import type { GuidePhoto } from '@kutu/contract/training/guide-photos'
import { getDistrict } from '@kutu/places/districts'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { selectAnalysisOrigins } from '../../detection/analyses/find-analysis.ts'
import { photoKey } from '../../detection/photos/photos.ts'

const photosPerCard = 3

/** Selects chosen photos whose farmer still consents and whose label is still the one that they were chosen for. */
export const selectAllowedPhotos = (db: Db) =>
  db
    .selectFrom('guide_photos as g')
    .innerJoin('training_images as i', join => join.onRef('i.id', '=', 'g.image_id').onRef('i.label', '=', 'g.label'))
    .innerJoin(selectAnalysisOrigins(db).as('a'), 'a.id', 'i.analysis_id')
    .innerJoin('photo_consents as c', 'c.user_id', 'a.farmer_id')
    .where('i.state', '=', 'accepted')

type PhotoRow = { id: string; photo_hash: string | null; district: string | null; month: string }

/**
 * Returns the sharpest photos of an article. Consent, label and photo are checked again, so that none is shown that is no
 * longer allowed.
 * @throws ApiError not_found for an unknown card
 */
export async function listGuidePhotos(app: App, card: string, url: URL): Promise<{ results: GuidePhoto[] }> {
  if (!findCard(card)) throw apiError('not_found')
  // Index guide_photos_of_card.
  const rows = await selectAllowedPhotos(app.db)
    .select(['i.id', 'i.photo_hash', 'a.district'])
    .select(sql<string>`to_char(a.uploaded_at at time zone ${app.config.timeZone}, 'YYYY-MM')`.as('month'))
    .where('g.card', '=', card)
    .where('g.removed_at', 'is', null)
    .orderBy('g.sharpness', 'desc')
    .orderBy('g.image_id')
    .limit(photosPerCard)
    .execute()
  return { results: rows.map(row => presentPhoto(app, row, url)) }
}

function presentPhoto(app: App, { id, photo_hash, district: code, month }: PhotoRow, url: URL): GuidePhoto {
  const district = code === null ? undefined : getDistrict(code)
  return {
    id,
    // An accepted photo has one (training_images_withdrawn_without_photo).
    image: photo_hash === null ? '' : app.files.signedUrl(photoKey(photo_hash), url.origin),
    district: district ? { name: district.name, country: district.country } : null,
    month,
  }
}

/**
 * Removes a photo from the articles for good.
 * @throws ApiError not_found, also for a photo that was removed before
 */
export async function removeGuidePhoto(app: App, caller: Caller, id: string): Promise<void> {
  await withTransaction(app, async tx => {
    const removed = await tx
      .updateTable('guide_photos')
      .set({ removed_at: app.clock.now() })
      .where('image_id', '=', id)
      .where('removed_at', 'is', null)
      .returning('card')
      .executeTakeFirstOrThrow(() => apiError('not_found'))
    const subject = { type: 'training_image', id }
    await audit(app, tx, { actor: caller.id, action: 'guide_photo.removed', subject, before: { card: removed.card } })
  })
}
