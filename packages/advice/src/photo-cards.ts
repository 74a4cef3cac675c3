import { allCards, findCard, findDiseaseCard } from './cards/all-cards.ts'
import type { DiseaseCard } from './disease-card.ts'

/** Returns the diseases that an expert may name on a photo of a crop (in lower case), which must be about that crop. */
export const listNameableCards = (crop: string): DiseaseCard[] =>
  allCards.filter(card => card.crop === crop && card.productClass !== 'healthy')

/** Returns whether a named disease fits the label and the crop (in lower case, or null if unknown) of a photo. */
export function isNameable(disease: string, label: string, crop: string | null): boolean {
  const card = findCard(disease)
  return card !== undefined && crop !== null && card.crop === crop && card.productClass === label
}

/**
 * Returns the id of the card that a photo illustrates: that of the disease that experts named, otherwise that of its label
 * and crop. Without a name, other diseases have none, and rust of an unknown crop has none.
 * @param crop in lower case, or null if unknown
 */
export function findPhotoCard(label: string, crop: string | null, disease: string | null): string | undefined {
  if (label === 'healthy') return 'healthy'
  if (disease !== null && isNameable(disease, label, crop)) return disease
  return label === 'common_rust' && crop !== null ? findDiseaseCard(crop, label)?.id : undefined
}

/** Returns whether photos can illustrate a card at all: cards about several crops have none but the healthy leaf. */
export const canHavePhotos = ({ id, crop }: DiseaseCard): boolean => crop !== null || id === 'healthy'
