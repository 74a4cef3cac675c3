import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type ProductClass, productClasses } from '../src/card.ts'
import { detect } from '../src/detect.ts'
import { calibrationError, type JudgedClass, type JudgedPhoto, scoresOf, shareOf } from '../src/scores.ts'

const classes = productClasses.map(productClass => ({ name: productClass, crop: null, disease: null, productClass }))

/** A photo whose five product probabilities are given in their order. */
function photo(
  truth: JudgedClass,
  products: number[],
  { crop = 'maize', setting = 'field', thresholds = { leaf: 0.4, confident: 0.8 } } = {},
): JudgedPhoto {
  return { truth, crop, setting, detection: detect(products, { classes, thresholds: { ...thresholds, heat: 0.5 } }) }
}

const rust = [0.9, 0.05, 0.05, 0, 0]
const healthy = [0.05, 0.9, 0.05, 0, 0]
const doubtful = [0.5, 0.3, 0.2, 0, 0]
const wall = [0, 0.1, 0, 0.9, 0]

describe('figures worked out by hand', () => {
  test('a Wilson interval', () => {
    const { low, high } = shareOf(90, 100)
    expect([low.toFixed(4), high.toFixed(4)]).toEqual(['0.8256', '0.9448'])
    expect(shareOf(0, 0)).toEqual({ share: 0, low: 0, high: 1, n: 0 })
    expect(shareOf(0, 10).low).toBe(0)
  })

  test('macro-F1 gives each class the same weight and leaves out those that do not occur', () => {
    const photos = [...Array(8).fill(photo('common_rust', rust)), ...Array(2).fill(photo('healthy', rust))]
    const { accuracy, macroF1, recall } = scoresOf(photos)
    expect(accuracy.share).toBe(0.8)
    expect(macroF1).toBeCloseTo(16 / 18 / 2, 12)
    expect(recall).toEqual({ common_rust: shareOf(8, 8), healthy: shareOf(0, 2) })
  })

  test('the calibration error is the gap between being sure and being right', () => {
    const sure = Array.from({ length: 10 }, (_, i): [number, boolean] => [0.9, i < 6])
    expect(calibrationError(sure)).toBeCloseTo(0.3, 12)
    expect(calibrationError([[1, true]])).toBe(0)
    expect(calibrationError([])).toBe(0)
  })

  test('an unsure answer may be right, but is not answered; one about a wall is never right', () => {
    const found = scoresOf([
      photo('common_rust', rust),
      photo('healthy', rust),
      photo('common_rust', doubtful),
      photo('healthy', wall),
      photo('not_leaf', wall),
      photo('not_leaf', healthy),
    ])
    expect(found.answered).toEqual(shareOf(2, 4))
    expect(found.rightOfAnswered).toEqual(shareOf(1, 3))
    expect(found.leavesRefused).toEqual(shareOf(1, 4))
    expect(found.notLeavesAccepted).toEqual(shareOf(1, 2))
    expect(found.recall.common_rust).toEqual(shareOf(2, 2))
  })

  test('a photo below the likeliest class but refused as no leaf counts by its likeliest class', () => {
    const refused = photo('common_rust', [0.5, 0, 0, 0.45, 0.05])
    expect(refused.detection.isLeaf).toBe(false)
    expect(scoresOf([refused])).toMatchObject({ accuracy: shareOf(1, 1), leavesRefused: shareOf(1, 1) })
  })

  test('plants without a health label take no part in the confidence', () => {
    const { calibrationError: gap } = scoresOf([photo('healthy', [0, 0.2, 0, 0, 0.8])])
    expect(gap).toBe(0)
  })

  test('each crop and setting has figures of its own', () => {
    const { byCrop, bySetting } = scoresOf([
      photo('common_rust', rust, { crop: 'beans' }),
      photo('healthy', rust, { crop: 'maize' }),
      photo('healthy', healthy, { crop: 'maize', setting: 'lab' }),
    ])
    expect(Object.keys(byCrop)).toEqual(['beans', 'maize'])
    expect(byCrop.maize).toMatchObject({ accuracy: shareOf(1, 2), recall: { healthy: shareOf(1, 2) } })
    expect(byCrop.maize?.macroF1).toBeCloseTo(2 / 3, 12)
    expect(bySetting.lab?.accuracy).toEqual(shareOf(1, 1))
  })

  test('nothing has figures, too', () => {
    expect(scoresOf([])).toMatchObject({ photos: 0, macroF1: 0, calibrationError: 0, byCrop: {} })
  })
})

type GoldenShare = { share: number; low: number; high: number; n: number }
type Golden = {
  thresholds: { leaf: number; confident: number }
  product_classes: ProductClass[]
  photos: { product_class: JudgedClass; crop: string; setting: string; products: number[] }[]
  figures: Record<
    'accuracy' | 'answered' | 'right_of_answered' | 'leaves_accepted' | 'not_leaves_accepted',
    GoldenShare
  > & {
    n: number
    macro_f1: number
    ece: number
    recall: Record<string, GoldenShare>
    by_crop: Record<string, GoldenShare>
  }
  by_setting: Record<string, { n: number; macro_f1: number }>
}

describe('figures of the training side', () => {
  const read = async (): Promise<Golden> =>
    JSON.parse(await readFile(new URL('./golden/scores.json', import.meta.url), 'utf8'))
  const photosOf = (golden: Golden) =>
    golden.photos.map(({ product_class, products, ...group }) =>
      photo(product_class, products, { ...group, thresholds: golden.thresholds }),
    )
  // The golden figures have four decimals.
  const close = (value: number) => expect.closeTo(value, 3.99)
  const closeShare = ({ share, low, high, n }: GoldenShare) => ({
    share: close(share),
    low: close(low),
    high: close(high),
    n,
  })
  const closeShares = (shares: Record<string, GoldenShare>) =>
    Object.fromEntries(Object.entries(shares).map(([name, share]) => [name, closeShare(share)]))

  test('are the same on the same answers', async () => {
    const golden = await read()
    expect(golden.product_classes).toEqual([...productClasses])
    const { figures } = golden
    const found = scoresOf(photosOf(golden))
    expect(found).toMatchObject({
      photos: figures.n,
      accuracy: closeShare(figures.accuracy),
      macroF1: close(figures.macro_f1),
      calibrationError: close(figures.ece),
      answered: closeShare(figures.answered),
      rightOfAnswered: closeShare(figures.right_of_answered),
      notLeavesAccepted: closeShare(figures.not_leaves_accepted),
      recall: closeShares(figures.recall),
    })
    expect(1 - found.leavesRefused.share).toBeCloseTo(figures.leaves_accepted.share, 3)
    const crops = Object.entries(found.byCrop).map(([name, { accuracy }]) => [name, accuracy])
    expect(Object.fromEntries(crops)).toEqual(closeShares(figures.by_crop))
    for (const [name, { n, macro_f1 }] of Object.entries(golden.by_setting))
      expect(found.bySetting[name]).toMatchObject({ accuracy: { n }, macroF1: close(macro_f1) })
  })

  test('do not hang on the order of the photos, to the last digit', async () => {
    const photos = photosOf(await read())
    expect(scoresOf([...photos].reverse())).toEqual(scoresOf(photos))
  })
})
