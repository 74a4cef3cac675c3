// What a farmer sees at the plant, combined with what the model sees in the photo: naive Bayes over disease cards.

import { type Band, selectCard } from './advice.ts'
import type { DiseaseCard, ProductClass } from './disease-card.ts'
import { type FieldAnswer, type FieldQuestion, fieldQuestions, findQuestion } from './field-questions.ts'

/** A fine class that the photo may show, with its probability, 0 to 1. Same shape as vision's Candidate. */
export interface Candidate {
  rustClass: ProductClass
  crop: string | null
  disease: string | null
  probability: number
}

/** A farmer's answer to a question, by their ids. */
export interface GivenAnswer {
  question: string
  answer: string
}

/** The part of a model's answer that questions are about. */
export interface ModelAnswer {
  crop: string | null
  band: Band
  candidates: readonly Candidate[]
}

/** The answer of model and farmer together. */
export interface Conclusion {
  card: DiseaseCard
  rustClass: ProductClass
  /** Probability of the class, 0 to 1. */
  probability: number
  band: Band
}

export const maxQuestions = 3

/**
 * How often the leading class was right in places that the model had not seen, by band (model card). It is the probability
 * that the class has before the first answer: the model's own is too high there.
 */
const priorOfLeadingClass: Record<Band, number> = { confident: 0.96, likely: 0.75, uncertain: 0.5, unfamiliar: 0.5 }
/** Least probability of the class in each band, as for the model's own answers. */
const bandThresholds = { confident: 0.95, likely: 0.75 }
/** Bits that a question must be expected to tell. */
const minExpectedBits = 0.05

type Hypothesis = { card: DiseaseCard; probability: number }

/**
 * Returns the next question to ask at the plant: the one that is expected to tell most about the candidates. Null where the
 * model is sure by itself, where the farmer's answers have made it sure, after three questions and where none would help.
 */
export function selectQuestion(model: ModelAnswer, given: readonly GivenAnswer[]): FieldQuestion | null {
  if (given.length >= maxQuestions || !isAskable(model)) return null
  if (given.length > 0 && conclude(model, given)?.band === 'confident') return null
  const hypotheses = weigh(model, given)
  const gains = fieldQuestions
    .filter(({ id, crop }) => (crop === null || crop === model.crop) && !given.some(({ question }) => question === id))
    .map(question => ({ question, bits: expectedBits(hypotheses, question) }))
  const best = gains.reduce((a, b) => (b.bits > a.bits ? b : a), { question: null as FieldQuestion | null, bits: 0 })
  return best.bits >= minExpectedBits ? best.question : null
}

/**
 * Combines the model's answer with the farmer's. Null without answers that say anything, and where the model knows nothing
 * of the photo: `unfamiliar`.
 */
export function conclude(model: ModelAnswer, given: readonly GivenAnswer[]): Conclusion | null {
  if (!isAskable(model) || !given.some(({ question, answer }) => isTelling(question, answer))) return null
  const hypotheses = weigh(model, given)
  const [leading] = sumByClass(hypotheses).toSorted((a, b) => b.probability - a.probability)
  if (!leading) return null
  const { rustClass, probability } = leading
  const [first] = hypotheses
    .filter(({ card }) => card.productClass === rustClass)
    .toSorted((a, b) => b.probability - a.probability)
  const isNamed = first !== undefined && first.probability >= probability / 2
  const card = isNamed ? first.card : selectCard({ productClass: rustClass, crop: model.crop, disease: null })
  const { confident, likely } = bandThresholds
  const band = probability >= confident ? 'confident' : probability >= likely ? 'likely' : 'uncertain'
  return { card, rustClass, probability, band }
}

const isAskable = ({ band, candidates }: ModelAnswer) =>
  (band === 'likely' || band === 'uncertain') && candidates.length > 1

const isTelling = (questionId: string, answerId: string) =>
  findQuestion(questionId)?.answers.some(({ id }) => id === answerId) ?? false

/** Returns the cards that the photo may show, with their probabilities after the answers. */
function weigh(model: ModelAnswer, given: readonly GivenAnswer[]): Hypothesis[] {
  let hypotheses = toPrior(toHypotheses(model), priorOfLeadingClass[model.band])
  for (const { question: id, answer } of given) {
    const question = findQuestion(id)
    if (question) hypotheses = update(hypotheses, question, answer)
  }
  return hypotheses
}

function toHypotheses({ candidates }: ModelAnswer): Hypothesis[] {
  const byId = new Map<string, Hypothesis>()
  for (const { rustClass, crop, disease, probability } of candidates) {
    const card = selectCard({ productClass: rustClass, crop, disease })
    byId.set(card.id, { card, probability: probability + (byId.get(card.id)?.probability ?? 0) })
  }
  return [...byId.values()]
}

const minProbability = 1e-6

/**
 * Gives the model's leading class at most the given probability, and the others the rest. Within both, square roots of the
 * model's probabilities decide: it is too sure there, too.
 */
function toPrior(hypotheses: readonly Hypothesis[], maxLeadingProbability: number): Hypothesis[] {
  const [leading] = sumByClass(normalize(hypotheses)).toSorted((a, b) => b.probability - a.probability)
  if (!leading) return []
  const share = (isLeading: boolean, total: number) =>
    normalize(
      hypotheses
        .filter(({ card }) => (card.productClass === leading.rustClass) === isLeading)
        .map(({ card, probability }) => ({ card, probability: Math.sqrt(Math.max(probability, minProbability)) })),
    ).map(({ card, probability }) => ({ card, probability: probability * total }))
  const others = share(false, 1)
  const leadingProbability = others.length === 0 ? 1 : Math.min(leading.probability, maxLeadingProbability)
  return [
    ...share(true, leadingProbability),
    ...others.map(({ card, probability }) => ({ card, probability: probability * (1 - leadingProbability) })),
  ]
}

/**
 * Returns how probable an answer is for a card. "None of these" counts as one more answer: what shows no sign of a question, such
 * as a healthy leaf where the shape of spots is asked, fits that one. Saying it tells nothing, because it may mean "I cannot tell".
 */
function likelihood({ answers, strength }: FieldQuestion, answerId: string, card: DiseaseCard): number {
  const fits = (answer: FieldAnswer) => answer.fits.includes(card.id) || answer.fits.includes(card.productClass)
  const answer = answers.find(({ id }) => id === answerId)
  if (answer === undefined) return 1
  return (fits(answer) ? strength : 1) / (strength + answers.length)
}

const update = (hypotheses: readonly Hypothesis[], question: FieldQuestion, answerId: string): Hypothesis[] =>
  normalize(
    hypotheses.map(({ card, probability }) => ({
      card,
      probability: probability * likelihood(question, answerId, card),
    })),
  )

/** Returns how many bits about the card the answer is expected to tell: the mutual information. */
function expectedBits(hypotheses: readonly Hypothesis[], question: FieldQuestion): number {
  let [answered, after] = [0, 0]
  for (const { id } of question.answers) {
    const probability = hypotheses.reduce(
      (sum, each) => sum + each.probability * likelihood(question, id, each.card),
      0,
    )
    answered += probability
    after += probability * entropyBits(update(hypotheses, question, id))
  }
  return entropyBits(hypotheses) * answered - after
}

const entropyBits = (hypotheses: readonly Hypothesis[]): number =>
  hypotheses.reduce((sum, { probability }) => (probability > 0 ? sum - probability * Math.log2(probability) : sum), 0)

function normalize(hypotheses: readonly Hypothesis[]): Hypothesis[] {
  const total = hypotheses.reduce((sum, { probability }) => sum + probability, 0)
  return hypotheses.map(({ card, probability }) => ({ card, probability: probability / total }))
}

function sumByClass(hypotheses: readonly Hypothesis[]): { rustClass: ProductClass; probability: number }[] {
  const sums = new Map<ProductClass, number>()
  for (const { card, probability } of hypotheses)
    sums.set(card.productClass, probability + (sums.get(card.productClass) ?? 0))
  return [...sums].map(([rustClass, probability]) => ({ rustClass, probability }))
}
