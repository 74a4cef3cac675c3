import { describe, expect, it } from 'vitest'
import { allCards, findCard } from './cards/all-cards.ts'
import { canHavePhotos, findPhotoCard, isNameable, listNameableCards } from './photo-cards.ts'

describe('the card that a photo illustrates', () => {
  it.each([
    ['healthy', null, null, 'healthy'],
    ['healthy', 'maize', null, 'healthy'],
    ['common_rust', 'beans', null, 'beans-rust'],
    ['common_rust', 'maize', null, 'maize-common-rust'],
    ['common_rust', 'wheat', null, 'wheat-rust'],
    ['common_rust', 'wheat', 'wheat-stripe-rust', 'wheat-stripe-rust'],
    ['common_rust', 'rice', null, undefined],
    ['common_rust', null, null, undefined],
    ['other_disease', 'rice', null, undefined],
    ['other_disease', 'rice', 'rice-blast', 'rice-blast'],
    ['other_disease', 'maize', 'rice-blast', undefined],
    ['other_disease', null, 'rice-blast', undefined],
  ])('of the label %s, the crop %s and the disease %s is %s', (label, crop, disease, card) => {
    expect(findPhotoCard(label, crop, disease)).toBe(card)
    if (card !== undefined) expect(findCard(card)).toSatisfy(canHavePhotos)
  })

  it('exists for every disease that can be named', () => {
    const cards = ['maize', 'beans', 'wheat', 'rice'].flatMap(listNameableCards)
    expect(cards.map(({ id }) => id)).toEqual(allCards.filter(({ crop }) => crop !== null).map(({ id }) => id))
    for (const { id, productClass, crop } of cards) expect(findPhotoCard(productClass, crop, id)).toBe(id)
  })
})

it('a disease is named only for its crop and its label', () => {
  expect(isNameable('rice-blast', 'other_disease', 'rice')).toBe(true)
  expect(isNameable('rice-blast', 'common_rust', 'rice')).toBe(false)
  expect(isNameable('rice-blast', 'other_disease', 'beans')).toBe(false)
  expect(isNameable('none', 'other_disease', 'rice')).toBe(false)
})
