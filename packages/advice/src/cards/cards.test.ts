import { readdirSync, readFileSync } from 'node:fs'
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
import { fieldQuestions } from '../field-questions.ts'
import { sources } from '../sources.ts'
import { buildSprayLines, formatSprayAdvice } from '../spray-advice.ts'
import { allCards, findCard } from './all-cards.ts'
import { rust } from './general.ts'

function getLines(card: DiseaseCard): AdviceLine[] {
  const weather = card.weather ? [card.weather] : []
  return [card.message, card.explanation, ...weather, ...sectionOrder.flatMap(name => card.sections[name])]
}

function getTexts(card: DiseaseCard): Localized[] {
  return [card.title, ...card.urgency.rules.map(rule => rule.when), ...getLines(card).map(each => each.text)]
}

const questionTexts = fieldQuestions.flatMap(({ question, answers }) => [
  question,
  ...answers.map(({ label }) => label),
])

/** Names that are the same in every language. */
const sameInAll = new Set(['Blast'])

function expectThreeLanguages(text: Localized): void {
  for (const language of languages) expect(text[language].trim()).toBe(text[language])
  for (const language of languages) expect(text[language]).not.toBe('')
  if (sameInAll.has(text.en)) return
  expect(text.sw).not.toBe(text.en)
  expect(text.lg).not.toBe(text.en)
  expect(text.lg).not.toBe(text.sw)
}

const countries = ['KE', 'UG', null]
/** Which product to ask for, and the safety rules. The card has no conditions of its own. */
const sharedSprayLines = buildSprayLines({ ...rust, sections: { ...rust.sections, sprayOnlyIf: [] } }, null)

const splitSentences = (text: string) => text.split(/(?<=[.?!]) /)

function expectShort(sentence: string): void {
  expect(sentence.split(' ').length, sentence).toBeLessThanOrEqual(12)
}

const furtherCondition = { en: /^And only if /, sw: /^Na tu ikiwa /, lg: /^Era tofuuyira okuggyako / }

/** Returns one entry per text of a card that readers see: title, message, explanation and all lines of the sections. */
function getLabeledTexts(card: DiseaseCard) {
  const { id, title, message, explanation, sections } = card
  return [
    { id, place: 'title', text: title },
    { id, place: 'message', text: message.text },
    { id, place: 'explanation', text: explanation.text },
    ...sectionOrder.flatMap(place => sections[place].map(({ text }) => ({ id, place, text }))),
  ]
}

/** Constants of shared.ts and of the crop files may be used on several cards; a copied text may not. */
const isSharedConstant = (a: Localized, b: Localized) => a === b

it('no two cards have the same text', () => {
  const copies: string[] = []
  const seen: ReturnType<typeof getLabeledTexts> = []
  for (const entry of allCards.flatMap(getLabeledTexts)) {
    const isUnique = ['title', 'message', 'explanation'].includes(entry.place)
    for (const other of seen) {
      const isCopy = languages.some(language => entry.text[language] === other.text[language])
      if (isCopy && entry.id !== other.id && (isUnique || !isSharedConstant(entry.text, other.text)))
        copies.push(`${entry.id} ${entry.place} = ${other.id} ${other.place}: ${entry.text.en}`)
    }
    seen.push(entry)
  }
  expect(copies).toEqual([])
})

it('every card that a file of this folder exports is in the list of all cards', async () => {
  const here = new URL('./', import.meta.url)
  const files = readdirSync(here).filter(
    name => name.endsWith('.ts') && !/^(all-cards|shared)\.ts$|\.test\.ts$/.test(name),
  )
  const missing: string[] = []
  for (const file of files) {
    const exports: Record<string, unknown> = await import(new URL(file, here).href)
    for (const [name, value] of Object.entries(exports))
      if (isCard(value) && !allCards.some(card => card === value))
        missing.push(
          `${name} of ${file}: add it to the list at the end of the file, and the file's list to all-cards.ts`,
        )
  }
  expect(missing).toEqual([])
})

const isCard = (value: unknown) => typeof value === 'object' && value !== null && 'id' in value && 'sections' in value

/** Diseases of released models without a card of their own. Their answers use the general card. */
const diseasesWithoutCard = [
  'beans wilt_whole_plant',
  'maize leaf_spot',
  'maize grasshopper',
  'maize brown_spot',
  'maize nutrient_deficiency',
  'maize stem_borer',
  'rice leaf_smut',
  'rice bacterial_leaf_streak',
  'rice false_smut',
  'rice narrow_brown_spot',
  'rice sheath_blight',
  'rice stem_rot',
  'rice tungro',
  'wheat fusarium_head_blight',
  'wheat glume_blotch',
  'wheat leaf_yellowing',
  'wheat loose_smut',
  'wheat powdery_mildew',
  'wheat septoria',
  'wheat sharp_eyespot',
  'wheat tan_spot',
  'wheat yellow_dwarf',
]

it('every disease of the shipped models has a card or is listed as one without a card', () => {
  const models = new URL('../../../vision/models/', import.meta.url)
  const modelClasses = readdirSync(models).flatMap(version => readModelClasses(new URL(`${version}/card.json`, models)))
  const crops = new Set(allCards.map(card => card.crop))
  const withoutCard = modelClasses.flatMap(({ crop, disease, product_class }) => {
    const hasCard = allCards.some(card => card.crop === crop && disease !== null && card.diseases.includes(disease))
    const isDisease = product_class === 'common_rust' || product_class === 'other_disease'
    return isDisease && isCropWithCards(crop, crops) && !hasCard ? [`${crop} ${disease}`] : []
  })
  expect(withoutCard.filter(name => !diseasesWithoutCard.includes(name))).toEqual([])
})

type ModelClass = { crop: string | null; disease: string | null; product_class: string }

function readModelClasses(card: URL): ModelClass[] {
  const { classes } = JSON.parse(readFileSync(card, 'utf8')) as { classes: ModelClass[] }
  return classes
}

const isCropWithCards = (crop: string | null, crops: Set<string | null>) => crop !== null && crops.has(crop)

describe.each(allCards.map(card => [card.id, card] as const))('the card %s', (_id, card) => {
  it('has every section in the order of the article', () => {
    expect(Object.keys(card.sections)).toEqual([...sectionOrder])
  })

  it('has at least one confirmed line in every section', () => {
    for (const name of sectionOrder) expect(getConfirmedLines(card.sections[name]), name).not.toHaveLength(0)
  })

  it('has every text in English, Swahili and Luganda', () => {
    for (const text of getTexts(card)) expectThreeLanguages(text)
  })

  it('has three actions for today', () => {
    expect(getConfirmedLines(card.sections.doToday)).toHaveLength(3)
  })

  it('is written in sentences of at most 12 words, also on the answer’s screen, in every country', () => {
    for (const language of languages) {
      const shown = countries.flatMap(country => formatSprayAdvice(card, country, language))
      const texts = [...getTexts(card).map(text => text[language]), ...shown]
      for (const sentence of texts.flatMap(splitSentences)) expectShort(sentence)
    }
  })

  it('repeats “only” at every further condition of a spray, in every language', () => {
    for (const { text } of card.sections.sprayOnlyIf) {
      const further = languages.map(language =>
        splitSentences(text[language]).flatMap((sentence, i) => (furtherCondition[language].test(sentence) ? [i] : [])),
      )
      expect(further, text.en).toEqual(languages.map(() => further[0]))
      for (const sentence of languages.flatMap(language => splitSentences(text[language])))
        if (/^(And|Na|Era) /.test(sentence))
          expect(sentence).toMatch(/^(And only if|Na tu ikiwa|Era tofuuyira okuggyako) /)
    }
  })

  it('has at most 250 words in its article, without the sources and the spray rules that all cards share', () => {
    for (const language of languages) {
      const { title, message, explanation, weather, urgency, sections } = buildArticle(card, language, null)
      const shared = sharedSprayLines.map(({ text }) => text[language])
      const lines = [message, explanation, ...(weather ? [weather] : []), ...sections.flatMap(section => section.lines)]
      const own = lines.map(({ text }) => text).filter(text => !shared.includes(text))
      const words = [title, ...urgency.rules.map(({ when }) => when), ...own].join(' ').split(/\s+/)
      expect(words.length, language).toBeLessThanOrEqual(250)
    }
  })

  it('says what it is, three signs and three steps in 120 words, the unfolded part of its article', () => {
    const { message, title, sections } = card
    const signs = getConfirmedLines(sections.whatYouSee).slice(0, 3)
    const texts = [title, ...[message, ...signs, ...getConfirmedLines(sections.doToday)].map(({ text }) => text)]
    for (const language of languages)
      expect(
        texts
          .map(text => text[language])
          .join(' ')
          .split(/\s+/).length,
      ).toBeLessThanOrEqual(120)
  })

  it('has known sources on every line and a review date', () => {
    for (const each of [...getLines(card), ...card.urgency.rules]) {
      expect(each.sources.length).toBeGreaterThan(0)
      for (const key of each.sources) expect(sources).toHaveProperty(key)
    }
    expect(card.reviewedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })

  it('names no dose, brand or active ingredient in any language', () => {
    const dose = /\d\s*(g|gr|mg|kg|ml|cc|l|lt|litres?|lita|liita|grams?|gramu)\b/i
    const brand =
      /[®™]|\b(Ridomil|Dithane|Amistar|Folicur|Tilt|Daconil|Bravo|Antracol|Nativo|Kocide|Rovral|Milraz|Kasumin)\b/
    const active = new RegExp(
      [
        // In older advice, where several are barred or restricted by now.
        ...['chlorothalonil', 'propineb', 'mancozeb', 'benomyl', 'captafol', 'kasugamycin', 'iprodione'],
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

  it('links to existing look-alike cards and not to itself', () => {
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

  it('cites the sources of all lines in its article', () => {
    const article = buildArticle(card, 'en', 'KE')
    const listed = article.sources.map(source => source.key)
    const shown = article.sections.flatMap(section => section.lines)
    for (const key of shown.flatMap(each => each.sources)) expect(listed).toContain(key)
    expect(article.sections.map(section => section.name)).toEqual([...sectionOrder])
  })
})

it('every card has a unique slug that starts with its crop', () => {
  for (const { id, crop } of allCards) if (crop !== null) expect(id).toMatch(new RegExp(`^${crop}-`))
  expect(new Set(allCards.map(card => card.id)).size).toBe(allCards.length)
  for (const card of allCards) expect(card.id).toMatch(/^[a-z]+(-[a-z]+)*$/)
})

it('only these cards have lines that an expert must still confirm', () => {
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

it('field questions are sentences of at most 12 words', () => {
  for (const sentence of questionTexts.flatMap(text => languages.flatMap(language => splitSentences(text[language]))))
    expectShort(sentence)
})

it('section titles and field questions are in three languages', () => {
  for (const text of [...Object.values(sectionTitles), ...questionTexts]) expectThreeLanguages(text)
})

it('field questions refer to existing cards and classes', () => {
  const classes = new Set<string>(allCards.map(({ productClass }) => productClass))
  for (const { cardId, fits } of fieldQuestions.flatMap(({ answers }) => answers))
    for (const id of [cardId, ...fits]) expect(classes.has(id) || findCard(id) !== undefined, id).toBe(true)
})
