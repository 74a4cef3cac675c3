import type { TrainingLabel, TrainingReason } from '@kutu/contract/training-images'

/** What one expert says a photo shows; null means that nothing can be learnt from it. */
export type Vote = { expertId: string; kind: 'upload' | 'review'; label: TrainingLabel | null }

export type Judged = {
  votes: Vote[]
  /** What the model is so sure of that a single expert's other word does not stand against it; null where it is not sure. */
  modelSureOf: string | null
  /** Whether a label alone is believed: not one that only came with a report, nor that of an expert who misses too many controls. */
  isTrusted: boolean
}

export type Outcome = {
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
export function outcomeOf({ votes, modelSureOf, isTrusted }: Judged, given: TrainingLabel | null): Outcome {
  const labels = votes.flatMap(({ label }) => (label === null ? [] : [label]))
  const refusals = votes.length - labels.length
  const [leading, second] = ranked(labels)
  const label = leading?.label ?? given
  const waits = (reason: TrainingReason): Outcome => ({ state: 'waiting', reason, label, isControl: false })
  const accepted = (label: TrainingLabel, isControl = false): Outcome => ({
    state: 'accepted',
    reason: null,
    label,
    isControl,
  })
  if (refusals > 0 && refusals >= (leading?.count ?? 0))
    return { state: 'refused', reason: 'refused_by_expert', label, isControl: false }
  if (leading === undefined) return waits('reported')
  if (leading.count > (second?.count ?? 0) && leading.count >= 2)
    return accepted(leading.label, second === undefined && refusals === 0)
  if (second !== undefined) {
    const sure = [leading, second].find(({ label }) => label === modelSureOf)
    if (sure && labels.length === 2) return accepted(sure.label)
    if (labels.length >= 3 && leading.count === second.count)
      return { state: 'refused', reason: 'no_agreement', label, isControl: false }
    return waits('contradicts_expert')
  }
  if (modelSureOf !== null && modelSureOf !== leading.label) return waits('contradicts_model')
  return isTrusted ? accepted(leading.label) : waits('agreement_low')
}

type Counted = { label: TrainingLabel; count: number }

/** The most frequent first; of equally frequent the one said first. */
function ranked(labels: TrainingLabel[]): Counted[] {
  const counts = [...new Set(labels)].map(label => ({ label, count: labels.filter(each => each === label).length }))
  return counts.sort((a, b) => b.count - a.count)
}

/** Fewer controls than these say nothing about an expert. */
const fewestControls = 5
const leastAgreement = 0.6

/** Share of the control photos judged as several experts had before; null until there were enough. */
export const agreementOf = ({ controls, controls_agreed }: { controls: number; controls_agreed: number }) =>
  controls < fewestControls ? null : controls_agreed / controls

export const isTrustedExpert = (counts: { controls: number; controls_agreed: number }) =>
  (agreementOf(counts) ?? 1) >= leastAgreement

/** So many new accepted photos start a session by themselves. */
export const imagesForSession = 20
