import type { CropType } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'
import type { Diagnosis, LeafDiagnosis } from '@kutu/vision/node'
import { detectPlant, leadingLeaf } from '@kutu/vision/plant'
import type { Finding } from '@kutu/vision/settle'
import type { App } from '../context.ts'
import { write } from '../db/write.ts'
import { contentHash } from '../files/files.ts'
import { Refusal, refuse } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'
import { type Asked, addAnalysis, showAnalysis } from './analyses.ts'
import { addPhotos, keepPhotos } from './analysis-photos.ts'
import { refusingBadPhotos } from './refusals.ts'

/** What the photos of one plant show, each and together. `leading` stands for the plant in the history. */
export type FoundPlant = {
  sourceHash: string
  diagnoses: Diagnosis[]
  finding: Finding
  leading: LeafDiagnosis
}

/**
 * Diagnoses photos of one plant, one after the other, so that a plant takes one place of the queue. Photos of no leaf are
 * left out; of the same bytes sent twice only one is evidence.
 * @throws Refusal not_a_leaf when none shows a leaf; what a single photo is refused for, naming it as `images.0`
 */
export async function lookAtPlant(app: App, photos: Uint8Array[]): Promise<FoundPlant> {
  const hashes = photos.map(contentHash)
  const diagnoses: Diagnosis[] = []
  for (const [at, bytes] of photos.entries()) {
    const same = diagnoses[hashes.indexOf(hashes[at] ?? '')]
    diagnoses.push(same ?? (await diagnoseOne(app, bytes, at)))
  }
  const leaves = [...new Set(diagnoses)].filter(diagnosis => diagnosis.isLeaf)
  if (leaves.length === 0) throw refuse('not_a_leaf')
  const joint = detectPlant(leaves, app.vision.card)
  const leading = leadingLeaf(leaves, joint)
  if (!leading) throw new Error('A plant of leaves has a leading leaf')
  return {
    sourceHash: contentHash(Buffer.from(hashes.join())),
    diagnoses,
    finding: { ...joint, affectedArea: meanAffectedArea(leaves, joint) },
    leading,
  }
}

async function diagnoseOne(app: App, bytes: Uint8Array, at: number): Promise<Diagnosis> {
  try {
    return await refusingBadPhotos(app.vision.diagnose(bytes))
  } catch (error) {
    if (!(error instanceof Refusal) || error.word === 'overloaded') throw error
    throw refuse(error.word, { fields: [{ field: `images.${at}`, key: `error.${error.word}` }] })
  }
}

/** Over the leaves that show what the plant is said to have; null for a healthy plant and where no area is known. */
function meanAffectedArea(leaves: LeafDiagnosis[], { rustClass }: Pick<Finding, 'rustClass'>): number | null {
  const areas = leaves
    .filter(leaf => leaf.rustClass === rustClass)
    .flatMap(({ affectedArea }) => (affectedArea === null ? [] : [affectedArea]))
  return areas.length === 0 ? null : areas.reduce((sum, area) => sum + area, 0) / areas.length
}

/** Adds what was found to the caller's history, as one analysis. */
export async function addPlant(
  app: App,
  caller: Caller,
  { found, cropType, ...asked }: { found: FoundPlant; cropType: CropType | undefined } & Asked,
): Promise<Analysis & { photos: NonNullable<Analysis['photos']> }> {
  const { sourceHash, diagnoses, finding, leading } = found
  const id = await write(app, async tx => {
    const kept = await keepPhotos(app, tx, diagnoses)
    const pictures = kept.find(({ diagnosis }) => diagnosis === leading)?.pictures
    if (!pictures) throw new Error('The leading leaf was not kept')
    // A map of another class than the plant is said to have would show the wrong spots.
    const heatmapHash = leading.rustClass === finding.rustClass ? pictures.heatmapHash : null
    const shown = { photoId: pictures.photoId, heatmapHash }
    const added = { finding, pictures: shown, sourceHash, cropType: cropType ?? null }
    const analysisId = await addAnalysis(app, tx, caller, added)
    await addPhotos(tx, analysisId, kept)
    return analysisId
  })
  const { photos = [], ...analysis } = await showAnalysis(app, caller, { id, ...asked })
  return { ...analysis, photos }
}
