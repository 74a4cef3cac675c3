import { describe, expect, it } from 'vitest'
import { buildArticle } from './article.ts'
import { allCards } from './cards/all-cards.ts'
import { maizeCommonRust, maizeLethalNecrosis } from './cards/maize.ts'
import { wheatStripeRust } from './cards/wheat.ts'
import { getConfirmedLines, languages } from './disease-card.ts'
import { canNameGroup, type GroupRegistration, groupRegistrations } from './fungicide-registrations.ts'
import { buildSprayLines } from './spray-advice.ts'

const groupName = /triazol|strobilurin|copper|shaba|kkopa/i
const countries = ['KE', 'UG', 'RW', 'TZ', 'ET', null]

const exampleRegistrations: GroupRegistration[] = [
  { group: 'triazole', country: 'KE', status: 'lawful', crop: 'maize', asOf: '2026-11-21', sources: ['K1'] },
  { group: 'strobilurin', country: 'KE', status: 'restricted', crop: 'maize', asOf: '2026-11-21', sources: ['K1'] },
]

function getEnglishText(
  card: typeof maizeCommonRust,
  country: string | null,
  registrations?: GroupRegistration[],
): string {
  return buildSprayLines(card, country, registrations)
    .map(each => each.text.en)
    .join('\n')
}

describe('what a card says about spraying', () => {
  it('names no group in any country, because no national register has been read yet', () => {
    expect(groupRegistrations.filter(each => each.status === 'lawful')).toHaveLength(0)
    for (const country of countries) {
      for (const language of languages) {
        for (const card of allCards)
          expect(JSON.stringify(buildArticle(card, language, country))).not.toMatch(groupName)
      }
    }
  })

  it('names a group once it is lawful for that crop in that country, and only that one', () => {
    const kenya = getEnglishText(maizeCommonRust, 'ke', exampleRegistrations)
    expect(kenya).toContain('triazole')
    expect(kenya).not.toContain('strobilurin')
    expect(getEnglishText(maizeCommonRust, 'UG', exampleRegistrations)).not.toMatch(groupName)
    expect(getEnglishText(maizeCommonRust, null, exampleRegistrations)).not.toMatch(groupName)
    expect(getEnglishText(wheatStripeRust, 'KE', exampleRegistrations)).not.toMatch(groupName)
  })

  it('sends the reader to the register of the own country, and elsewhere to the registered product', () => {
    expect(getEnglishText(maizeCommonRust, 'KE')).toContain('Pest Control Products Board')
    expect(getEnglishText(maizeCommonRust, 'UG')).toContain('Uganda’s national register')
    expect(getEnglishText(maizeCommonRust, 'TZ')).toContain('registered for this crop in your country')
    expect(getEnglishText(maizeCommonRust, null)).toContain('registered for this crop in your country')
  })

  it('always adds the safety lines where a spray may come into question', () => {
    for (const card of allCards.filter(each => each.mayNeedSpray)) {
      const text = getEnglishText(card, 'UG')
      for (const word of ['licensed dealer', 'protective clothing', 'animals', 'days to harvest', 'year after year']) {
        expect(text, card.id).toContain(word)
      }
    }
  })

  it('sends nobody to a dealer for what no spray cures', () => {
    expect(buildSprayLines(maizeLethalNecrosis, 'UG')).toEqual(
      getConfirmedLines(maizeLethalNecrosis.sections.sprayOnlyIf),
    )
  })
})

describe('the law about a group', () => {
  it('counts as unlawful what is unknown, only named in a guide, or not listed', () => {
    expect(canNameGroup('triazole', 'wheat', 'RW')).toBe(false)
    expect(canNameGroup('triazole', 'maize', 'KE')).toBe(false)
    expect(canNameGroup('triazole', 'maize', 'BI')).toBe(false)
    expect(canNameGroup('triazole', 'maize', null)).toBe(false)
  })

  it('lets the standing for the crop outweigh the one for any crop, both ways', () => {
    const anyCropRegistration: GroupRegistration = {
      group: 'copper',
      country: 'UG',
      status: 'lawful',
      crop: 'any',
      asOf: '2026',
      sources: ['U2'],
    }
    const riceRegistration: GroupRegistration = { ...anyCropRegistration, crop: 'rice', status: 'barred' }
    expect(canNameGroup('copper', 'beans', 'UG', [anyCropRegistration, riceRegistration])).toBe(true)
    expect(canNameGroup('copper', 'rice', 'UG', [anyCropRegistration, riceRegistration])).toBe(false)
  })

  it('keeps a date and a source with every standing', () => {
    for (const each of groupRegistrations) {
      expect(each.asOf).toMatch(/^\d{4}(-\d{2}){0,2}$/)
      expect(each.sources.length).toBeGreaterThan(0)
    }
  })
})
