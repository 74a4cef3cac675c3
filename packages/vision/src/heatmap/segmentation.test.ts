import { describe, expect, test } from 'vitest'
import { type Color, fullSquare, gray, green, paintPhoto, rust } from '../../test/painted-photos.ts'
import type { FineClass } from '../inference/classes.ts'
import type { RgbImage } from '../inference/rgb-image.ts'
import {
  cellFeatureNames,
  computeCellFeatures,
  type LogisticWeights,
  type SegmentationWeights,
} from './cell-features.ts'
import { boxBlur, resizeBilinear } from './cells/grid.ts'
import { computeLeafMask, maskSize, resizeToMaskGrid } from './leaf-mask.ts'
import { segmentPhoto } from './segmentation.ts'

const classes: FineClass[] = [
  { name: 'maize__common_rust', crop: 'maize', disease: 'common_rust', productClass: 'common_rust' },
  { name: 'maize__blight', crop: 'maize', disease: 'blight', productClass: 'other_disease' },
  { name: 'maize__healthy', crop: 'maize', disease: 'healthy', productClass: 'healthy' },
]
// One channel per disease: rust is active in the top left cell, the other disease in the bottom row.
const featureValues = [4, 0, 0, 0, 0, 0, 2, 2]
const head = {
  classCount: 3,
  embeddingSize: 2,
  weights: Float32Array.from([1, 0, 0, 1, 0, 0]),
  biases: Float32Array.from([0, 0, 1]),
}
const plain = { classes, featureSize: { width: 2, height: 2 } }
const features = Float32Array.from(featureValues)

const spotted = paintPhoto(112, 112, (x, y): Color => {
  if (x < 28) return gray
  return Math.hypot(x - 80, y - 30) < 9 ? rust : green
})
function computeFeatures(photo: RgbImage, values = features) {
  const planes = resizeToMaskGrid(photo, fullSquare(photo))
  return computeCellFeatures(planes, computeLeafMask(planes), values, head, plain)
}
const readCell = (values: Float32Array, x: number, y: number) => values[y * maskSize + x] ?? Number.NaN

describe('the features of a cell', () => {
  test('compare a brown spot with the green of its own leaf and in absolute terms', () => {
    const { redness, redder_than_leaf, clearly_redder, reddish } = computeFeatures(spotted)
    expect(readCell(redness, 60, 80)).toBeCloseTo((70 - 130) / (250 + 12), 5)
    expect(readCell(redder_than_leaf, 60, 80)).toBeCloseTo(0, 5)
    expect(readCell(redder_than_leaf, 80, 30)).toBeCloseTo((150 - 80) / 272 + 60 / 262, 5)
    expect([readCell(clearly_redder, 80, 30), readCell(reddish, 80, 30)]).toEqual([1, 1])
    expect([readCell(clearly_redder, 60, 80), readCell(reddish, 60, 80)]).toEqual([0, 0])
  })

  test('have contrast at an edge and none inside a plain leaf', () => {
    const dark = paintPhoto(112, 112, x => (x < 56 ? green : [30, 60, 20]))
    const { contrast } = computeFeatures(dark)
    expect(readCell(contrast, 20, 50)).toBeCloseTo(0, 5)
    expect(readCell(contrast, 55, 50)).toBeGreaterThan(0.05)
  })

  test('are class activation maps relative to the healthy class', () => {
    const { rust: ofRust, other_disease: ofOther, sick, not_leaf } = computeFeatures(spotted)
    expect(readCell(ofRust, 2, 2)).toBeCloseTo(4 - 1, 4)
    expect(readCell(ofOther, 2, 109)).toBeCloseTo(2 - 1, 4)
    expect(readCell(sick, 2, 2)).toBeCloseTo(Math.log(Math.exp(4) + 1) - 1, 4)
    // This model has no not_leaf class.
    expect(readCell(not_leaf, 2, 2)).toBeLessThan(-15)
  })

  test('are those of the first view', () => {
    const closerView = new Array<number>(8).fill(99)
    const { rust: ofRust } = computeFeatures(spotted, Float32Array.from([...featureValues, ...closerView]))
    expect([...ofRust.subarray(0, 300)]).toEqual([...computeFeatures(spotted).rust.subarray(0, 300)])
  })
})

describe('a grid', () => {
  test('is resized by interpolation between its cells, and repeats them at the edges', () => {
    const grid = { width: 2, height: 2, values: Float32Array.from([0, 1, 2, 3]) }
    const steps = [0, 0.25, 0.75, 1]
    expect([...resizeBilinear(grid, 4)]).toEqual(steps.flatMap(y => steps.map(x => x + 2 * y)))
  })

  test('is blurred with replicated edges', () => {
    const blurred = boxBlur(Float32Array.from([9, 0, 0, 0, 0, 0, 0, 0, 9]), 3, 1)
    // The window of the first cell contains the cell itself four times, its neighbors and the center.
    expect(blurred[0]).toBeCloseTo((4 * 9) / 9, 5)
    expect(blurred[4]).toBeCloseTo(2, 5)
  })
})

describe('the segmentation of a photo', () => {
  const createWeights = (weights: Partial<LogisticWeights>) =>
    ({ ...Object.fromEntries(cellFeatureNames.map(name => [name, 0])), ...weights }) as LogisticWeights
  const parts: SegmentationWeights = {
    leaf: createWeights({ constant: 2 }),
    affected: createWeights({ constant: -3, clearly_redder: 6 }),
  }
  const card = { ...plain, parts }

  test('finds the affected spot, the healthy green and the background', () => {
    const { leaf, affected, hasLeaf } = segmentPhoto(spotted, fullSquare(spotted), features, head, card)
    expect(hasLeaf).toBe(true)
    expect(readCell(affected.values, 80, 30)).toBeCloseTo(1 / (1 + Math.exp(-3)), 5)
    expect(readCell(affected.values, 60, 80)).toBeCloseTo(1 / (1 + Math.exp(3)), 5)
    expect(readCell(leaf.values, 80, 30)).toBeCloseTo(1 / (1 + Math.exp(-2)), 5)
    expect(readCell(leaf.values, 10, 50)).toBe(0)
  })

  test('treats every cell as leaf when the mask is empty', () => {
    const photo = paintPhoto(112, 112, () => gray)
    const { leaf, hasLeaf } = segmentPhoto(photo, fullSquare(photo), features, head, card)
    expect(hasLeaf).toBe(false)
    expect(leaf.values.every(value => value === 1)).toBe(true)
  })
})
