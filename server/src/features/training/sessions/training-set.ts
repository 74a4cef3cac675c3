import type { TrainingLabel } from '@kutu/contract/training/training-images'
import { type Contribution, selectHoldout } from '@kutu/vision/refit/holdout'
import type { HoldoutImage } from '@kutu/vision/refit/promotion-gate'
import type { TrainingImage } from '@kutu/vision/refit/refit-head'
import { VisionError } from '@kutu/vision/vision-error'
import type { App } from '../../../context.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { decodeFloat32 } from '../../../platform/float32-bytes.ts'
import { getContributors } from '../../accounts/users/contributors.ts'
import { photoKey } from '../../detection/photos/photos.ts'
import { saveEmbedding } from '../images/images.ts'

/** The photos a session trains on and those it is validated with. */
export type TrainingSet = {
  images: TrainingImage[]
  heldBack: HoldoutImage[]
  /** Number of training photos per label. */
  counts: Record<TrainingLabel, number>
  /** Number of photos used per contributor, for training or validation. */
  contributors: Map<string, number>
  /** Number of experts, and of places, with enough photos to count. */
  sources: { experts: number; places: number }
}

/** An expert or a place with fewer photos does not count as a source. */
const minImagesPerSource = 3

/** Loads all photos accepted up to `upTo`; embeddings missing for the current network are computed and saved first. */
export async function loadTrainingSet(
  app: App,
  upTo: string,
  onProgress: (share: number) => Promise<void>,
): Promise<TrainingSet> {
  await computeMissingEmbeddings(app, upTo, onProgress)
  const rows = await acceptedImages(app, upTo)
  const heldBackHashes = selectHoldout(rows.map(toContribution))
  const counts = { common_rust: 0, healthy: 0, other_disease: 0 }
  const contributors = new Map<string, number>()
  const images: TrainingImage[] = []
  const heldBack: HoldoutImage[] = []
  for (const row of rows) {
    const { source_hash: hash, label, crop_type } = row
    if (label === null) continue
    const embedding = decodeFloat32(row.embedding)
    if (heldBackHashes.has(hash)) heldBack.push({ embedding, label })
    else {
      images.push({ hash, embedding, label, crop: crop_type?.toLowerCase() ?? null })
      counts[label] += 1
    }
    const { uploader } = toContribution(row)
    contributors.set(uploader, (contributors.get(uploader) ?? 0) + 1)
  }
  const sources = await countExpertsAndPlaces(app, rows)
  return { images, heldBack, counts, contributors, sources }
}

/** Returns how many different names occur often enough; photos without one do not count. */
function countSources(names: (string | null)[]): number {
  const counts = new Map<string, number>()
  for (const name of names) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts.values()].filter(count => count >= minImagesPerSource).length
}

/**
 * Counts the experts who sent enough photos, and the places: the expert's institution or the farm's place, as they wrote
 * it. A farmer's report comes from no expert.
 */
async function countExpertsAndPlaces(app: App, rows: Row[]): Promise<TrainingSet['sources']> {
  const ids = new Set(rows.flatMap(({ uploader_id }) => uploader_id ?? []))
  const users = new Map((await getContributors(app.db, [...ids])).map(user => [user.id, user]))
  const findUser = ({ uploader_id }: Row) => (uploader_id === null ? undefined : users.get(uploader_id))
  const getExpert = (row: Row) =>
    row.pseudonym !== null ? `import ${row.pseudonym}` : findUser(row)?.role === 'expert' ? row.uploader_id : null
  const getPlace = (row: Row) =>
    row.pseudonym !== null
      ? `import ${row.pseudonym}`
      : (findUser(row)?.place ?? '').trim().toLowerCase().replaceAll(/\s+/g, ' ') || null
  return { experts: countSources(rows.map(getExpert)), places: countSources(rows.map(getPlace)) }
}

type Row = { source_hash: string; uploader_id: string | null; pseudonym: string | null; ordinal: number }

const toContribution = ({ source_hash, uploader_id, pseudonym, ordinal }: Row): Contribution => ({
  hash: source_hash,
  uploader: uploader_id ?? `import ${pseudonym}`,
  ordinal,
})

const acceptedImages = (app: App, upTo: string) =>
  app.db
    .selectFrom('training_images')
    .innerJoin('training_embeddings', 'training_embeddings.image_id', 'training_images.id')
    .select(['source_hash', 'label', 'crop_type', 'uploader_id', 'pseudonym', 'ordinal', 'embedding'])
    .where('accepted_as', '<=', upTo)
    .where('network', '=', app.vision.card.version)
    // The job that takes back an expert's photos may still be at work.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('training_exclusions')
            .select('id')
            .whereRef('expert_id', '=', 'uploader_id')
            .where('readmitted_at', 'is', null),
        ),
      ),
    )
    .orderBy('accepted_as')
    .execute()

/** Computes missing embeddings: all after a change of the network, otherwise none. */
async function computeMissingEmbeddings(
  app: App,
  upTo: string,
  onProgress: (share: number) => Promise<void>,
): Promise<void> {
  const missing = await app.db
    .selectFrom('training_images')
    .leftJoin('training_embeddings', join =>
      join
        .onRef('training_embeddings.image_id', '=', 'training_images.id')
        .on('training_embeddings.network', '=', app.vision.card.version),
    )
    .select(['training_images.id', 'photo_hash'])
    .where('accepted_as', '<=', upTo)
    .where('training_embeddings.image_id', 'is', null)
    .orderBy('accepted_as')
    .execute()
  for (const [index, { id, photo_hash }] of missing.entries()) {
    if (photo_hash !== null) await computeEmbedding(app, id, photo_hash)
    if (index % 5 === 0) await onProgress(index / missing.length)
  }
}

async function computeEmbedding(app: App, id: string, photoHash: string): Promise<void> {
  const file = await app.files.get(photoKey(photoHash))
  if (!file) return app.log.error({ image: id }, 'the file of a training photo is missing')
  try {
    const { embedding } = await app.vision.extractTrainingSample(file.bytes)
    await withTransaction(app, tx => saveEmbedding(app, tx, id, embedding))
  } catch (error) {
    if (!(error instanceof VisionError) || error.code === 'overloaded') throw error
    app.log.error({ err: error, image: id }, 'a training photo can no longer be read')
  }
}
