/** The words for the affected share of a leaf, from least to most. */
export const areaWords = ['few', 'some', 'many', 'most'] as const
export type AreaWord = (typeof areaWords)[number]

/** Smallest share, 0 to 1, of each word after the first (docs/decisions/0028-heat-map-and-affected-area.md). */
const minShares = [0.05, 0.25, 0.5] as const

/** Returns the word for an estimated affected share of the leaf, 0 to 1. */
export function getAreaWord(share: number): AreaWord {
  return areaWords[minShares.filter(minShare => share >= minShare).length] ?? 'few'
}
