import type { LabelReviewers, TrainingLabel, TrainingReason } from '@kutu/contract/training/training-images'

/** One expert's label of a photo; null means that the photo is unusable. */
export type Vote = {
  expertId: string
  kind: 'upload' | 'review'
  label: TrainingLabel | null
  /** False if the expert's agreement on control photos is too low: the vote then decides nothing. */
  isTrusted: boolean
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

/**
 * A label counts once two trusted experts agree, and so does the opinion that a photo is unusable. If two disagree, a
 * third decides. The model decides nothing: reviewers do not see its answer, so they are independent of it.
 */
function decideTogether({ votes, confidentModelLabel }: LabelEvidence, givenLabel: TrainingLabel | null): LabelOutcome {
  const trusted = votes.filter(({ isTrusted }) => isTrusted)
  const [leading, second] = rankLabels(trusted.map(({ label }) => label))
  // A waiting photo keeps the label it was sent with, so that nobody learns from it what others said.
  const undecided = { label: givenLabel, isControl: false }
  if (leading && leading.count >= 2 && leading.count > (second?.count ?? 0)) {
    const { label } = leading
    if (label === null) return { ...undecided, state: 'refused', reason: 'refused_by_expert' }
    const isUndisputed = votes.every(vote => vote.label === label)
    const isControl = isUndisputed && (confidentModelLabel === null || confidentModelLabel === label)
    return { state: 'accepted', reason: null, label, isControl }
  }
  if (trusted.length >= 3) return { ...undecided, state: 'refused', reason: 'no_agreement' }
  return { ...undecided, state: 'waiting', reason: explainWaiting(votes, trusted, confidentModelLabel) }
}

function explainWaiting(votes: Vote[], trusted: Vote[], confidentModelLabel: string | null): TrainingReason | null {
  if (votes.length === 0) return 'reported'
  if (trusted.length === 2) return 'contradicts_expert'
  if (trusted.length < votes.length) return 'agreement_low'
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
  const [leading, second] = rankLabels(labels)
  const label = leading?.label ?? givenLabel
  const waiting = (reason: TrainingReason): LabelOutcome => ({ state: 'waiting', reason, label, isControl: false })
  const accepted = (label: TrainingLabel, isControl = false): LabelOutcome => ({
    state: 'accepted',
    reason: null,
    label,
    isControl,
  })
  if (rejections > 0 && rejections >= (leading?.count ?? 0))
    return { state: 'refused', reason: 'refused_by_expert', label, isControl: false }
  if (leading === undefined) return waiting('reported')
  if (leading.count > (second?.count ?? 0) && leading.count >= 2)
    return accepted(leading.label, second === undefined && rejections === 0)
  if (second !== undefined) {
    const modelChoice = [leading, second].find(({ label }) => label === confidentModelLabel)
    if (modelChoice && labels.length === 2) return accepted(modelChoice.label)
    if (labels.length >= 3 && leading.count === second.count)
      return { state: 'refused', reason: 'no_agreement', label, isControl: false }
    return waiting('contradicts_expert')
  }
  if (confidentModelLabel !== null && confidentModelLabel !== leading.label) return waiting('contradicts_model')
  return votes.every(({ isTrusted }) => isTrusted) ? accepted(leading.label) : waiting('agreement_low')
}

/** Counts the labels, most frequent first; ties keep the order of the votes. */
function rankLabels<Label>(labels: Label[]): { label: Label; count: number }[] {
  const counts = [...new Set(labels)].map(label => ({ label, count: labels.filter(each => each === label).length }))
  return counts.sort((a, b) => b.count - a.count)
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

export const isTrustedExpert = (counts: { controls: number; controls_agreed: number }) =>
  (computeAgreement(counts) ?? 1) >= minAgreement

/** Number of newly accepted photos that starts a session automatically. */
export const minImagesForSession = 20
