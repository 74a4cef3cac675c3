import type { RustClass } from '@kutu/contract/common'
import type { StatedCrop } from '@kutu/vision/inference/crop'
import { answerEmbeddings, type LeafDetection, type NotALeaf } from '@kutu/vision/inference/detect'
import type { ActiveHead } from '@kutu/vision/node/vision'
import type { App } from '../../../context.ts'
import { decodeFloat32, encodeFloat32 } from '../../../platform/float32-bytes.ts'
import { diagnoseWithMetrics } from '../analyses/diagnose-photo.ts'
import { photoKey, type StoredPictures, storePictures } from '../photos/photos.ts'
import { mapVisionErrors } from '../vision-errors.ts'

/** The heat map and the affected area that belong to an answer. */
type Drawing = { heatmapHash: string | null; affectedArea: number | null }

/** A stored photo of a leaf and what is known about it. */
export type StoredLeaf = {
  hash: string
  width: number
  height: number
  viewEmbeddings: Buffer | null
  /** The network of the embeddings; null in analyses of earlier releases. */
  networkVersion: string | null
  /** The stored answer and its drawing; null for photos of a plant, whose area is not stored. */
  drawn: (Drawing & { rustClass: RustClass; disease: string | null }) | null
}

/** The new answer about a leaf. `pictures` are those of a new heat map. */
export type AnsweredLeaf = LeafDetection & Drawing & { viewEmbeddings: Buffer; pictures: StoredPictures | null }

/**
 * Answers about a stored photo with another crop, from its stored embeddings if they are of the active network. The photo
 * itself is diagnosed again if they are not, and for the heat map of another class.
 * @returns undefined when the photo has been lost from storage and there is nothing to answer from
 * @throws ApiError overloaded; StorageUnavailableError
 */
export async function answerStoredPhoto(
  app: App,
  leaf: StoredLeaf,
  { head, statedCrop }: { head: ActiveHead; statedCrop: StatedCrop },
): Promise<AnsweredLeaf | NotALeaf | undefined> {
  const { card } = app.vision
  const { viewEmbeddings, drawn } = leaf
  const diagnoseAgain = async () => {
    const file = await app.files.get(photoKey(leaf.hash))
    if (!file) return undefined
    const diagnosis = await mapVisionErrors(diagnoseWithMetrics(app.vision, file.bytes, { head, statedCrop }))
    return { bytes: file.bytes, diagnosis }
  }
  const storeHeatmap = (bytes: Uint8Array, heatmapPng: Uint8Array | null) =>
    heatmapPng === null ? null : storePictures(app, { ...leaf, photoJpeg: bytes, heatmapPng })

  if (viewEmbeddings === null || leaf.networkVersion !== card.version) {
    const again = await diagnoseAgain()
    if (again === undefined) return undefined
    const { diagnosis, bytes } = again
    if (!diagnosis.isLeaf) return diagnosis
    const pictures = await storeHeatmap(bytes, diagnosis.heatmapPng)
    const embeddings = encodeFloat32(diagnosis.viewEmbeddings)
    return { ...diagnosis, heatmapHash: pictures?.heatmapHash ?? null, pictures, viewEmbeddings: embeddings }
  }

  const detection = answerEmbeddings(decodeFloat32(viewEmbeddings), { card, head: head.head }, statedCrop)
  if (!detection.isLeaf) return detection
  const answer = { ...detection, viewEmbeddings, pictures: null, heatmapHash: null, affectedArea: null }
  if (detection.rustClass === 'healthy') return answer
  if (drawn !== null && drawn.rustClass === detection.rustClass && drawn.disease === detection.disease)
    return { ...answer, heatmapHash: drawn.heatmapHash, affectedArea: drawn.affectedArea }
  const again = await diagnoseAgain()
  // The stored photo is not the uploaded one to the last pixel, so it may fall into another class.
  if (!again?.diagnosis.isLeaf || again.diagnosis.rustClass !== detection.rustClass) return answer
  const { affectedArea, heatmapPng } = again.diagnosis
  const pictures = await storeHeatmap(again.bytes, heatmapPng)
  return { ...answer, affectedArea, pictures, heatmapHash: pictures?.heatmapHash ?? null }
}
