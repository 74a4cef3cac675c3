import type { TrainingLabel, TrainingReason } from '@kutu/contract/training/training-images'

/** What one expert says a photo shows; null means that nothing can be learnt from it. */
export type Vote = { expertId: string; kind: 'upload' | 'review'; label: TrainingLabel | null }

export type LabelEvidence = {
  votes: Vote[]
  /** What the model is so sure of that a single expert's other word does not stand against it; null where it is not sure. */
  confidentModelLabel: string | null
  /** Whether a label alone is believed: not one that only came with a report, nor that of an expert who misses too many controls. */
  isTrusted: boolean
}

export type LabelOutcome = {
  state: 'waiting' | 'accepted' | 'refused'
  reason: TrainingReason | null
  label: TrainingLabel | null
  /** Several experts agreed and none disagreed. */
  isControl: boolean
}

/**
 * How a photo stands by what was said of it.
 * Two experts who agree are believed against the model. One alone is, unless the model is sure of something else. Where
 * two experts disagree the model may decide if it is sure of one of both, otherwise a third is asked.
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

/** The most frequent first; of equally frequent the one said first. */
function rankLabels(labels: TrainingLabel[]): LabelCount[] {
  const counts = [...new Set(labels)].map(label => ({ label, count: labels.filter(each => each === label).length }))
  return counts.sort((a, b) => b.count - a.count)
}

/** Fewer controls than these say nothing about an expert. */
const minControls = 5
const minAgreement = 0.6

/** Share of the control photos judged as several experts had before; null until there were enough. */
export const computeAgreement = ({ controls, controls_agreed }: { controls: number; controls_agreed: number }) =>
  controls < minControls ? null : controls_agreed / controls

export const isTrustedExpert = (counts: { controls: number; controls_agreed: number }) =>
  (computeAgreement(counts) ?? 1) >= minAgreement

/** So many new accepted photos start a session by themselves. */
export const minImagesForSession = 20
