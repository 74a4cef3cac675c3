import type { Card } from './card.ts'
import { type Detection, detect } from './detect.ts'
import { calibratedProbabilities, type Head, headLogits } from './head.ts'

export type AnswerRule = Pick<Card, 'classes' | 'thresholds' | 'temperature'>

/** What a head says of an embedding that was kept, as it would say it of the photo. */
export function answerTo(embedding: ArrayLike<number>, head: Head, card: AnswerRule): Detection {
  return detect(calibratedProbabilities(headLogits(head, embedding), card.temperature), card)
}
