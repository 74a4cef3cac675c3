import type { Band } from '@kutu/contract/detection'
import type { Detection } from '@kutu/vision/inference/detect'
import { type LabelClass, type Proportion, wilsonInterval } from '@kutu/vision/metrics/metrics'

/** Share of the leaves that get a band, and share of its answers that are correct. An answer about no leaf is wrong. */
export type BandFigures = Record<Band, { share: Proportion; accuracy: Proportion }>

export function computeBandFigures(photos: { label: LabelClass; detection: Detection }[]): BandFigures {
  const leafCount = photos.filter(({ label }) => label !== 'not_leaf').length
  const figures = (name: Band) => {
    const answers = photos.flatMap(({ label, detection }) =>
      detection.isLeaf && detection.band === name ? [{ label, rustClass: detection.rustClass }] : [],
    )
    const leaves = answers.filter(({ label }) => label !== 'not_leaf').length
    const correct = answers.filter(({ label, rustClass }) => label === rustClass).length
    return { share: wilsonInterval(leaves, leafCount), accuracy: wilsonInterval(correct, answers.length) }
  }
  return {
    confident: figures('confident'),
    likely: figures('likely'),
    uncertain: figures('uncertain'),
    unfamiliar: figures('unfamiliar'),
  }
}
