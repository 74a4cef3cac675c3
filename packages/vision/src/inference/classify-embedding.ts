import { answerEmbeddings } from './answer-embeddings.ts'
import type { Detection } from './detect.ts'
import type { Head } from './head.ts'
import type { AnswerParams } from './scores.ts'

export type ClassifierParams = AnswerParams

/**
 * Answers from the mean embedding of a training photo, without a stated crop. The mean counts as the only view, because
 * the embeddings of the single views are not stored.
 */
export const classifyEmbedding = (embedding: ArrayLike<number>, head: Head, card: ClassifierParams): Detection =>
  answerEmbeddings(Float32Array.from(embedding), { card, head }, null)
