import { expect, it } from 'vitest'
import { getConfirmedLines, languages } from '../disease-card.ts'
import { allCards } from './all-cards.ts'
import { getShortForm, getShortTitle } from './short-forms.ts'

const crops = allCards.filter(({ crop }) => crop !== null)

it('every card of a crop has a short form, and its steps stand for the first three of the card', () => {
  expect(crops.filter(card => !getShortForm(card)).map(({ id }) => id)).toEqual([])
  for (const card of crops) {
    const lines = getConfirmedLines(card.sections.doToday).slice(0, 3)
    expect(lines, card.id).toHaveLength(3)
    const form = getShortForm(card)
    for (const [i, { text }] of lines.entries())
      for (const language of languages) {
        const short = form?.steps[i]?.[language] ?? ''
        expect(short, `${card.id}, step ${i + 1}`).toMatch(/^\S.{8,85}\S$/)
        // Numbers are facts: a short form has none that the card does not state.
        const known: string[] = text[language].match(/\d+/g) ?? []
        expect((short.match(/\d+/g) ?? []).filter(number => !known.includes(number), card.id)).toEqual([])
      }
  }
})

it('short forms exist in three languages that differ', () => {
  for (const card of crops) {
    const form = getShortForm(card)
    for (const text of [getShortTitle(card), form?.signs, ...(form?.steps ?? [])])
      expect(new Set(languages.map(language => text?.[language])), `${card.id}: ${text?.en}`).toHaveProperty('size', 3)
  }
})
