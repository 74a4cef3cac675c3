import type { CropType } from '@kutu/contract/common'

/** What an expert who knows a crop may have written, in the languages of the product: the crop, or the kind it is of. */
export const cropKeywords: Record<CropType, readonly string[]> = {
  MAIZE: ['maize', 'corn', 'mahindi', 'kasooli', 'cereal', 'nafaka'],
  WHEAT: ['wheat', 'ngano', 'ŋŋano', 'eŋŋaano', 'cereal', 'nafaka'],
  RICE: ['rice', 'mpunga', 'mchele', 'omuceere', 'cereal', 'nafaka'],
  BEANS: ['bean', 'maharag', 'ebijanjaalo', 'legum', 'pulses', 'mikunde'],
}
