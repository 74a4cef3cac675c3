import { describe, expect, it } from 'vitest'
import { buildArticle } from './article.ts'
import { allCards } from './cards/all-cards.ts'
import { beansAngularLeafSpot } from './cards/beans.ts'
import { healthy } from './cards/general.ts'
import { maizeCommonRust, maizeLethalNecrosis } from './cards/maize.ts'
import { wheatStripeRust } from './cards/wheat.ts'
import { getConfirmedLines, languages } from './disease-card.ts'
import { buildSprayLines, formatSprayAdvice } from './spray-advice.ts'

const groupName = /triazol|strobilurin|copper|shaba|kkopa/i
const countries = ['KE', 'UG', 'RW', 'TZ', 'ET', null]

function getEnglishText(card: typeof maizeCommonRust, country: string | null): string {
  return buildSprayLines(card, country)
    .map(each => each.text.en)
    .join('\n')
}

describe('the spray advice of a card', () => {
  it('names no fungicide group in any country, because no national register has been checked yet', () => {
    for (const country of countries) {
      for (const language of languages) {
        for (const card of allCards)
          expect(JSON.stringify(buildArticle(card, language, country))).not.toMatch(groupName)
      }
    }
  })

  it('refers to the reader’s national register, or to registered products in other countries', () => {
    expect(getEnglishText(maizeCommonRust, 'KE')).toContain('Pest Control Products Board')
    expect(getEnglishText(maizeCommonRust, 'UG')).toContain('Uganda’s national register')
    expect(getEnglishText(maizeCommonRust, 'TZ')).toContain('registered for this crop in your country')
    expect(getEnglishText(maizeCommonRust, null)).toContain('registered for this crop in your country')
  })

  it('always includes the safety rules when spraying may help', () => {
    for (const card of allCards.filter(each => each.mayNeedSpray)) {
      const text = getEnglishText(card, 'UG')
      for (const word of ['licensed dealer', 'protective clothing', 'animals', 'days to harvest', 'year after year']) {
        expect(text, card.id).toContain(word)
      }
    }
  })

  it('does not mention dealers when spraying never helps', () => {
    expect(buildSprayLines(maizeLethalNecrosis, 'UG')).toEqual(
      getConfirmedLines(maizeLethalNecrosis.sections.sprayOnlyIf),
    )
  })

  it('reads as a condition where it stands without its heading, and other lines stay as they are', () => {
    const [condition, question] = formatSprayAdvice(wheatStripeRust, 'UG', 'en')
    expect(condition).toMatch(/^Spray only if: an expert has confirmed it/)
    expect(question).toMatch(/^Ask which product/)
    expect(formatSprayAdvice(wheatStripeRust, 'UG', 'sw')[0]).toMatch(/^Pulizia dawa tu ikiwa: \p{Ll}/u)
    expect(formatSprayAdvice(wheatStripeRust, 'UG', 'lg')[0]).toMatch(/^Tofuuyira ddagala okuggyako nga: \p{Ll}/u)
    for (const card of [maizeLethalNecrosis, beansAngularLeafSpot, healthy])
      expect(formatSprayAdvice(card, 'UG', 'en')[0], card.id).not.toMatch(/^Spray only if/)
  })
})
