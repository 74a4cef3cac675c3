import { describe, expect, test } from 'vitest'
import type { FineClass, View } from '../src/card.ts'
import { activationGrid, affectedArea, type HeatGrid, paintHeatmap } from '../src/heatmap.ts'
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
const topLeft: HeatGrid = { width: 2, height: 2, values: Float32Array.from([1, 0, 0, 0]) }

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
  test('is its head weights times the features, by the probability of each fine class', () => {
    const grid = activationGrid(features, [0.5, 0.25, 0.25], 'common_rust', head, cardSeeing(false))
    expect([...grid.values]).toEqual([1, 0, 0.125, 0.25])
  })

  test('is mirrored back when the first view is mirrored', () => {
    const grid = activationGrid(features, [0.5, 0.25, 0.25], 'common_rust', head, cardSeeing(true))
    expect([...grid.values]).toEqual([0, 1, 0.25, 0.125])
  })

  test('is nought everywhere when nothing speaks for the class', () => {
    const grid = activationGrid(features, [0, 0, 1], 'healthy', head, cardSeeing(false))
    expect([...grid.values]).toEqual([0, 0, 0, 0])
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

  test('is the share of the leaf whose activation reaches the threshold', () => {
    const halves: HeatGrid = { width: 2, height: 1, values: Float32Array.from([1, 0]) }
    expect(affectedArea(halves, leaf, 'common_rust', 0.5)).toBeCloseTo(0.5, 2)
    expect(affectedArea(topLeft, leaf, 'common_rust', 0)).toBe(1)
  })

  test('counts no background', () => {
    const photo = paint(112, 112, x => (x < 56 ? green : gray))
    const halves: HeatGrid = { width: 2, height: 1, values: Float32Array.from([1, 0]) }
    expect(affectedArea(halves, findLeaf(photo, whole(photo)), 'other_disease', 0.5)).toBeCloseTo(1, 1)
  })

  test('is unknown for a healthy leaf and without a leaf in sight', () => {
    const empty = paint(60, 60, () => gray)
    expect(affectedArea(topLeft, leaf, 'healthy', 0.5)).toBeNull()
    expect(affectedArea(topLeft, findLeaf(empty, whole(empty)), 'common_rust', 0.5)).toBeNull()
  })
})

describe('the heat map', () => {
  const square = { left: 100, top: 0, side: 200 }
  const pixel = (map: { width: number; data: Uint8Array }, x: number, y: number) => [
    ...map.data.subarray((y * map.width + x) * 4, (y * map.width + x) * 4 + 4),
  ]

  test('has the shape of the whole photo and is clear outside the square the network saw', () => {
    const map = paintHeatmap(topLeft, { width: 400, height: 200 }, square, 'common_rust', 0.5)
    if (map === null) throw new Error('no map')
    expect([map.width, map.height]).toEqual([256, 128])
    expect(pixel(map, 63, 5)).toEqual([0, 0, 0, 0])
    expect(pixel(map, 66, 5)).toEqual([0xb3, 0x40, 0x1a, 200])
    expect(pixel(map, 190, 120)[3]).toBe(0)
    expect(pixel(map, 193, 5)).toEqual([0, 0, 0, 0])
  })

  test('is blue for another disease and absent for a healthy leaf', () => {
    const map = paintHeatmap(topLeft, { width: 400, height: 200 }, square, 'other_disease', 0.5)
    expect(map === null ? [] : pixel(map, 66, 5)).toEqual([0x1d, 0x5f, 0xbf, 200])
    expect(paintHeatmap(topLeft, { width: 400, height: 200 }, square, 'healthy', 0.5)).toBeNull()
  })

  test('of an extremely long photo still has a pixel of height', () => {
    const map = paintHeatmap(
      topLeft,
      { width: 40_000, height: 4 },
      { left: 19_998, top: 0, side: 4 },
      'common_rust',
      0.5,
    )
    expect([map?.width, map?.height]).toEqual([256, 1])
  })
})
