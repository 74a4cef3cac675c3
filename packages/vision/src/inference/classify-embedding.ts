import { type Detection, detect } from './detect.ts'
import { computeLogits, type Head, softmaxWithTemperature } from './head.ts'
import type { ModelCard } from './model-card.ts'

export type ClassifierParams = Pick<ModelCard, 'classes' | 'thresholds' | 'temperature'>

/** Classifies a stored embedding. The result is the one that the head would give for the photo itself. */
export function classifyEmbedding(embedding: ArrayLike<number>, head: Head, card: ClassifierParams): Detection {
  return detect(softmaxWithTemperature(computeLogits(head, embedding), card.temperature), card)
}
