import { findPhotoCard } from '@kutu/advice/photo-cards'
import { cropType } from '@kutu/contract/common'
import { decodePhoto } from '@kutu/vision/node/photo-codec'
import { measureQuality } from '@kutu/vision/quality/photo-quality'
import { VisionError } from '@kutu/vision/vision-error'
import { type ExpressionBuilder, sql } from 'kysely'
import type { App } from '../../../context.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Database } from '../../../platform/db/database.ts'
import { selectAnalysisOrigins } from '../../detection/analyses/find-analysis.ts'
import { photoKey } from '../../detection/photos/photos.ts'
import { selectAllowedPhotos } from './guide-photos.ts'

/**
 * Photos that one run tries, chosen at random: those that cannot be added stay candidates, and must neither block the others
 * nor all be read again by each run.
 */
export const batchSize = 100
/** Experts who must have given the label, or named the disease, without seeing each other's answer. */
const minExperts = 2
/** Crops of which the label alone leads to an article about rust. */
const cropsWithRust = cropType.options.filter(crop => findPhotoCard('common_rust', crop.toLowerCase(), null))

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

type Candidate = Awaited<ReturnType<typeof listCandidates>>[number]

/**
 * Lists some photos of consenting farmers on whose label experts agreed. Their disease is the one that enough experts named.
 */
async function listCandidates(app: App) {
  // Indexes analyses_history, training_images_by_analysis and the key of training_votes.
  const labelled = app.db
    .selectFrom('photo_consents as c')
    .innerJoin(selectAnalysisOrigins(app.db).as('a'), 'a.farmer_id', 'c.user_id')
    .innerJoin('training_images as i', 'i.analysis_id', 'a.id')
    .select(['i.id', 'i.photo_hash', 'i.label', 'i.crop_type'])
    .select(eb =>
      eb
        .case()
        .when(countVotes(selectVotes(eb).whereRef('v.disease', '=', 'i.disease')), '>=', String(minExperts))
        .then(eb.ref('i.disease'))
        .end()
        .as('disease'),
    )
    .where('i.state', '=', 'accepted')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('guide_photos as g').select('g.image_id').whereRef('g.image_id', '=', 'i.id'))),
    )
    .where(eb => countVotes(selectVotes(eb)), '>=', String(minExperts))
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
    .orderBy(sql`random()`)
    .limit(batchSize)
    .execute()
}

/** Selects the votes for the label of a photo. */
const selectVotes = (eb: ExpressionBuilder<Database & { i: Database['training_images'] }, 'i'>) =>
  eb.selectFrom('training_votes as v').whereRef('v.image_id', '=', 'i.id').whereRef('v.label', '=', 'i.label')

const countVotes = (votes: ReturnType<typeof selectVotes>) =>
  votes.select(({ fn }) => fn.countAll<string>().as('count'))

/** Leaves out a photo without an article, and one whose file is lost or cannot be read. */
async function addGuidePhoto(app: App, { id, photo_hash, label, crop_type, disease }: Candidate): Promise<void> {
  const card = label === null ? undefined : findPhotoCard(label, crop_type?.toLowerCase() ?? null, disease)
  if (photo_hash === null || label === null || card === undefined) return
  const sharpness = await measureSharpness(app, photo_hash)
  if (sharpness === undefined) return
  await insertInto(app.db, 'guide_photos', {
    image_id: id,
    card,
    label,
    sharpness,
    chosen_at: app.clock.now(),
    removed_at: null,
  })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

async function measureSharpness(app: App, photoHash: string): Promise<number | undefined> {
  const file = await app.files.get(photoKey(photoHash))
  if (!file) return undefined
  try {
    const { resized, width, height } = await decodePhoto(file.bytes)
    return measureQuality(resized, { width, height }).sharpness
  } catch (error) {
    if (!(error instanceof VisionError)) throw error
    app.log.warn({ err: error, photo: photoHash }, 'a stored photo cannot be read')
    return undefined
  }
}
