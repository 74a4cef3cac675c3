import { findPhotoCard } from '@kutu/advice/photo-cards'
import type { TrainingLabel } from '@kutu/contract/training/training-images'
import { decodePhoto } from '@kutu/vision/node/photo-codec'
import { measureQuality } from '@kutu/vision/quality/photo-quality'
import type { App } from '../../../context.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import { selectAnalysisOrigins } from '../../detection/analyses/find-analysis.ts'
import { photoKey } from '../../detection/photos/photos.ts'
import { selectAllowedPhotos } from './guide-photos.ts'

/** Photos that one run measures; the next run goes on. */
const batchSize = 50
/** Experts who must have given the label without seeing each other's answer. */
const minExperts = 2

type Candidate = { id: string; photo_hash: string | null; label: TrainingLabel | null; crop_type: string | null }

/**
 * Job `choose_guide_photos`: measures the sharpness of farmers' photos that may appear in an article, and forgets those
 * that may no longer. A run that is repeated adds nothing twice.
 */
export async function chooseGuidePhotos(app: App): Promise<void> {
  await app.db
    .deleteFrom('guide_photos')
    .where('removed_at', 'is', null)
    .where('image_id', 'not in', selectAllowedPhotos(app.db).select('g.image_id'))
    .execute()
  for (const candidate of await listCandidates(app)) await addGuidePhoto(app, candidate)
}

/** Lists photos of consenting farmers on whose label experts agreed, oldest first. */
async function listCandidates(app: App): Promise<Candidate[]> {
  // Indexes analyses_history, training_images_by_analysis and the key of training_votes.
  return app.db
    .selectFrom('photo_consents as c')
    .innerJoin(selectAnalysisOrigins(app.db).as('a'), 'a.farmer_id', 'c.user_id')
    .innerJoin('training_images as i', 'i.analysis_id', 'a.id')
    .select(['i.id', 'i.photo_hash', 'i.label', 'i.crop_type'])
    .where('i.state', '=', 'accepted')
    .where(({ eb, or, and }) =>
      or([eb('i.label', '=', 'healthy'), and([eb('i.label', '=', 'common_rust'), eb('i.crop_type', 'is not', null)])]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('guide_photos as g').select('g.image_id').whereRef('g.image_id', '=', 'i.id'))),
    )
    .where(
      eb =>
        eb
          .selectFrom('training_votes as v')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .whereRef('v.image_id', '=', 'i.id')
          .whereRef('v.label', '=', 'i.label'),
      '>=',
      String(minExperts),
    )
    .orderBy('i.accepted_as')
    .limit(batchSize)
    .execute()
}

async function addGuidePhoto(app: App, { id, photo_hash, label, crop_type }: Candidate): Promise<void> {
  if (photo_hash === null || label === null || label === 'other_disease') return
  const card = findPhotoCard(label, crop_type?.toLowerCase() ?? null)
  const file = await app.files.get(photoKey(photo_hash))
  if (card === undefined || !file) return
  const { stored, width, height } = await decodePhoto(file.bytes)
  const { sharpness } = measureQuality(stored, { width, height })
  await app.db
    .insertInto('guide_photos')
    .values({
      image_id: id,
      card,
      label,
      sharpness,
      chosen_at: app.clock.now(),
      removed_at: null,
    } satisfies CompleteInsert<'guide_photos'>)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
