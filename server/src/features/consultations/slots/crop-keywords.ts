import type { CropType } from '@kutu/contract/common'

/**
 * Words by which an expert's areas of expertise are matched to a crop, in all languages of the product: the crop itself
 * or its group.
 */
export const cropKeywords: Record<CropType, readonly string[]> = {
  MAIZE: ['maize', 'corn', 'mahindi', 'kasooli', 'cereal', 'nafaka'],
  WHEAT: ['wheat', 'ngano', 'ŋŋano', 'eŋŋaano', 'cereal', 'nafaka'],
  RICE: ['rice', 'mpunga', 'mchele', 'omuceere', 'cereal', 'nafaka'],
  BEANS: ['bean', 'maharag', 'ebijanjaalo', 'legum', 'pulses', 'mikunde'],
}
