import { type ClassifierParams, classifyEmbedding } from '../inference/classify-embedding.ts'
import type { Head } from '../inference/head.ts'
import type { LabelClass } from '../metrics/metrics.ts'

/** From here on a label contradicts the model so strongly that a second expert is asked: less than this for the label. */
const minLabelProbability = 0.05

/**
 * What the model thinks of an expert's label. `isStrong` where it is confident of something else: then the image waits
 * for a second expert.
 */
export type LabelContradiction = { isStrong: boolean; predicted: LabelClass; labelProbability: number }

export function findContradiction(
  { embedding, label }: { embedding: ArrayLike<number>; label: LabelClass },
  head: Head,
  card: ClassifierParams,
): LabelContradiction {
  const detection = classifyEmbedding(embedding, head, card)
  const predicted = detection.isLeaf ? detection.rustClass : 'not_leaf'
  const labelProbability = detection.productProbabilities[label]
  return { isStrong: predicted !== label && labelProbability < minLabelProbability, predicted, labelProbability }
}
