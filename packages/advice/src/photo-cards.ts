import { findDiseaseCard } from './cards/all-cards.ts'
import type { DiseaseCard } from './disease-card.ts'

/**
 * Returns the id of the card that a photo illustrates by its label and crop. Experts' labels name no disease but rust, so
 * other diseases have none, and rust without a crop has none.
 * @param crop the crop in lower case, or null if unknown
 */
export function findPhotoCard(label: string, crop: string | null): string | undefined {
  if (label === 'healthy') return 'healthy'
  return label === 'common_rust' && crop !== null ? findDiseaseCard(crop, label)?.id : undefined
}

/** Returns whether photos can illustrate a card at all. */
export const canHavePhotos = ({ id, crop }: DiseaseCard): boolean =>
  [findPhotoCard('healthy', crop), findPhotoCard('common_rust', crop)].includes(id)
