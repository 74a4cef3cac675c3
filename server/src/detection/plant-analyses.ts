import type { CropType } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'
import type { ActiveHead, Diagnosis, LeafDiagnosis } from '@kutu/vision/node'
import { answerPlant, type PlantAnswer } from '@kutu/vision/plant'
import { qualityWarnings } from '@kutu/vision/quality'
import type { App } from '../context.ts'
import { write } from '../db/write.ts'
import { contentHash } from '../files/files.ts'
import { Refusal, refuse } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'
import { type Asked, addAnalysis, showAnalysis } from './analyses.ts'
import { addPhotos, keepPhotos } from './analysis-photos.ts'
import { refusingBadPhotos } from './refusals.ts'

/** What the photos of one plant show, each and together. */
export type FoundPlant = PlantAnswer<LeafDiagnosis> & {
  sourceHash: string
  diagnoses: Diagnosis[]
  modelVersion: string
}

/**
 * Diagnoses photos of one plant, one after the other, so that a plant takes one place of the queue. Photos of no leaf are
 * left out; of the same bytes sent twice only one is evidence.
 * @throws Refusal not_a_leaf when none shows a leaf; what a single photo is refused for, naming it as `images.0`
 */
export async function lookAtPlant(app: App, photos: Uint8Array[]): Promise<FoundPlant> {
  const hashes = photos.map(contentHash)
  const diagnoses: Diagnosis[] = []
  const { active } = app.vision
  for (const [at, bytes] of photos.entries()) {
    const same = diagnoses[hashes.indexOf(hashes[at] ?? '')]
    diagnoses.push(same ?? (await diagnoseOne(app, { bytes, at, using: active })))
  }
  const answer = answerPlant<LeafDiagnosis>(diagnoses, app.vision.card)
  if (answer === null) throw refuse('not_a_leaf')
  const sourceHash = contentHash(Buffer.from(hashes.join()))
  return { ...answer, sourceHash, diagnoses, modelVersion: active.version }
}

type OneOfPlant = { bytes: Uint8Array; at: number; using: ActiveHead }

async function diagnoseOne(app: App, { bytes, at, using }: OneOfPlant): Promise<Diagnosis> {
  try {
    return await refusingBadPhotos(app.vision.diagnose(bytes, using))
  } catch (error) {
    if (!(error instanceof Refusal) || error.word === 'overloaded') throw error
    throw refuse(error.word, { fields: [{ field: `images.${at}`, key: `error.${error.word}` }] })
  }
}

/** Adds what was found to the caller's history, as one analysis. */
export async function addPlant(
  app: App,
  caller: Caller,
  { found, cropType, ...asked }: { found: FoundPlant; cropType: CropType | undefined } & Asked,
): Promise<Analysis & { photos: NonNullable<Analysis['photos']> }> {
  const { sourceHash, diagnoses, modelVersion, finding, leading, showsHeatmap } = found
  const id = await write(app, async tx => {
    const kept = await keepPhotos(app, tx, diagnoses)
    const pictures = kept.find(({ diagnosis }) => diagnosis === leading)?.pictures
    if (!pictures) throw new Error('The leading leaf was not kept')
    const shown = { photoId: pictures.photoId, heatmapHash: showsHeatmap ? pictures.heatmapHash : null }
    const quality = qualityWarnings.filter(warning => diagnoses.some(each => each.quality.includes(warning)))
    const added = { finding, quality, modelVersion, pictures: shown, sourceHash, cropType: cropType ?? null }
    const analysisId = await addAnalysis(app, tx, caller, added)
    await addPhotos(tx, analysisId, kept)
    return analysisId
  })
  const { photos = [], ...analysis } = await showAnalysis(app, caller, { id, ...asked })
  return { ...analysis, photos }
}
