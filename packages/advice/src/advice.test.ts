import { describe, expect, it } from 'vitest'
import { type AdviceRequest, buildAdvice, selectCard } from './advice.ts'
import { allCards, findCard } from './cards/all-cards.ts'
import { getConfirmedLines, languages, type ProductClass, type UrgencyLevel } from './disease-card.ts'

const bands = ['confident', 'likely', 'uncertain', 'unfamiliar'] as const
const request: AdviceRequest = {
  productClass: 'common_rust',
  crop: 'maize',
  disease: 'common_rust',
  band: 'confident',
  language: 'en',
  country: 'UG',
}

const fineClasses: [crop: string, disease: string, productClass: ProductClass, card: string][] = [
  ['maize', 'common_rust', 'common_rust', 'maize-common-rust'],
  ['maize', 'gray_leaf_spot', 'other_disease', 'maize-gray-leaf-spot'],
  ['maize', 'northern_leaf_blight', 'other_disease', 'maize-northern-leaf-blight'],
  ['maize', 'leaf_blight', 'other_disease', 'maize-leaf-blight'],
  ['maize', 'streak_virus', 'other_disease', 'maize-streak-virus'],
  ['maize', 'fall_armyworm', 'other_disease', 'maize-fall-armyworm'],
  ['maize', 'leaf_spot', 'other_disease', 'other-disease'],
  ['maize', 'grasshopper', 'other_disease', 'other-disease'],
  ['maize', 'healthy', 'healthy', 'healthy'],
  ['beans', 'rust', 'common_rust', 'beans-rust'],
  ['beans', 'angular_leaf_spot', 'other_disease', 'beans-angular-leaf-spot'],
  ['beans', 'healthy', 'healthy', 'healthy'],
  ['wheat', 'leaf_rust', 'common_rust', 'wheat-leaf-rust'],
  ['wheat', 'stem_rust', 'common_rust', 'wheat-stem-rust'],
  ['wheat', 'healthy', 'healthy', 'healthy'],
  ['rice', 'bacterial_leaf_blight', 'other_disease', 'rice-bacterial-leaf-blight'],
  ['rice', 'blast', 'other_disease', 'rice-blast'],
  ['rice', 'brown_spot', 'other_disease', 'rice-brown-spot'],
  ['rice', 'leaf_smut', 'other_disease', 'other-disease'],
  ['rice', 'healthy', 'healthy', 'healthy'],
  ['groundnut', 'rust', 'common_rust', 'rust'],
  ['groundnut', 'early_leaf_spot', 'other_disease', 'other-disease'],
  ['apple', 'healthy', 'healthy', 'healthy'],
]

describe('the card for a finding', () => {
  it.each(fineClasses)('%s with %s leads to its card', (crop, disease, productClass, id) => {
    expect(selectCard({ productClass, crop, disease }).id).toBe(id)
    expect(selectCard({ productClass, crop: crop.toUpperCase(), disease }).id).toBe(id)
  })

  it('is the crop’s rust card for an unknown disease, and the general card without a crop', () => {
    expect(selectCard({ productClass: 'common_rust', crop: 'maize', disease: null }).id).toBe('maize-common-rust')
    expect(selectCard({ productClass: 'common_rust', crop: 'wheat', disease: null }).id).toBe('wheat-rust')
    expect(selectCard({ productClass: 'common_rust', crop: null, disease: null }).id).toBe('rust')
    expect(selectCard({ productClass: 'other_disease', crop: 'rice', disease: null }).id).toBe('other-disease')
    expect(selectCard({ productClass: 'healthy', crop: null, disease: null }).id).toBe('healthy')
  })

  it('ignores a disease that contradicts the product class', () => {
    expect(selectCard({ productClass: 'healthy', crop: 'maize', disease: 'common_rust' }).id).toBe('healthy')
    expect(selectCard({ productClass: 'other_disease', crop: 'beans', disease: 'rust' }).id).toBe('other-disease')
  })
})

it('every answer is written in sentences of at most 12 words', () => {
  for (const language of languages)
    for (const band of bands)
      for (const [crop, disease, productClass] of fineClasses) {
        const { message, explanation, advice } = buildAdvice({
          ...request,
          ...{ band, language, crop, disease, productClass },
        }).feedback
        for (const sentence of [message, explanation, ...advice].flatMap(text => text.split(/(?<=[.?!]) /)))
          expect(sentence.split(' ').length, sentence).toBeLessThanOrEqual(12)
      }
})

describe('a confident answer', () => {
  it.each(languages)('has message, explanation and actions for today in %s', language => {
    const { card, feedback } = buildAdvice({ ...request, language })
    expect(feedback.message).toBe(card.message.text[language])
    expect(feedback.explanation).toBe(card.explanation.text[language])
    expect(feedback.advice).toEqual(card.sections.doToday.map(resource => resource.text[language]))
  })

  it.each(fineClasses)(
    'of %s with %s links to its own article first and then to others to compare',
    (crop, disease, productClass, id) => {
      const { resources } = buildAdvice({ ...request, productClass, crop, disease })
      expect(resources[0]?.id).toBe(id)
      expect(resources.length).toBeGreaterThanOrEqual(2)
      expect(resources.length).toBeLessThanOrEqual(4)
      expect(new Set(resources.map(resource => resource.id)).size).toBe(resources.length)
      for (const resource of resources) {
        expect(resource.url).toBe(`/learn/${resource.id}`)
        expect(resource.title).not.toBe('')
        expect(resource.description).not.toBe('')
      }
    },
  )

  it('links to diseases of the crop for a healthy leaf', () => {
    const { resources } = buildAdvice({ ...request, productClass: 'healthy', crop: 'RICE', disease: 'healthy' })
    expect(resources.slice(1).map(resource => findCard(resource.id)?.crop)).toEqual(['rice', 'rice', 'rice'])
  })

  it('is always the same for the same request', () => {
    expect(buildAdvice(request)).toEqual(buildAdvice({ ...request }))
  })
})

describe('an uncertain answer', () => {
  const uncertainAdvice = buildAdvice({
    ...request,
    crop: 'rice',
    productClass: 'other_disease',
    disease: 'blast',
    band: 'uncertain',
  })

  it('recommends an expert first, then a better photo', () => {
    expect(uncertainAdvice.feedback.advice[0]).toBe('Show it to an expert.')
    expect(uncertainAdvice.feedback.advice[1]).toContain('Take it again: one leaf, close up')
    expect(uncertainAdvice.feedback.advice).toHaveLength(2)
    expect(uncertainAdvice.feedback.message).toContain('cannot tell yet')
  })

  it('gives no treatment, because a look-alike may need the opposite', () => {
    expect(uncertainAdvice.feedback.advice.join(' ')).not.toContain('urea')
    expect(uncertainAdvice.spray).toEqual([])
  })
})

describe('the band of an answer', () => {
  const maizeRust = { ...request, crop: 'maize', productClass: 'common_rust', disease: 'common_rust' } as const

  it.each(languages)('changes the message in %s, so that no two bands read alike', language => {
    const messages = bands.map(band => buildAdvice({ ...maizeRust, band, language }).feedback.message)
    const unknownCrop = buildAdvice({ ...maizeRust, crop: 'other', band: 'unfamiliar', language }).feedback.message
    expect(new Set([...messages, unknownCrop]).size).toBe(5)
  })

  it('allows a treatment only when it is confident', () => {
    const lines = buildAdvice({ ...maizeRust, band: 'confident' }).card.sections.doToday.map(({ text }) => text.en)
    for (const band of ['uncertain', 'unfamiliar'] as const) {
      const { feedback, spray } = buildAdvice({ ...maizeRust, band })
      expect(spray, band).toEqual([])
      expect(
        feedback.advice.filter(line => lines.includes(line)),
        band,
      ).toEqual([])
      expect(feedback.advice[0], band).toBe('Show it to an expert.')
    }
  })

  it.each(allCards.map(card => [card.id, card] as const))(
    'likely begins with a step that cannot harm, then an expert: %s',
    (_, { crop, productClass, diseases: [disease = null] }) => {
      const { card, feedback, spray } = buildAdvice({ ...request, crop, productClass, disease, band: 'likely' })
      const [step, ask] = feedback.advice
      expect(
        getConfirmedLines([card.safeStep ?? card.sections.doToday[0]].flatMap(each => each ?? []))[0]?.text.en,
      ).toBe(step)
      expect(step).not.toMatch(/pull|expert|spray|emergency|burn|report/i)
      expect(ask).toBe('Show it to an expert.')
      expect(spray).toEqual([])
    },
  )

  it('likely asks nothing of a farmer whose leaf is healthy', () => {
    const { feedback } = buildAdvice({
      ...request,
      crop: 'maize',
      productClass: 'healthy',
      disease: null,
      band: 'likely',
    })
    expect(feedback.advice[0]).toBe('Nothing to do. Look again in a week.')
  })

  it('names the probable disease, but none on an unfamiliar photo', () => {
    expect(buildAdvice({ ...maizeRust, band: 'likely' }).feedback.message).toMatch(/^This is probably: .*rust/i)
    const unfamiliar = buildAdvice({ ...maizeRust, band: 'unfamiliar' })
    expect(unfamiliar.feedback.message).toBe('Kutu has never seen a leaf like this.')
  })

  it('says that the crop is unknown when the farmer names another one', () => {
    const { feedback } = buildAdvice({ ...maizeRust, crop: 'other', disease: null, band: 'unfamiliar' })
    expect(feedback.message).toBe('Kutu does not know this crop yet. Ask an expert.')
    expect(feedback.advice).toHaveLength(1)
  })
})

describe('urgency', () => {
  const usual: [id: string, level: UrgencyLevel][] = [
    ['wheat-stem-rust', 'high'],
    ['wheat-leaf-rust', 'high'],
    ['wheat-stripe-rust', 'high'],
    ['wheat-rust', 'high'],
    ['maize-lethal-necrosis', 'high'],
    ['beans-rust', 'high'],
    ['maize-common-rust', 'medium'],
    ['maize-gray-leaf-spot', 'medium'],
    ['maize-northern-leaf-blight', 'medium'],
    ['beans-angular-leaf-spot', 'medium'],
    ['rice-blast', 'medium'],
    ['rice-brown-spot', 'low'],
    ['healthy', 'low'],
  ]

  it.each(usual)('of %s is %s for an unknown growth stage', (id, level) => {
    expect(findCard(id)?.urgency.usual).toBe(level)
  })

  const staged: [id: string, level: UrgencyLevel, when: string][] = [
    ['maize-common-rust', 'high', 'Before the tassels'],
    ['maize-northern-leaf-blight', 'high', 'Before the tassels'],
    ['maize-leaf-blight', 'high', 'Before the tassels'],
    ['beans-rust', 'high', 'before the pods fill'],
    ['rice-blast', 'high', 'From booting'],
    ['rice-blast', 'medium', 'At tillering'],
    ['wheat-leaf-rust', 'medium', 'After flowering'],
    ['maize-common-rust', 'low', 'dough'],
    ['maize-gray-leaf-spot', 'low', 'ripe'],
  ]

  it.each(staged)('of %s is %s: %s', (id, level, when) => {
    const rules = findCard(id)?.urgency.rules.filter(rule => rule.level === level) ?? []
    expect(rules.some(rule => rule.when.en.includes(when))).toBe(true)
  })
})
