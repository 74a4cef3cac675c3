import type { Analysis, Band, Verdict } from '@kutu/contract/detection'

/** The three words for how sure an answer is. */
export type ConfidenceBand = 'sure' | 'likely' | 'not_sure'

const bandWords: Record<Band, ConfidenceBand> = {
  confident: 'sure',
  likely: 'likely',
  uncertain: 'not_sure',
  unfamiliar: 'not_sure',
}

/** The judgement of an analysis. Replies of an older server, and those that a phone has kept, have no band. */
type Judgement = { band?: Band | undefined; verdict?: Verdict | null }

export const getConfidenceBand = ({ band, verdict }: Judgement): ConfidenceBand =>
  bandWords[band ?? verdict ?? 'uncertain']

/** Returns whether the answer names a disease (or health). Otherwise the screen says that Kutu cannot tell yet. */
export const isAnswered = (analysis: Judgement): boolean => getConfidenceBand(analysis) !== 'not_sure'

/**
 * Returns the answer of model and farmer together, where the farmer has answered questions, without the disease: its card is
 * not loaded on every screen. Spots are marked only for the class that the model itself saw.
 */
export function concludeClass(analysis: Analysis): Analysis {
  const { after_answers: conclusion, rust_class, heatmap, affected_area } = analysis
  if (conclusion === null) return analysis
  const isSameClass = conclusion.rust_class === rust_class
  return {
    ...analysis,
    rust_class: conclusion.rust_class,
    confidence: conclusion.probability,
    band: conclusion.band,
    verdict: conclusion.band === 'confident' ? 'confident' : 'uncertain',
    heatmap: isSameClass ? heatmap : null,
    affected_area: isSameClass ? affected_area : null,
  }
}
