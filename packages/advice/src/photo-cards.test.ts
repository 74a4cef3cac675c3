import { describe, expect, it } from 'vitest'
import { allCards, findCard } from './cards/all-cards.ts'
import { canHavePhotos, findPhotoCard } from './photo-cards.ts'

describe('the card that a photo illustrates', () => {
  it.each([
    ['healthy', null, 'healthy'],
    ['healthy', 'maize', 'healthy'],
    ['common_rust', 'beans', 'beans-rust'],
    ['common_rust', 'maize', 'maize-common-rust'],
    ['common_rust', 'wheat', 'wheat-rust'],
    ['common_rust', 'rice', undefined],
    ['common_rust', null, undefined],
    ['other_disease', 'rice', undefined],
  ])('of the label %s and the crop %s is %s', (label, crop, card) => {
    expect(findPhotoCard(label, crop)).toBe(card)
    if (card !== undefined) expect(findCard(card)).toBeDefined()
  })

  it('is one of four cards', () => {
    expect(allCards.filter(canHavePhotos).map(({ id }) => id)).toEqual([
      'maize-common-rust',
      'beans-rust',
      'wheat-rust',
      'healthy',
    ])
  })
})
