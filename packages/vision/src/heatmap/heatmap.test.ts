import { describe, expect, test } from 'vitest'
import type { Grid } from './cells/grid.ts'
import { computeAffectedArea, type DiseasedClass, drawHeatmap, type RgbaImage } from './heatmap.ts'
import { maskSize } from './leaf-mask.ts'
import type { Segmentation } from './segmentation.ts'
import { findSpots } from './spots.ts'

const size = maskSize
/** Creates a square grid from a function of the cells' centers, 0 to 1. */
function createGrid(valueAt: (x: number, y: number) => number): Grid {
  const cellCenter = (i: number) => (i + 0.5) / size
  const values = Float32Array.from({ length: size * size }, (_, i) =>
    valueAt(cellCenter(i % size), cellCenter(Math.floor(i / size))),
  )
  return { width: size, height: size, values }
}
const everywhere = createGrid(() => 1)
const topLeft = createGrid((x, y) => (x < 0.5 && y < 0.5 ? 0.9 : 0.1))
const green = new Float32Array(3 * size * size).fill(90)
const createSegmentation = (affected: Grid, leaf = everywhere): Segmentation => ({
  affected,
  leaf,
  hasLeaf: true,
  planes: green,
})

describe('the affected area', () => {
  test('is the share of the leaf with a probability above the threshold', () => {
    expect(computeAffectedArea(createSegmentation(topLeft), 0.4)).toBeCloseTo(0.25, 5)
    expect(computeAffectedArea(createSegmentation(topLeft), 0.05)).toBe(1)
    expect(computeAffectedArea(createSegmentation(topLeft), 0.95)).toBe(0)
  })

  test('ignores the background and weights cells by their leaf probability', () => {
    const left = createGrid(x => (x < 0.5 ? 1 : 0))
    expect(computeAffectedArea(createSegmentation(topLeft, left), 0.4)).toBeCloseTo(0.5, 5)
    const ratherLeft = createGrid(x => (x < 0.5 ? 0.75 : 0.25))
    expect(computeAffectedArea(createSegmentation(topLeft, ratherLeft), 0.4)).toBeCloseTo(0.375, 5)
  })

  test('is null without a visible leaf', () => {
    expect(computeAffectedArea({ ...createSegmentation(topLeft), hasLeaf: false }, 0.4)).toBeNull()
  })
})

describe('the heat map', () => {
  const photo = { width: 400, height: 200 }
  const square = { left: 100, top: 0, side: 200 }
  const render = (segmentation: Segmentation, rustClass: DiseasedClass = 'common_rust'): RgbaImage =>
    drawHeatmap({ rustClass, ...photo, square, spots: findSpots(segmentation) })
  const readPixel = (map: RgbaImage, x: number, y: number) => [
    ...map.data.subarray((y * map.width + x) * 4, (y * map.width + x) * 4 + 4),
  ]
  const isMarked = (map: RgbaImage, x: number, y: number) => readPixel(map, x, y)[3] !== 0

  test('has the aspect ratio of the photo and fills spots lightly, only within the view', () => {
    const map = render(createSegmentation(topLeft))
    expect([map.width, map.height]).toEqual([512, 256])
    expect(readPixel(map, 190, 60)).toEqual([0xb3, 0x40, 0x1a, 72])
    expect([isMarked(map, 126, 60), isMarked(map, 300, 60), isMarked(map, 386, 60)]).toEqual([false, false, false])
  })

  test('outlines a spot with a dark and a white line, so that it shows on any background', () => {
    for (const [rustClass, dark] of [
      ['common_rust', [0x3d, 0x14, 0x06]],
      ['other_disease', [0x07, 0x1e, 0x42]],
    ] as const) {
      const map = render(createSegmentation(topLeft), rustClass)
      const opaque = Array.from({ length: 40 }, (_, i) => readPixel(map, 240 + i, 60)).filter(pixel => pixel[3] === 255)
      const isNear = (color: readonly number[]) => (pixel: number[]) =>
        color.every((value, channel) => Math.abs(value - (pixel[channel] ?? 0)) < 3)
      expect(opaque.some(isNear([255, 255, 255]))).toBe(true)
      expect(opaque.some(isNear(dark))).toBe(true)
      expect(opaque.length).toBeLessThanOrEqual(5)
    }
  })

  test('is blue for another disease', () => {
    expect(readPixel(render(createSegmentation(topLeft), 'other_disease'), 190, 60)).toEqual([0x1d, 0x5f, 0xbf, 72])
  })

  test('is transparent outside the leaf', () => {
    const right = createGrid(x => (x < 0.25 ? 0 : 1))
    const map = render(createSegmentation(topLeft, right))
    expect(isMarked(map, 150, 60)).toBe(false)
    expect(isMarked(map, 220, 60)).toBe(true)
  })

  test('is left out where all of the leaf is affected, and where no part is probably so', () => {
    const faint = createGrid((x, y) => (x < 0.5 && y < 0.5 ? 0.6 : 0.1))
    for (const affected of [createGrid(() => 0.9), faint])
      expect(findSpots(createSegmentation(affected))).not.toContain(1)
  })

  test('of an extremely long photo is at least one pixel high', () => {
    const long = { width: 40_000, height: 4, square: { left: 19_998, top: 0, side: 4 } }
    const map = drawHeatmap({ rustClass: 'common_rust', ...long, spots: findSpots(createSegmentation(topLeft)) })
    expect([map.width, map.height]).toEqual([512, 1])
  })
})
