import { sigmoid } from './band.ts'
import { averageEmbedding, computeLogits, type Head, softmaxWithTemperature } from './head.ts'
import type { ModelCard } from './model-card.ts'

/** The network's output for a photo, or for all photos of a plant, before any prior or threshold. */
export type Scores = {
  /** Probability that the photo shows a leaf, 0 to 1: the leaf check. */
  leafProbability: number
  /** Calibrated probabilities of the fine classes, in the card's order. Photos of one plant are pooled by these. */
  fineProbabilities: number[]
  /** The same of each view alone. How far the views agree tells how reliable the answer is. */
  viewProbabilities: number[][]
}

/** The parts of a card that turn embeddings into an answer. */
export type AnswerParams = Pick<ModelCard, 'classes' | 'temperature' | 'decision'>

/** Computes the scores of a photo from the embeddings of its views, float32 [views, embedding]. */
export function computeScores(viewEmbeddings: Float32Array, head: Head, card: AnswerParams): Scores {
  const { embeddingSize } = head
  const embedding = averageEmbedding(viewEmbeddings, embeddingSize)
  const probabilities = classify(embedding, head, card)
  const views = Array.from({ length: viewEmbeddings.length / embeddingSize }, (_, i) =>
    viewEmbeddings.subarray(i * embeddingSize, (i + 1) * embeddingSize),
  )
  return {
    leafProbability: computeLeafProbability(embedding, card),
    fineProbabilities: probabilities,
    viewProbabilities: views.length === 1 ? [probabilities] : views.map(view => classify(view, head, card)),
  }
}

const classify = (embedding: ArrayLike<number>, head: Head, { temperature }: AnswerParams) =>
  softmaxWithTemperature(computeLogits(head, embedding), temperature)

function computeLeafProbability(embedding: Float64Array, { decision }: AnswerParams): number {
  const { weights, bias } = decision.leaf
  return sigmoid(weights.reduce((sum, weight, i) => sum + weight * (embedding[i] ?? 0), bias))
}
