import { type Detection, detect } from './detect.ts'
import { computeLogits, type Head, softmaxWithTemperature } from './head.ts'
import type { ModelCard } from './model-card.ts'

export type ClassifierParams = Pick<ModelCard, 'classes' | 'thresholds' | 'temperature'>

/** What a head says of an embedding that was kept, as it would say it of the photo. */
export function classifyEmbedding(embedding: ArrayLike<number>, head: Head, card: ClassifierParams): Detection {
  return detect(softmaxWithTemperature(computeLogits(head, embedding), card.temperature), card)
}
