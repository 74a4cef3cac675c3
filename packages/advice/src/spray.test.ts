import { describe, expect, it } from 'vitest'
import { type GroupStanding, groupStandings, isLawfulToName } from './actives.ts'
import { allCards } from './all-cards.ts'
import { articleOf } from './article.ts'
import { languages, visibleLines } from './card.ts'
import { maizeCommonRust, maizeLethalNecrosis } from './cards/maize.ts'
import { wheatStripeRust } from './cards/wheat.ts'
import { sprayLinesFor } from './spray.ts'

const groupName = /triazol|strobilurin|copper|shaba|kkopa/i
const countries = ['KE', 'UG', 'RW', 'TZ', 'ET', null]

const registerRead: GroupStanding[] = [
  { group: 'triazole', country: 'KE', status: 'lawful', crop: 'maize', asOf: '2026-11-21', sources: ['K1'] },
  { group: 'strobilurin', country: 'KE', status: 'restricted', crop: 'maize', asOf: '2026-11-21', sources: ['K1'] },
]

function english(card: typeof maizeCommonRust, country: string | null, standings?: GroupStanding[]): string {
  return sprayLinesFor(card, country, standings)
    .map(each => each.text.en)
    .join('\n')
}

describe('what a card says about spraying', () => {
  it('names no group in any country, because no national register has been read yet', () => {
    expect(groupStandings.filter(each => each.status === 'lawful')).toHaveLength(0)
    for (const country of countries) {
      for (const language of languages) {
        for (const card of allCards) expect(JSON.stringify(articleOf(card, language, country))).not.toMatch(groupName)
      }
    }
  })

  it('names a group once it is lawful for that crop in that country, and only that one', () => {
    const kenya = english(maizeCommonRust, 'ke', registerRead)
    expect(kenya).toContain('triazole')
    expect(kenya).not.toContain('strobilurin')
    expect(english(maizeCommonRust, 'UG', registerRead)).not.toMatch(groupName)
    expect(english(maizeCommonRust, null, registerRead)).not.toMatch(groupName)
    expect(english(wheatStripeRust, 'KE', registerRead)).not.toMatch(groupName)
  })

  it('sends the reader to the register of the own country, and elsewhere to the registered product', () => {
    expect(english(maizeCommonRust, 'KE')).toContain('Pest Control Products Board')
    expect(english(maizeCommonRust, 'UG')).toContain('Uganda’s national register')
    expect(english(maizeCommonRust, 'TZ')).toContain('registered for this crop in your country')
    expect(english(maizeCommonRust, null)).toContain('registered for this crop in your country')
  })

  it('always adds the safety lines where a spray may come into question', () => {
    for (const card of allCards.filter(each => each.mayNeedSpray)) {
      const said = english(card, 'UG')
      for (const word of ['licensed dealer', 'protective clothing', 'animals', 'days to harvest', 'year after year']) {
        expect(said, card.id).toContain(word)
      }
    }
  })

  it('sends nobody to a dealer for what no spray cures', () => {
    expect(sprayLinesFor(maizeLethalNecrosis, 'UG')).toEqual(visibleLines(maizeLethalNecrosis.sections.sprayOnlyIf))
  })
})

describe('the law about a group', () => {
  it('counts as unlawful what is unknown, only named in a guide, or not listed', () => {
    expect(isLawfulToName('triazole', 'wheat', 'RW')).toBe(false)
    expect(isLawfulToName('triazole', 'maize', 'KE')).toBe(false)
    expect(isLawfulToName('triazole', 'maize', 'BI')).toBe(false)
    expect(isLawfulToName('triazole', 'maize', null)).toBe(false)
  })

  it('lets the standing for the crop outweigh the one for any crop, both ways', () => {
    const any: GroupStanding = {
      group: 'copper',
      country: 'UG',
      status: 'lawful',
      crop: 'any',
      asOf: '2026',
      sources: ['U2'],
    }
    const onRice: GroupStanding = { ...any, crop: 'rice', status: 'barred' }
    expect(isLawfulToName('copper', 'beans', 'UG', [any, onRice])).toBe(true)
    expect(isLawfulToName('copper', 'rice', 'UG', [any, onRice])).toBe(false)
  })

  it('keeps a date and a source with every standing', () => {
    for (const each of groupStandings) {
      expect(each.asOf).toMatch(/^\d{4}(-\d{2}){0,2}$/)
      expect(each.sources.length).toBeGreaterThan(0)
    }
  })
})
