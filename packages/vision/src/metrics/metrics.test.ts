import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { simpleDecision, toScores } from '../../test/decisions.ts'
import { type ProductClass, productClasses } from '../inference/classes.ts'
import { detect } from '../inference/detect.ts'
import {
  computeMetrics,
  expectedCalibrationError,
  type LabelClass,
  type LabeledDetection,
  wilsonInterval,
} from './metrics.ts'

const classes = productClasses.map(productClass => ({ name: productClass, crop: null, disease: null, productClass }))

/** Creates a labeled detection from the five product probabilities. */
function photo(
  label: LabelClass,
  products: number[],
  { crop = 'maize', setting = 'field', thresholds = { leaf: 0.4, confident: 0.8 } } = {},
): LabeledDetection {
  const band = { likely: 0, confident: thresholds.confident }
  // A photo with exactly the threshold of not_leaf is no leaf.
  const leaf = { ...simpleDecision.leaf, threshold: 1 - thresholds.leaf + Number.EPSILON }
  const bands = { cropUnknown: band, cropStated: band }
  const decision = { ...simpleDecision, leaf, bands, unfamiliar: { otherCrop: 2 } }
  return { label, crop, setting, detection: detect(toScores(products, classes), { classes, decision }, null) }
}

const rust = [0.9, 0.05, 0.05, 0, 0]
const healthy = [0.05, 0.9, 0.05, 0, 0]
const doubtful = [0.5, 0.3, 0.2, 0, 0]
const wall = [0, 0.1, 0, 0.9, 0]

describe('metrics against values computed by hand', () => {
  test('the Wilson interval of a proportion', () => {
    const { low, high } = wilsonInterval(90, 100)
    expect([low.toFixed(4), high.toFixed(4)]).toEqual(['0.8256', '0.9448'])
    expect(wilsonInterval(0, 0)).toEqual({ share: 0, low: 0, high: 1, n: 0 })
    expect(wilsonInterval(0, 10).low).toBe(0)
  })

  test('macro-F1 weights all classes equally and ignores classes without labels', () => {
    const photos = [...Array(8).fill(photo('common_rust', rust)), ...Array(2).fill(photo('healthy', rust))]
    const { accuracy, macroF1, recall } = computeMetrics(photos)
    expect(accuracy.share).toBe(0.8)
    expect(macroF1).toBeCloseTo(16 / 18 / 2, 12)
    expect(recall).toEqual({ common_rust: wilsonInterval(8, 8), healthy: wilsonInterval(0, 2) })
  })

  test('the calibration error is the gap between confidence and accuracy', () => {
    const sure = Array.from({ length: 10 }, (_, i): [number, boolean] => [0.9, i < 6])
    expect(expectedCalibrationError(sure)).toBeCloseTo(0.3, 12)
    expect(expectedCalibrationError([[1, true]])).toBe(0)
    expect(expectedCalibrationError([])).toBe(0)
  })

  test('uncertain answers lower the coverage, and a confident answer about a non-leaf is wrong', () => {
    const metrics = computeMetrics([
      photo('common_rust', rust),
      photo('healthy', rust),
      photo('common_rust', doubtful),
      photo('healthy', wall),
      photo('not_leaf', wall),
      photo('not_leaf', healthy),
    ])
    expect(metrics.coverage).toEqual(wilsonInterval(2, 4))
    expect(metrics.selectiveAccuracy).toEqual(wilsonInterval(1, 3))
    expect(metrics.leafRejectionRate).toEqual(wilsonInterval(1, 4))
    expect(metrics.nonLeafAcceptanceRate).toEqual(wilsonInterval(1, 2))
    expect(metrics.recall.common_rust).toEqual(wilsonInterval(2, 2))
  })

  test('accuracy uses the most probable class even when the photo is rejected as no leaf', () => {
    const rejected = photo('common_rust', [0.5, 0, 0, 0.45, 0.05])
    expect(rejected.detection.isLeaf).toBe(false)
    expect(computeMetrics([rejected])).toMatchObject({
      accuracy: wilsonInterval(1, 1),
      leafRejectionRate: wilsonInterval(1, 1),
    })
  })

  test('plants without a health label do not affect the confidence', () => {
    const { expectedCalibrationError: calibrationError } = computeMetrics([photo('healthy', [0, 0.2, 0, 0, 0.8])])
    expect(calibrationError).toBe(0)
  })

  test('metrics are also computed by crop and by setting', () => {
    const { byCrop, bySetting } = computeMetrics([
      photo('common_rust', rust, { crop: 'beans' }),
      photo('healthy', rust, { crop: 'maize' }),
      photo('healthy', healthy, { crop: 'maize', setting: 'lab' }),
    ])
    expect(Object.keys(byCrop)).toEqual(['beans', 'maize'])
    expect(byCrop.maize).toMatchObject({ accuracy: wilsonInterval(1, 2), recall: { healthy: wilsonInterval(1, 2) } })
    expect(byCrop.maize?.macroF1).toBeCloseTo(2 / 3, 12)
    expect(bySetting.lab?.accuracy).toEqual(wilsonInterval(1, 1))
  })

  test('metrics of no photos are defined', () => {
    expect(computeMetrics([])).toMatchObject({ photos: 0, macroF1: 0, expectedCalibrationError: 0, byCrop: {} })
  })
})

type GoldenProportion = { share: number; low: number; high: number; n: number }
type Golden = {
  thresholds: { leaf: number; confident: number }
  product_classes: ProductClass[]
  photos: { product_class: LabelClass; crop: string; setting: string; products: number[] }[]
  figures: Record<
    'accuracy' | 'answered' | 'right_of_answered' | 'leaves_accepted' | 'not_leaves_accepted',
    GoldenProportion
  > & {
    n: number
    macro_f1: number
    ece: number
    recall: Record<string, GoldenProportion>
    by_crop: Record<string, GoldenProportion>
  }
  by_setting: Record<string, { n: number; macro_f1: number }>
}

describe('metrics of the training code', () => {
  const read = async (): Promise<Golden> =>
    JSON.parse(await readFile(new URL('../../test/golden/scores.json', import.meta.url), 'utf8'))
  const toLabeledDetections = (golden: Golden) =>
    golden.photos.map(({ product_class, products, ...group }) =>
      photo(product_class, products, { ...group, thresholds: golden.thresholds }),
    )
  // The golden values have four decimals.
  const closeTo = (value: number) => expect.closeTo(value, 3.99)
  const closeToProportion = ({ share, low, high, n }: GoldenProportion) => ({
    share: closeTo(share),
    low: closeTo(low),
    high: closeTo(high),
    n,
  })
  const closeToProportions = (shares: Record<string, GoldenProportion>) =>
    Object.fromEntries(Object.entries(shares).map(([name, share]) => [name, closeToProportion(share)]))

  test('are equal for the same answers', async () => {
    const golden = await read()
    expect(golden.product_classes).toEqual([...productClasses])
    const { figures } = golden
    const metrics = computeMetrics(toLabeledDetections(golden))
    expect(metrics).toMatchObject({
      photos: figures.n,
      accuracy: closeToProportion(figures.accuracy),
      macroF1: closeTo(figures.macro_f1),
      expectedCalibrationError: closeTo(figures.ece),
      coverage: closeToProportion(figures.answered),
      selectiveAccuracy: closeToProportion(figures.right_of_answered),
      nonLeafAcceptanceRate: closeToProportion(figures.not_leaves_accepted),
      recall: closeToProportions(figures.recall),
    })
    expect(1 - metrics.leafRejectionRate.share).toBeCloseTo(figures.leaves_accepted.share, 3)
    const crops = Object.entries(metrics.byCrop).map(([name, { accuracy }]) => [name, accuracy])
    expect(Object.fromEntries(crops)).toEqual(closeToProportions(figures.by_crop))
    for (const [name, { n, macro_f1 }] of Object.entries(golden.by_setting))
      expect(metrics.bySetting[name]).toMatchObject({ accuracy: { n }, macroF1: closeTo(macro_f1) })
  })

  test('do not depend on the order of the photos, to the last digit', async () => {
    const photos = toLabeledDetections(await read())
    expect(computeMetrics([...photos].reverse())).toEqual(computeMetrics(photos))
  })
})
