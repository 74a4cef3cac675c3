import { findPhotoCard } from '@kutu/advice/photo-cards'
import { type CropType, cropType } from '@kutu/contract/common'
import type { TrainingLabel } from '@kutu/contract/training/training-images'
import { decodePhoto } from '@kutu/vision/node/photo-codec'
import { measureQuality } from '@kutu/vision/quality/photo-quality'
import type { ExpressionBuilder } from 'kysely'
import type { App } from '../../../context.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import type { Database } from '../../../platform/db/database.ts'
import { selectAnalysisOrigins } from '../../detection/analyses/find-analysis.ts'
import { photoKey } from '../../detection/photos/photos.ts'
import { selectAllowedPhotos } from './guide-photos.ts'

/** Photos that one run measures; the next run goes on. */
const batchSize = 50
/** Experts who must have given the label, or named the disease, without seeing each other's answer. */
const minExperts = 2
/** Crops of which the label alone leads to an article about rust. */
const cropsWithRust = cropType.options.filter(crop => findPhotoCard('common_rust', crop.toLowerCase(), null))

type Candidate = {
  id: string
  photo_hash: string | null
  label: TrainingLabel | null
  crop_type: CropType | null
  /** The disease that enough experts named. */
  disease: string | null
}

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
  const labelled = app.db
    .selectFrom('photo_consents as c')
    .innerJoin(selectAnalysisOrigins(app.db).as('a'), 'a.farmer_id', 'c.user_id')
    .innerJoin('training_images as i', 'i.analysis_id', 'a.id')
    .select(['i.id', 'i.photo_hash', 'i.label', 'i.crop_type', 'i.accepted_as'])
    .select(eb =>
      selectVotes(eb)
        .select('v.disease')
        .where('v.disease', 'is not', null)
        .groupBy('v.disease')
        .having(({ fn }) => fn.countAll(), '>=', minExperts)
        .limit(1)
        .as('disease'),
    )
    .where('i.state', '=', 'accepted')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('guide_photos as g').select('g.image_id').whereRef('g.image_id', '=', 'i.id'))),
    )
    .where(eb => selectVotes(eb).select(({ fn }) => fn.countAll<string>().as('count')), '>=', String(minExperts))
  return app.db
    .selectFrom(labelled.as('labelled'))
    .selectAll()
    .where(({ eb, or, and }) =>
      or([
        eb('label', '=', 'healthy'),
        and([eb('label', '=', 'common_rust'), eb('crop_type', 'in', cropsWithRust)]),
        eb('disease', 'is not', null),
      ]),
    )
    .orderBy('accepted_as')
    .limit(batchSize)
    .execute()
}

/** Selects the votes for the label of a photo. */
const selectVotes = (eb: ExpressionBuilder<Database & { i: Database['training_images'] }, 'i'>) =>
  eb.selectFrom('training_votes as v').whereRef('v.image_id', '=', 'i.id').whereRef('v.label', '=', 'i.label')

async function addGuidePhoto(app: App, { id, photo_hash, label, crop_type, disease }: Candidate): Promise<void> {
  if (photo_hash === null || label === null) return
  const card = findPhotoCard(label, crop_type?.toLowerCase() ?? null, disease)
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
