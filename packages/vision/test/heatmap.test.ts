import { describe, expect, test } from 'vitest'
import type { FineClass, View } from '../src/card.ts'
import { activationGrid, affectedArea, type Grid, leafActivation, paintHeatmap } from '../src/heatmap.ts'
import { findLeaf } from '../src/leaf.ts'
import type { RgbImage } from '../src/tensor.ts'

const classes: FineClass[] = [
  { name: 'maize__common_rust', crop: 'maize', disease: 'common_rust', productClass: 'common_rust' },
  { name: 'beans__rust', crop: 'beans', disease: 'rust', productClass: 'common_rust' },
  { name: 'maize__healthy', crop: 'maize', disease: 'healthy', productClass: 'healthy' },
]
const cardSeeing = (flip: boolean) => ({
  classes,
  featureSize: { width: 2, height: 2 },
  views: [{ scale: 1, flip }] as [View],
})
// Two channels: the first fires in the top left cell, the second in the bottom row.
const features = Float32Array.from([4, 0, 0, 0, 0, 0, 1, 2])
const head = {
  classCount: 3,
  embeddingSize: 2,
  weights: Float32Array.from([1, 0, 0, 1, -1, -1]),
  biases: new Float32Array(3),
}
const topLeft: Grid = { width: 2, height: 2, values: Float32Array.from([1, 0, 0, 0]) }

/** A photo painted by regions, each pixel by the first region that holds it. */
function paint(width: number, height: number, colourAt: (x: number, y: number) => [number, number, number]): RgbImage {
  const data = new Uint8Array(width * height * 3)
  for (let i = 0; i < width * height; i++) data.set(colourAt(i % width, Math.floor(i / width)), i * 3)
  return { width, height, data }
}
const green: [number, number, number] = [70, 130, 50]
const soil: [number, number, number] = [120, 85, 60]
const rust: [number, number, number] = [150, 80, 30]
const gray: [number, number, number] = [128, 128, 130]
const whole = (photo: RgbImage) => ({ left: 0, top: 0, side: photo.width })

describe('the activation of a class', () => {
  test('is what its head weights see beyond those of a healthy leaf, by the probability of each fine class', () => {
    const { values } = activationGrid(features, [0.6, 0.3, 0.1], 'common_rust', head, cardSeeing(false))
    // weights 2/3 + 1 for the first channel, 1/3 + 1 for the second
    for (const [i, value] of [6.667, 0, 1.333, 2.667].entries()) expect(values[i]).toBeCloseTo(value, 2)
  })

  test('is mirrored back when the first view is mirrored', () => {
    const [plain, flipped] = [false, true].map(flip =>
      activationGrid(features, [0.6, 0.3, 0.1], 'common_rust', head, cardSeeing(flip)),
    )
    const [a, b, c, d] = plain?.values ?? []
    expect([...(flipped?.values ?? [])]).toEqual([b, a, d, c])
  })

  test('is nought where more speaks for a healthy leaf', () => {
    const contrary = { ...head, weights: head.weights.map(weight => -weight) }
    const { values } = activationGrid(features, [0.6, 0.3, 0.1], 'common_rust', contrary, cardSeeing(false))
    expect([...values]).toEqual([0, 0, 0, 0])
  })

  test('is measured by its strongest place on the leaf, not beside it', () => {
    const photo = paint(112, 112, x => (x < 56 ? gray : green))
    const grid: Grid = { width: 2, height: 1, values: Float32Array.from([9, 3]) }
    const [beside = 0, onLeaf = 0] = leafActivation(grid, findLeaf(photo, whole(photo))).values
    expect(beside).toBe(1)
    expect(onLeaf).toBeGreaterThan(0.4)
    const nothing: Grid = { ...grid, values: new Float32Array(2) }
    expect([...leafActivation(nothing, findLeaf(photo, whole(photo))).values]).toEqual([0, 0])
  })
})

describe('the leaf in a photo', () => {
  test('is the green before soil, with the brown spots it encloses', () => {
    const photo = paint(112, 112, (x, y) => {
      if (Math.hypot(x - 56, y - 56) < 8) return rust
      return x > 20 && x < 92 && y > 20 && y < 92 ? green : gray
    })
    const { share } = findLeaf(photo, whole(photo))
    expect(share).toBeCloseTo((71 * 71) / (112 * 112), 2)
  })

  test('takes in a brown rim but not a field of soil', () => {
    const photo = paint(112, 112, x => (x < 50 ? green : x < 54 ? rust : soil))
    expect(findLeaf(photo, whole(photo)).share).toBeLessThan(0.52)
    expect(findLeaf(photo, whole(photo)).share).toBeGreaterThan(0.47)
  })

  test('is the brown itself when the leaf is dry', () => {
    const photo = paint(112, 112, x => (x < 56 ? rust : gray))
    expect(findLeaf(photo, whole(photo)).share).toBeCloseTo(0.5, 1)
  })

  test('is not there in a gray photo', () => {
    const photo = paint(60, 60, () => gray)
    expect(findLeaf(photo, whole(photo)).share).toBe(0)
  })
})

describe('the affected area', () => {
  const leafPhoto = paint(112, 112, () => green)
  const leaf = findLeaf(leafPhoto, whole(leafPhoto))

  const halves: Grid = { width: 2, height: 1, values: Float32Array.from([1, 0]) }

  test('is the share of the leaf whose activation reaches the threshold', () => {
    expect(affectedArea(halves, leaf, 0.5)).toBeCloseTo(0.5, 2)
    expect(affectedArea(topLeft, leaf, 0)).toBe(1)
  })

  test('counts no background', () => {
    const photo = paint(112, 112, x => (x < 56 ? green : gray))
    expect(affectedArea(halves, findLeaf(photo, whole(photo)), 0.5)).toBeCloseTo(1, 1)
  })

  test('is unknown without a leaf in sight', () => {
    const empty = paint(60, 60, () => gray)
    expect(affectedArea(topLeft, findLeaf(empty, whole(empty)), 0.5)).toBeNull()
  })
})

describe('the heat map', () => {
  const photo = { width: 400, height: 200 }
  const square = { left: 100, top: 0, side: 200 }
  const leafPhoto = paint(112, 112, () => green)
  const leaf = findLeaf(leafPhoto, whole(leafPhoto))
  const pixel = (map: { width: number; data: Uint8Array }, x: number, y: number) => [
    ...map.data.subarray((y * map.width + x) * 4, (y * map.width + x) * 4 + 4),
  ]

  test('has the shape of the whole photo and is clear outside the square the network saw', () => {
    const map = paintHeatmap(topLeft, leaf, photo, square, 'common_rust', 0.5)
    expect([map.width, map.height]).toEqual([256, 128])
    expect(pixel(map, 63, 5)).toEqual([0, 0, 0, 0])
    expect(pixel(map, 66, 5)).toEqual([0xb3, 0x40, 0x1a, 200])
    expect(pixel(map, 190, 120)[3]).toBe(0)
    expect(pixel(map, 193, 5)).toEqual([0, 0, 0, 0])
  })

  test('is blue for another disease', () => {
    expect(pixel(paintHeatmap(topLeft, leaf, photo, square, 'other_disease', 0.5), 66, 5)).toEqual([
      0x1d, 0x5f, 0xbf, 200,
    ])
  })

  test('is clear beside the leaf', () => {
    const half = paint(112, 112, x => (x < 28 ? gray : green))
    const map = paintHeatmap(topLeft, findLeaf(half, whole(half)), photo, square, 'common_rust', 0.5)
    expect(pixel(map, 66, 5)[3]).toBe(0)
    expect(pixel(map, 64 + 34, 5)[3]).toBeGreaterThan(100)
  })

  test('is painted everywhere when no leaf can be told from its background', () => {
    const empty = paint(60, 60, () => gray)
    const map = paintHeatmap(topLeft, findLeaf(empty, whole(empty)), photo, square, 'common_rust', 0.5)
    expect(pixel(map, 66, 5)[3]).toBe(200)
  })

  test('of an extremely long photo still has a pixel of height', () => {
    const long = { width: 40_000, height: 4 }
    const map = paintHeatmap(topLeft, leaf, long, { left: 19_998, top: 0, side: 4 }, 'common_rust', 0.5)
    expect([map.width, map.height]).toEqual([256, 1])
  })
})
