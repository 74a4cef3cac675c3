import type { TrainingLabel, TrainingReason } from '@kutu/contract/training/training-images'

/** One expert's label of a photo; null means that the photo is unusable. */
export type Vote = { expertId: string; kind: 'upload' | 'review'; label: TrainingLabel | null }

export type LabelEvidence = {
  votes: Vote[]
  /**
   * The class that the model is so sure of that it outweighs a single expert's other label; null if it is not that
   * sure.
   */
  confidentModelLabel: string | null
  /**
   * True if a single label is sufficient: it comes from an expert whose agreement on control photos is high enough, not
   * from a farmer's report.
   */
  isTrusted: boolean
}

export type LabelOutcome = {
  state: 'waiting' | 'accepted' | 'refused'
  reason: TrainingReason | null
  label: TrainingLabel | null
  /** True if several experts agreed and none disagreed. */
  isControl: boolean
}

/**
 * Decides state, reason and label of a photo from its votes. Two experts who agree outweigh the model. One expert alone
 * is enough unless the model is sure of another class. If two experts disagree, a confident model decides between them,
 * otherwise a third expert is needed.
 */
export function decideOutcome(
  { votes, confidentModelLabel, isTrusted }: LabelEvidence,
  givenLabel: TrainingLabel | null,
): LabelOutcome {
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
  return isTrusted ? accepted(leading.label) : waiting('agreement_low')
}

type LabelCount = { label: TrainingLabel; count: number }

/** Counts the labels, most frequent first; ties keep the order of the votes. */
function rankLabels(labels: TrainingLabel[]): LabelCount[] {
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
