import { computeAffectedArea, type RgbaImage, renderHeatmap } from '../heatmap/heatmap.ts'
import { segmentPhoto } from '../heatmap/segmentation.ts'
import { checkQuality, measureQuality, type QualityWarning } from '../quality/photo-quality.ts'
import type { StatedCrop } from './crop.ts'
import { answerEmbeddings, type Detection, type Finding } from './detect.ts'
import { averageEmbedding, type Head } from './head.ts'
import type { ModelCard } from './model-card.ts'
import { computeViewSquare, type RgbImage } from './rgb-image.ts'
import { createInputTensor } from './tensor.ts'

/**
 * Runs the network, without the head: float32 [views, 3, S, S] in, feature maps [views, C, h, w] and embeddings
 * [views, C] out. Each runtime has its own implementation.
 */
export type Network = (tensor: Float32Array) => Promise<{ features: Float32Array; embeddings: Float32Array }>

export type Model = { card: ModelCard; head: Head; network: Network }

export type ImageDiagnosis = Pick<Finding, 'affectedArea'> & {
  detection: Detection
  /** Mean embedding of the views, the input of the head. */
  embedding: Float64Array
  /** Embeddings of the views, float32 [views, embedding]. `answerEmbeddings` answers from them with another crop. */
  viewEmbeddings: Float32Array
  /** True for a photo of very few pixels or of one plain color. It is never a leaf. */
  isBlank: boolean
  heatmap: RgbaImage | null
  /** Problems of the photo itself, independent of the answer. */
  quality: QualityWarning[]
}

/**
 * Diagnoses an upright photo. Server and phone both run this function, so the same pixels give the same answer.
 * @param photo the decoded photo, with its short side reduced to `decodeShortSide`; the central square is enough
 * @param original size of the upright original, which the heat map covers
 * @param statedCrop the crop that the farmer stated
 */
export async function diagnoseImage(
  photo: RgbImage,
  original: { width: number; height: number },
  { card, head, network }: Model,
  statedCrop: StatedCrop = null,
): Promise<ImageDiagnosis> {
  const { features, embeddings: viewEmbeddings } = await network(createInputTensor(photo, card))
  const isBlank = !hasDetail(photo, original)
  const detection = rejectIfBlank(answerEmbeddings(viewEmbeddings, { card, head }, statedCrop), isBlank)
  const quality = checkQuality(measureQuality(photo, original), card.quality)
  const embedding = averageEmbedding(viewEmbeddings, card.embeddingSize)
  const diagnosis = { detection, embedding, viewEmbeddings, isBlank, quality, affectedArea: null, heatmap: null }
  if (!detection.isLeaf || detection.rustClass === 'healthy') return diagnosis

  const { rustClass } = detection
  const { scale } = card.views[0]
  const segmentation = segmentPhoto(photo, computeViewSquare(photo.width, photo.height, scale), features, head, card)
  return {
    ...diagnosis,
    affectedArea: isSystemicDisease(detection.disease) ? null : computeAffectedArea(segmentation, card.thresholds.heat),
    heatmap: renderHeatmap(
      segmentation,
      original,
      computeViewSquare(original.width, original.height, scale),
      rustClass,
    ),
  }
}

/** A virus discolors every leaf instead of making spots, so the affected share of one leaf says nothing about the plant. */
const isSystemicDisease = (disease: string | null) => disease === 'streak_virus'

const minSide = 32
/** A smaller range of all three channels (0 to 255) is compression noise, not texture. */
const minChannelRange = 12

/** Returns false for a photo of very few pixels or of one plain color, such as a wall or a covered lens. */
function hasDetail(photo: RgbImage, original: { width: number; height: number }): boolean {
  if (Math.min(original.width, original.height) < minSide) return false
  const { left, top, side } = computeViewSquare(photo.width, photo.height, 1)
  const minByChannel = [255, 255, 255]
  const maxByChannel = [0, 0, 0]
  for (let y = top; y < top + side; y++) {
    const row = photo.data.subarray((y * photo.width + left) * 3, (y * photo.width + left + side) * 3)
    for (let i = 0; i < row.length; i++) {
      const value = row[i] ?? 0
      const channel = i % 3
      minByChannel[channel] = Math.min(minByChannel[channel] ?? 255, value)
      maxByChannel[channel] = Math.max(maxByChannel[channel] ?? 0, value)
      if ((maxByChannel[channel] ?? 0) - (minByChannel[channel] ?? 0) >= minChannelRange) return true
    }
  }
  return false
}

/** Overrides the answer for a blank photo: the model never saw one in training and takes plain green for a healthy leaf. */
function rejectIfBlank(detection: Detection, isBlank: boolean): Detection {
  if (!isBlank || !detection.isLeaf) return detection
  const { fineProbabilities, viewProbabilities, productProbabilities } = detection
  return { isLeaf: false, leafProbability: 0, fineProbabilities, viewProbabilities, productProbabilities }
}
