import type { DiseaseCard } from '../disease-card.ts'
import { beansCards } from './beans.ts'
import { generalCards } from './general.ts'
import { maizeCards } from './maize.ts'
import { riceCards } from './rice.ts'
import { wheatCards } from './wheat.ts'

export const allCards: DiseaseCard[] = [...maizeCards, ...beansCards, ...wheatCards, ...riceCards, ...generalCards]

const cardsById = new Map(allCards.map(card => [card.id, card]))

export function findCard(id: string): DiseaseCard | undefined {
  return cardsById.get(id)
}

/**
 * Returns the card of a disease as reports name it. Undefined for one without a card of its own, such as `other_disease`.
 * The class `common_rust` stands for every rust of a crop.
 */
export function findDiseaseCard(crop: string, disease: string): DiseaseCard | undefined {
  const cards = allCards.filter(card => card.crop === crop && card.productClass !== 'healthy')
  return (
    cards.find(card => card.diseases.includes(disease)) ??
    (disease === 'common_rust' ? cards.find(card => card.diseases.includes('rust')) : undefined)
  )
}
