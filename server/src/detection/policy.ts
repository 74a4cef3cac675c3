import type { CropType } from '@kutu/contract/common'
import type { LeafDiagnosis } from '@kutu/vision/node'

/** What the model says of a leaf, without its pictures. */
export type Finding = Pick<
  LeafDiagnosis,
  'rustClass' | 'confidence' | 'probabilities' | 'disease' | 'crop' | 'verdict' | 'affectedArea'
>

/**
 * The finding once the farmer's word on the crop is heard. Farmers know what they planted: their word fills in a crop
 * the model could not tell. Where the two contradict each other, the model has mistaken the leaf for another plant's, and
 * its disease is that plant's: the crop is the farmer's, no disease is named, and the answer is uncertain however
 * confident the model was. Class and confidence stay the model's own, because no better figures exist.
 */
export function settle(finding: Finding, cropType: CropType | null): Finding {
  const crop = cropType?.toLowerCase() ?? finding.crop
  if (finding.crop === null || finding.crop === crop) return { ...finding, crop }
  return { ...finding, crop, disease: null, verdict: 'uncertain' }
}
