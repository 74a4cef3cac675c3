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
