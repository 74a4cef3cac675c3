import type { LeafDetection, NotALeaf } from './detect.ts'

/** The answer about a leaf, without its images. `affectedArea` is a share of the leaf, 0 to 1, or null. */
export type Finding = Omit<LeafDetection, keyof NotALeaf> & { affectedArea: number | null }

/**
 * Merges the farmer's crop into a finding. Farmers know what they planted, so their crop fills in one that the model could
 * not tell. When the two differ, the model has mistaken the leaf for another plant's: the crop becomes the farmer's, the
 * disease is removed and the verdict becomes uncertain. Class and confidence stay, because no better estimate exists.
 * @param farmerCrop in any letter case; null when the farmer chose none
 */
export function resolveVerdict<F extends Finding>(finding: F, farmerCrop: string | null): F {
  const crop = farmerCrop?.toLowerCase() ?? finding.crop
  if (finding.crop === null || finding.crop === crop) return { ...finding, crop }
  return { ...finding, crop, disease: null, verdict: 'uncertain' }
}
