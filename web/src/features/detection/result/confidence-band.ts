import type { Band, Verdict } from '@kutu/contract/detection'

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
