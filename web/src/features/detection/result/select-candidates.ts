import { findCard } from '@kutu/advice/cards/all-cards'
import type { DiseaseCard } from '@kutu/advice/disease-card'
import type { Analysis } from '@kutu/contract/detection'
import { rustClasses } from '../classes/rust-classes.ts'

/** The card of the leading answer, and of those it can be confused with the first of the second most probable class. */
export function selectCandidates({ educational_resources: resources, probabilities }: Analysis): DiseaseCard[] {
  const [leading, ...others] = resources.flatMap(({ id }) => findCard(id) ?? [])
  if (leading === undefined) return []
  const [first, second] = rustClasses.toSorted((a, b) => probabilities[b] - probabilities[a])
  const runnerUp = first === leading.productClass ? second : first
  const other = others.find(({ productClass }) => productClass === runnerUp) ?? others[0]
  return other === undefined ? [leading] : [leading, other]
}
