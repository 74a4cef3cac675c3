import { type AnswerRule, answerTo } from './answer.ts'
import type { Head } from './head.ts'
import type { JudgedClass } from './scores.ts'

/** From here on a label contradicts the model so strongly that a second expert is asked: less than this for the label. */
const leastForLabel = 0.05

/**
 * What the model thinks of an expert's label. `isStrong` where it is confident of something else: then the image waits
 * for a second expert.
 */
export type Contradiction = { isStrong: boolean; modelSays: JudgedClass; forLabel: number }

export function contradictionOf(
  { embedding, label }: { embedding: ArrayLike<number>; label: JudgedClass },
  head: Head,
  card: AnswerRule,
): Contradiction {
  const detection = answerTo(embedding, head, card)
  const modelSays = detection.isLeaf ? detection.rustClass : 'not_leaf'
  const forLabel = detection.product[label]
  return { isStrong: modelSays !== label && forLabel < leastForLabel, modelSays, forLabel }
}
