import type { Analysis, Band } from '@kutu/contract/detection'

/** The three words for how sure an answer is. */
export type ConfidenceBand = 'sure' | 'likely' | 'not_sure'

const bandWords: Record<Band, ConfidenceBand> = {
  confident: 'sure',
  likely: 'likely',
  uncertain: 'not_sure',
  unfamiliar: 'not_sure',
}

export const getConfidenceBand = (band: Band): ConfidenceBand => bandWords[band]

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
