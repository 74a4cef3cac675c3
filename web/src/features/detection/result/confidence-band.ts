import type { Analysis, Band } from '@kutu/contract/detection'

/** The three words for how sure an answer is. */
export type ConfidenceBand = 'sure' | 'likely' | 'not_sure'

const bandWords: Record<Band, ConfidenceBand> = {
  confident: 'sure',
  likely: 'likely',
  uncertain: 'not_sure',
  unfamiliar: 'not_sure',
}

export const getConfidenceBand = ({ band }: Pick<Analysis, 'band'>): ConfidenceBand => bandWords[band]

/** Returns whether the answer names a disease (or health). Otherwise the screen says that Kutu cannot tell yet. */
export const isAnswered = (analysis: Pick<Analysis, 'band'>): boolean => getConfidenceBand(analysis) !== 'not_sure'
