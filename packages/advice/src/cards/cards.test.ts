import { describe, expect, it } from 'vitest'
import { buildArticle, sectionTitles } from '../article.ts'
import {
  type AdviceLine,
  type DiseaseCard,
  getConfirmedLines,
  type Localized,
  languages,
  sectionOrder,
} from '../disease-card.ts'
import { activeIngredientRegistrations } from '../fungicide-registrations.ts'
import { lookAlikeQuestions } from '../look-alike-questions.ts'
import { sources } from '../sources.ts'
import { allCards, findCard } from './all-cards.ts'

function getLines(card: DiseaseCard): AdviceLine[] {
  return [card.message, card.explanation, ...sectionOrder.flatMap(name => card.sections[name])]
}

function getTexts(card: DiseaseCard): Localized[] {
  return [card.title, ...card.urgency.rules.map(rule => rule.when), ...getLines(card).map(each => each.text)]
}

const questionTexts = lookAlikeQuestions.flatMap(each => [
  each.question,
  ...each.answers.flatMap(({ answer, meaning }) => [answer, meaning]),
])

/** Names that are the same word in every language. */
const sameInAll = new Set(['Blast'])

function expectThreeLanguages(text: Localized): void {
  for (const language of languages) expect(text[language].trim()).toBe(text[language])
  for (const language of languages) expect(text[language]).not.toBe('')
  if (sameInAll.has(text.en)) return
  expect(text.sw).not.toBe(text.en)
  expect(text.lg).not.toBe(text.en)
  expect(text.lg).not.toBe(text.sw)
}

describe.each(allCards.map(card => [card.id, card] as const))('the card %s', (_id, card) => {
  it('has every section in the order in which it is read', () => {
    expect(Object.keys(card.sections)).toEqual([...sectionOrder])
  })

  it('still says something in every section when unconfirmed lines are left out', () => {
    for (const name of sectionOrder) expect(getConfirmedLines(card.sections[name]), name).not.toHaveLength(0)
  })

  it('says every sentence in English, Swahili and Luganda', () => {
    for (const text of getTexts(card)) expectThreeLanguages(text)
  })

  it('asks three things of today', () => {
    expect(getConfirmedLines(card.sections.doToday)).toHaveLength(3)
  })

  it('names known sources on every line, and a day of review', () => {
    for (const each of [...getLines(card), ...card.urgency.rules]) {
      expect(each.sources.length).toBeGreaterThan(0)
      for (const key of each.sources) expect(sources).toHaveProperty(key)
    }
    expect(card.reviewedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })

  it('prints no dose, no brand and no active, in any language', () => {
    const dose = /\d\s*(g|gr|mg|kg|ml|cc|l|lt|litres?|lita|liita|grams?|gramu)\b/i
    const brand =
      /[®™]|\b(Ridomil|Dithane|Amistar|Folicur|Tilt|Daconil|Bravo|Antracol|Nativo|Kocide|Rovral|Milraz|Kasumin)\b/
    const active = new RegExp(
      [
        ...activeIngredientRegistrations.map(each => each.activeIngredient),
        'tebuconazole',
        'azoxystrobin',
        'propiconazole',
        'oxychloride',
      ].join('|'),
      'i',
    )
    for (const text of getTexts(card)) {
      for (const language of languages) {
        expect(text[language]).not.toMatch(dose)
        expect(text[language]).not.toMatch(brand)
        expect(text[language]).not.toMatch(active)
      }
    }
  })

  it('links to look-alike cards that exist, and not to itself', () => {
    expect(card.lookAlikeIds.length).toBeGreaterThan(0)
    for (const id of card.lookAlikeIds) expect(findCard(id), id).toBeDefined()
    expect(card.lookAlikeIds).not.toContain(card.id)
  })

  it('shows no unconfirmed line in its article', () => {
    for (const language of languages) {
      const shown = JSON.stringify(buildArticle(card, language, 'UG'))
      for (const each of getLines(card).filter(other => other.needsConfirmation))
        expect(shown).not.toContain(each.text[language])
    }
  })

  it('lists in its article the citation of every source that a shown line names', () => {
    const article = buildArticle(card, 'en', 'KE')
    const listed = article.sources.map(source => source.key)
    const shown = article.sections.flatMap(section => section.lines)
    for (const key of shown.flatMap(each => each.sources)) expect(listed).toContain(key)
    expect(article.sections.map(section => section.name)).toEqual([...sectionOrder])
  })
})

it('every card has a slug of its own', () => {
  expect(new Set(allCards.map(card => card.id)).size).toBe(allCards.length)
  for (const card of allCards) expect(card.id).toMatch(/^[a-z]+(-[a-z]+)*$/)
})

it('the lines that an expert has yet to confirm are kept and flagged', () => {
  const unconfirmedCardIds = allCards
    .filter(card => getLines(card).some(each => each.needsConfirmation))
    .map(card => card.id)
  expect(unconfirmedCardIds).toEqual([
    'maize-gray-leaf-spot',
    'maize-fall-armyworm',
    'beans-rust',
    'beans-angular-leaf-spot',
    'wheat-stem-rust',
    'wheat-leaf-rust',
  ])
})

it('section titles and the questions that tell look-alikes apart are in three languages', () => {
  for (const text of [...Object.values(sectionTitles), ...questionTexts]) expectThreeLanguages(text)
})

it('the questions that tell look-alikes apart point to cards that exist', () => {
  for (const { cardIds, answers } of lookAlikeQuestions) {
    const ids = [...cardIds, ...answers.flatMap(each => each.cardId ?? [])]
    for (const id of ids) expect(findCard(id), id).toBeDefined()
  }
})
