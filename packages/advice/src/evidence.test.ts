import { describe, expect, it } from 'vitest'
import {
  type Candidate,
  conclude,
  type GivenAnswer,
  type ModelAnswer,
  maxQuestions,
  selectQuestion,
} from './evidence.ts'
import { fieldQuestions } from './field-questions.ts'

type Share = readonly [Candidate['rustClass'], string | null, number]

const answerOf = (
  crop: string | null,
  shares: readonly Share[],
  band: ModelAnswer['band'] = 'uncertain',
): ModelAnswer => ({
  crop,
  band,
  candidates: shares.map(([rustClass, disease, probability]) => ({ rustClass, crop, disease, probability })),
})
const maize = (band?: ModelAnswer['band']) =>
  answerOf(
    'maize',
    [
      ['other_disease', 'gray_leaf_spot', 0.7],
      ['common_rust', 'common_rust', 0.2],
      ['healthy', 'healthy', 0.1],
    ],
    band,
  )
const give = (...pairs: string[]): GivenAnswer[] =>
  pairs.map(pair => {
    const [question = '', answer = ''] = pair.split(' ')
    return { question, answer }
  })

describe('answers at the plant', () => {
  it('raise what shows the sign, by at most five to one', () => {
    const even = answerOf('beans', [
      ['common_rust', 'rust', 0.5],
      ['other_disease', 'angular_leaf_spot', 0.5],
    ])
    const { card, rustClass, probability } = conclude(even, give('powder yes')) ?? {}
    expect([card?.id, rustClass]).toEqual(['beans-rust', 'common_rust'])
    expect(probability).toBeCloseTo(5 / 6, 10)
    for (const { strength } of fieldQuestions) expect(strength).toBeLessThanOrEqual(5)
  })

  it('can make the second candidate the first, and the same answers in another order mean the same', () => {
    expect(conclude(maize(), give('powder yes'))?.rustClass).toBe('common_rust')
    const [first, second] = [give('powder no', 'marks yes'), give('marks yes', 'powder no')].map(each =>
      conclude(maize(), each),
    )
    expect(first?.card.id).toBe('maize-gray-leaf-spot')
    expect(second?.probability).toBeCloseTo(first?.probability ?? 0, 12)
  })

  it('count against a model that is too sure of itself: its leading class begins with what its band is worth', () => {
    const tooSure = answerOf('maize', [
      ['common_rust', 'common_rust', 0.9998],
      ['other_disease', 'gray_leaf_spot', 0.0002],
    ])
    expect(conclude(tooSure, give('powder no'))?.card.id).toBe('maize-gray-leaf-spot')
    const likely = { ...tooSure, band: 'likely' as const }
    expect(conclude(likely, give('powder yes'))).toMatchObject({ rustClass: 'common_rust', band: 'likely' })
    expect(conclude(likely, give('powder yes', 'marks yes'))?.probability).toBeCloseTo(15 / 16, 6)
  })

  it('that say nothing, to unknown questions or to a confident or unfamiliar model, change nothing', () => {
    expect(conclude(maize(), [])).toBeNull()
    expect(conclude(maize(), give('powder unknown'))).toBeNull()
    expect(conclude(maize(), give('smell yes', 'powder perhaps'))).toBeNull()
    for (const band of ['confident', 'unfamiliar'] as const) {
      expect(conclude(maize(band), give('powder yes'))).toBeNull()
      expect(selectQuestion(maize(band), [])).toBeNull()
    }
  })

  it('tell two diseases of a class apart without changing the class', () => {
    const rusts = answerOf('wheat', [
      ['common_rust', 'leaf_rust', 0.5],
      ['common_rust', 'stripe_rust', 0.4],
      ['other_disease', 'septoria', 0.1],
    ])
    const before = conclude(rusts, give('powder yes'))
    const after = conclude(rusts, give('powder yes', 'place-of-powder rows'))
    expect([before?.rustClass, after?.card.id]).toEqual(['common_rust', 'wheat-stripe-rust'])
  })
})

describe('the next question', () => {
  it('is the one that tells most about the candidates', () => {
    expect(selectQuestion(maize(), [])?.id).toBe('powder')
    const healthyOrNot = answerOf('maize', [
      ['healthy', 'healthy', 0.5],
      ['other_disease', 'streak_virus', 0.5],
    ])
    expect(selectQuestion(healthyOrNot, [])?.id).toBe('marks')
    const blights = answerOf('maize', [
      ['other_disease', 'gray_leaf_spot', 0.5],
      ['other_disease', 'northern_leaf_blight', 0.5],
    ])
    expect(selectQuestion(blights, [])?.id).toBe('strip-or-cigar')
  })

  it('is about the crop, and never asked twice', () => {
    for (const crop of ['maize', 'beans', 'rice', 'wheat', null]) {
      const given: GivenAnswer[] = []
      const model = { ...maize(), crop }
      for (;;) {
        const question = selectQuestion(model, given)
        if (question === null) break
        expect([null, crop]).toContain(question.crop)
        expect(given.map(each => each.question)).not.toContain(question.id)
        given.push({ question: question.id, answer: 'unknown' })
      }
      expect(given.length).toBeGreaterThan(0)
      expect(given.length).toBeLessThanOrEqual(maxQuestions)
    }
  })

  it('is none once the answers have made it sure, and none for a photo with one candidate', () => {
    expect(selectQuestion(maize('likely'), give('powder no', 'marks yes', 'strip-or-cigar strip'))).toBeNull()
    expect(selectQuestion(answerOf('maize', [['healthy', 'healthy', 1]]), [])).toBeNull()
  })
})
