import type { Agreement, VoteWeight } from '@kutu/contract/training/agreement'
import type { LabelReviewers, TrainingLabel, TrainingReason } from '@kutu/contract/training/training-images'

/** One expert's label of a photo; null means that the photo is unusable. */
export type Vote = {
  expertId: string
  kind: 'upload' | 'review'
  label: TrainingLabel | null
  /** The card of the disease that the expert names beside the label; null without one. */
  disease: string | null
  /** 0 if the vote decides nothing, 0.5 if it needs more votes beside it. See `getVoteWeight`. */
  weight: VoteWeight
}

export type LabelEvidence = {
  votes: Vote[]
  /** The class that the model is so sure of that it contradicts a vote; null if it is not that sure. */
  confidentModelLabel: string | null
}

export type LabelOutcome = {
  state: 'waiting' | 'accepted' | 'refused'
  /** Null for a waiting photo that only lacks a second opinion. */
  reason: TrainingReason | null
  label: TrainingLabel | null
  /** True if several experts agreed, none disagreed, and the model is not sure of another class. */
  isControl: boolean
}

/**
 * Decides state, reason and label of a photo from its votes.
 * @param reviewers how many experts must agree on a label before it counts
 */
export const decideOutcome = (
  evidence: LabelEvidence,
  givenLabel: TrainingLabel | null,
  reviewers: LabelReviewers,
): LabelOutcome => (reviewers === 1 ? decideAlone(evidence, givenLabel) : decideTogether(evidence, givenLabel))

/** Sum of the weights of equal labels that decides. */
const minWeight = 2
/** Votes after which a photo that nobody could decide is not used. */
const maxVotes = 5

/**
 * A label counts once the weights of the experts who agree add up to two, and so does the opinion that a photo is unusable.
 * If two disagree, a third decides. The model decides nothing: reviewers do not see its answer, so they are independent of
 * it.
 */
function decideTogether({ votes, confidentModelLabel }: LabelEvidence, givenLabel: TrainingLabel | null): LabelOutcome {
  const counted = votes.filter(({ weight }) => weight > 0)
  const [leading, second] = rankLabels(counted)
  // A waiting photo keeps the label it was sent with, so that nobody learns from it what others said.
  const undecided = { label: givenLabel, isControl: false }
  if (leading && leading.weight >= minWeight && leading.weight > (second?.weight ?? 0)) {
    const { label } = leading
    if (label === null) return { ...undecided, state: 'refused', reason: 'refused_by_expert' }
    const isUndisputed = votes.every(vote => vote.label === label)
    const isControl = isUndisputed && (confidentModelLabel === null || confidentModelLabel === label)
    return { state: 'accepted', reason: null, label, isControl }
  }
  const totalWeight = counted.reduce((total, { weight }) => total + weight, 0)
  if (second && (totalWeight >= minWeight + 1 || counted.length >= maxVotes))
    return { ...undecided, state: 'refused', reason: 'no_agreement' }
  return { ...undecided, state: 'waiting', reason: explainWaiting(votes, second !== undefined, confidentModelLabel) }
}

function explainWaiting(votes: Vote[], isDisputed: boolean, confidentModelLabel: string | null): TrainingReason | null {
  if (votes.length === 0) return 'reported'
  if (isDisputed) return 'contradicts_expert'
  if (votes.some(({ weight }) => weight < 1)) return 'agreement_low'
  return confidentModelLabel !== null && votes.some(({ label }) => label !== null && label !== confidentModelLabel)
    ? 'contradicts_model'
    : null
}

/**
 * For a place with a single expert. One label is enough unless the model is sure of another class; two experts who agree
 * outweigh the model. If two disagree, a confident model decides between them, otherwise a third expert does.
 */
function decideAlone({ votes, confidentModelLabel }: LabelEvidence, givenLabel: TrainingLabel | null): LabelOutcome {
  const labels = votes.flatMap(({ label }) => (label === null ? [] : [label]))
  const rejections = votes.length - labels.length
  const [leading, second] = rankLabels(labels.map(label => ({ label, weight: 1 })))
  const label = leading?.label ?? givenLabel
  const waiting = (reason: TrainingReason): LabelOutcome => ({ state: 'waiting', reason, label, isControl: false })
  const accepted = (label: TrainingLabel, isControl = false): LabelOutcome => ({
    state: 'accepted',
    reason: null,
    label,
    isControl,
  })
  if (rejections > 0 && rejections >= (leading?.weight ?? 0))
    return { state: 'refused', reason: 'refused_by_expert', label, isControl: false }
  if (leading === undefined) return waiting('reported')
  if (leading.weight > (second?.weight ?? 0) && leading.weight >= 2)
    return accepted(leading.label, second === undefined && rejections === 0)
  if (second !== undefined) {
    const modelChoice = [leading, second].find(({ label }) => label === confidentModelLabel)
    if (modelChoice && labels.length === 2) return accepted(modelChoice.label)
    if (labels.length >= 3 && leading.weight === second.weight)
      return { state: 'refused', reason: 'no_agreement', label, isControl: false }
    return waiting('contradicts_expert')
  }
  if (confidentModelLabel !== null && confidentModelLabel !== leading.label) return waiting('contradicts_model')
  return votes.every(({ weight }) => weight > 0) ? accepted(leading.label) : waiting('agreement_low')
}

/**
 * Returns the card of the disease on which the experts who gave the label agree as well; null if they do not. A name counts like
 * a label: with as many experts behind it, and more than behind any other name. Experts who named none do not disagree.
 */
export function agreeOnDisease(
  votes: readonly Vote[],
  label: TrainingLabel | null,
  reviewers: LabelReviewers,
): string | null {
  const named = votes.flatMap(vote => {
    const { disease, weight } = vote
    return vote.label === label && disease !== null && weight > 0 ? [{ label: disease, weight }] : []
  })
  const [leading, second] = rankLabels(named)
  const isEnough = leading !== undefined && (reviewers === 1 || leading.weight >= minWeight)
  return isEnough && leading.weight > (second?.weight ?? 0) ? leading.label : null
}

/** Adds up the weights of equal labels, heaviest first; ties keep the order of the votes. */
function rankLabels<Label>(votes: { label: Label; weight: number }[]): { label: Label; weight: number }[] {
  const sumWeights = (label: Label) =>
    votes.reduce((total, vote) => total + (vote.label === label ? vote.weight : 0), 0)
  const ranked = [...new Set(votes.map(({ label }) => label))].map(label => ({ label, weight: sumWeights(label) }))
  return ranked.sort((a, b) => b.weight - a.weight)
}

/** Below this number of controls the agreement of an expert is unknown. */
const minControls = 5
const minAgreement = 0.6

/**
 * Returns the share of control photos that an expert labeled as the others had, 0 to 1; null below the minimum number
 * of controls.
 */
export const computeAgreement = ({ controls, controls_agreed }: { controls: number; controls_agreed: number }) =>
  controls < minControls ? null : controls_agreed / controls

/** Below this number of photos labeled by others as well, the agreement with other experts does not weigh. */
const minSharedPhotos = 20
/** Fair agreement ends here (Landis and Koch 1977). */
const minKappa = 0.4

/**
 * Returns how much an expert's label counts. Control photos say who is wrong, so too many wrong ones take the whole weight.
 * Disagreement with other experts does not say it, so it takes half: such labels need more experts beside them, and nobody
 * loses a voice because of others who collude.
 * @param experts agreement with other experts; it weighs once kappa is below 0.4 beyond chance
 */
export function getVoteWeight(
  counts: { controls: number; controls_agreed: number },
  experts: Agreement | null,
): VoteWeight {
  if ((computeAgreement(counts) ?? 1) < minAgreement) return 0
  return experts !== null && experts.photos >= minSharedPhotos && experts.high < minKappa ? 0.5 : 1
}

/** Number of newly accepted photos that starts a session automatically. */
export const minImagesForSession = 20
