import type { Card } from './card.ts'
import { type Detection, detect } from './detect.ts'
import { averageEmbedding, calibratedProbabilities, type Head, headLogits } from './head.ts'
import { activationGrid, affectedArea, leafActivation, paintHeatmap, type RgbaImage } from './heatmap.ts'
import { findLeaf } from './leaf.ts'
import { photoTensor, type RgbImage, viewSquare } from './tensor.ts'

/** The network alone, on whatever runtime: float32 [views, 3, S, S] in, [views, C, h, w] and [views, C] out. */
export type Network = (tensor: Float32Array) => Promise<{ features: Float32Array; embeddings: Float32Array }>

export type Model = { card: Card; head: Head; network: Network }

export type PhotoDiagnosis = {
  detection: Detection
  /** Share of the leaf that looks affected, 0 to 1; null for a healthy leaf and for no leaf. */
  affectedArea: number | null
  heatmap: RgbaImage | null
}

/**
 * Everything between an upright photo and its answer; the same on server and phone.
 * @param photo its short side reduced to `decodeShortSide` when it was longer; of a long strip the centre square is enough
 * @param whole size of the upright original, which the heat map is to cover
 */
export async function diagnosePhoto(
  photo: RgbImage,
  whole: { width: number; height: number },
  { card, head, network }: Model,
): Promise<PhotoDiagnosis> {
  const { features, embeddings } = await network(photoTensor(photo, card))
  const logits = headLogits(head, averageEmbedding(embeddings, card.embeddingSize))
  const fine = calibratedProbabilities(logits, card.temperature)
  const detection = detect(fine, card)
  if (!detection.isLeaf) return { detection, affectedArea: null, heatmap: null }

  const { rustClass } = detection
  if (rustClass === 'healthy') return { detection, affectedArea: null, heatmap: null }
  const { scale } = card.views[0]
  const leaf = findLeaf(photo, viewSquare(photo.width, photo.height, scale))
  const grid = leafActivation(activationGrid(features, fine, rustClass, head, card), leaf)
  const { heat } = card.thresholds
  return {
    detection,
    affectedArea: affectedArea(grid, leaf, heat),
    heatmap: paintHeatmap(grid, leaf, whole, viewSquare(whole.width, whole.height, scale), rustClass, heat),
  }
}
