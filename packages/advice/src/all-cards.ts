import type { DiseaseCard } from './card.ts'
import { beansCards } from './cards/beans.ts'
import { generalCards } from './cards/general.ts'
import { maizeCards } from './cards/maize.ts'
import { riceCards } from './cards/rice.ts'
import { wheatCards } from './cards/wheat.ts'

export const allCards: DiseaseCard[] = [...maizeCards, ...beansCards, ...wheatCards, ...riceCards, ...generalCards]

const cardsById = new Map(allCards.map(card => [card.id, card]))

export function findCard(id: string): DiseaseCard | undefined {
  return cardsById.get(id)
}
