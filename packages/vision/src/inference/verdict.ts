import type { LeafDetection, NotALeaf } from './detect.ts'

/** What is said of a leaf, without its pictures. `affectedArea` is a share of the leaf, 0 to 1, or null. */
export type Finding = Omit<LeafDetection, keyof NotALeaf> & { affectedArea: number | null }

/**
 * The finding once the farmer's word on the crop is heard. Farmers know what they planted: their word fills in a crop
 * the model could not tell. Where the two contradict each other, the model has mistaken the leaf for another plant's, and
 * its disease is that plant's: the crop is the farmer's, no disease is named, and the answer is uncertain however
 * confident the model was. Class and confidence stay the model's own, because no better figures exist.
 * @param saidCrop in any case; null when the farmer did not say
 */
export function resolveVerdict<F extends Finding>(finding: F, farmerCrop: string | null): F {
  const crop = farmerCrop?.toLowerCase() ?? finding.crop
  if (finding.crop === null || finding.crop === crop) return { ...finding, crop }
  return { ...finding, crop, disease: null, verdict: 'uncertain' }
}
