import { computeAffectedArea, type RgbaImage, renderHeatmap } from '../heatmap/heatmap.ts'
import { segmentPhoto } from '../heatmap/segmentation.ts'
import { checkQuality, measureQuality, type QualityWarning } from '../quality/photo-quality.ts'
import { type Detection, detect } from './detect.ts'
import { averageEmbedding, computeLogits, type Head, softmaxWithTemperature } from './head.ts'
import type { ModelCard } from './model-card.ts'
import { computeViewSquare, createInputTensor, type RgbImage } from './tensor.ts'

/** The network alone, on whatever runtime: float32 [views, 3, S, S] in, [views, C, h, w] and [views, C] out. */
export type Network = (tensor: Float32Array) => Promise<{ features: Float32Array; embeddings: Float32Array }>

export type Model = { card: ModelCard; head: Head; network: Network }

export type PhotoDiagnosis = {
  detection: Detection
  /** The mean over the views: what the head answers from. */
  embedding: Float64Array
  /** Share of the leaf that looks affected, 0 to 1; null for a healthy leaf, no leaf, and what affects whole plants. */
  affectedArea: number | null
  heatmap: RgbaImage | null
  /** What is wrong with the photo itself, whatever the answer. */
  quality: QualityWarning[]
}

/**
 * Everything between an upright photo and its answer; the same on server and phone.
 * @param photo its short side reduced to `decodeShortSide` when it was longer; its middle is enough
 * @param whole size of the upright original, which the heat map is to cover
 */
export async function diagnosePhoto(
  photo: RgbImage,
  original: { width: number; height: number },
  { card, head, network }: Model,
): Promise<PhotoDiagnosis> {
  const { features, embeddings } = await network(createInputTensor(photo, card))
  const embedding = averageEmbedding(embeddings, card.embeddingSize)
  const logits = computeLogits(head, embedding)
  const fineProbabilities = softmaxWithTemperature(logits, card.temperature)
  const detection = rejectIfBlank(detect(fineProbabilities, card), hasDetail(photo, original))
  const quality = checkQuality(measureQuality(photo, original), card.quality)
  if (!detection.isLeaf) return { detection, embedding, affectedArea: null, heatmap: null, quality }

  const { rustClass } = detection
  if (rustClass === 'healthy') return { detection, embedding, affectedArea: null, heatmap: null, quality }
  const { scale } = card.views[0]
  const parts = segmentPhoto(photo, computeViewSquare(photo.width, photo.height, scale), features, head, card)
  const { heat } = card.thresholds
  return {
    detection,
    embedding,
    affectedArea: isSystemicDisease(detection.disease) ? null : computeAffectedArea(parts, heat),
    heatmap: renderHeatmap(parts, original, computeViewSquare(original.width, original.height, scale), rustClass, heat),
    quality,
  }
}

/** A virus shows in the colour of every leaf, not in spots on some: no share of a leaf says how ill the plant is. */
const isSystemicDisease = (disease: string | null) => disease === 'streak_virus'

const minSide = 32
/** Of 256: less than this within the square looked at is no texture, only a trace of its compression. */
const minChannelRange = 12

/** False for too few pixels to show anything, and for one plain colour, such as that of a wall or a covered lens. */
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

/** Trained on photos alone, the model takes plain green for a healthy leaf: where there is nothing to see it is not asked. */
function rejectIfBlank(detection: Detection, isDetailed: boolean): Detection {
  if (isDetailed || !detection.isLeaf) return detection
  const { productProbabilities, fineProbabilities } = detection
  return { isLeaf: false, leafProbability: 0, productProbabilities, fineProbabilities }
}
