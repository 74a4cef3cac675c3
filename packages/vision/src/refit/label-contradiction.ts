import { classifyEmbedding } from '../inference/detect.ts'
import type { Head } from '../inference/head.ts'
import type { AnswerParams } from '../inference/scores.ts'
import type { LabelClass } from '../metrics/metrics.ts'

/** A label with a lower probability contradicts the model strongly. */
const minLabelProbability = 0.15

/**
 * The model's prediction and its probability for an expert's label. `isStrong` when it predicts another class and gives
 * the label hardly any probability; such an image waits for a second expert.
 */
export type LabelContradiction = { isStrong: boolean; predicted: LabelClass; labelProbability: number }

/** Compares an expert's label with the model's prediction. */
export function findContradiction(
  { embedding, label }: { embedding: ArrayLike<number>; label: LabelClass },
  head: Head,
  card: AnswerParams,
): LabelContradiction {
  const detection = classifyEmbedding(embedding, head, card)
  const predicted = detection.isLeaf ? detection.rustClass : 'not_leaf'
  const labelProbability = detection.productProbabilities[label]
  return { isStrong: predicted !== label && labelProbability < minLabelProbability, predicted, labelProbability }
}
