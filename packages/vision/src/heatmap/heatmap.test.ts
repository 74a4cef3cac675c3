import { describe, expect, test } from 'vitest'
import { areaLogOddsMargin, estimateAreaInterval } from './area-interval.ts'
import type { Grid } from './grid.ts'
import { computeAffectedArea, renderHeatmap } from './heatmap.ts'
import type { Segmentation } from './segmentation.ts'

const size = 56
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
const createSegmentation = (affected: Grid, leaf = everywhere): Segmentation => ({ affected, leaf, hasLeaf: true })

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

describe('the interval of an estimated area', () => {
  test('is symmetric in log-odds', () => {
    const { low, high } = estimateAreaInterval(0.5)
    expect(low + high).toBeCloseTo(1, 10)
    expect(Math.log(high / (1 - high))).toBeCloseTo(areaLogOddsMargin, 1)
  })

  test('contains the estimate, grows with it and stays within 0 to 1', () => {
    const bands = [0, 0.02, 0.1, 0.3, 0.6, 0.95, 1].map(area => ({ area, ...estimateAreaInterval(area) }))
    bands.forEach(({ area, low, high }, i) => {
      expect(low).toBeLessThanOrEqual(area)
      expect(high).toBeGreaterThanOrEqual(area)
      expect(low).toBeGreaterThanOrEqual(0)
      expect(high).toBeLessThanOrEqual(1)
      expect(high).toBeGreaterThan(bands[i - 1]?.high ?? 0)
    })
  })
})

describe('the heat map', () => {
  const photo = { width: 400, height: 200 }
  const square = { left: 100, top: 0, side: 200 }
  const readPixel = (map: { width: number; data: Uint8Array }, x: number, y: number) => [
    ...map.data.subarray((y * map.width + x) * 4, (y * map.width + x) * 4 + 4),
  ]

  test('has the aspect ratio of the photo and is transparent outside the view', () => {
    const map = renderHeatmap(createSegmentation(topLeft), photo, square, 'common_rust', 0.4)
    expect([map.width, map.height]).toEqual([256, 128])
    expect(readPixel(map, 63, 5)).toEqual([0, 0, 0, 0])
    expect(readPixel(map, 66, 5)).toEqual([0xb3, 0x40, 0x1a, 200])
    expect(readPixel(map, 190, 120)[3]).toBe(0)
    expect(readPixel(map, 193, 5)).toEqual([0, 0, 0, 0])
  })

  test('is blue for another disease', () => {
    const map = renderHeatmap(createSegmentation(topLeft), photo, square, 'other_disease', 0.4)
    expect(readPixel(map, 66, 5)).toEqual([0x1d, 0x5f, 0xbf, 200])
  })

  test('clearly shows everything that counts as affected', () => {
    const justAffected = createGrid((x, y) => (x < 0.5 && y < 0.5 ? 0.41 : 0.1))
    expect(
      readPixel(renderHeatmap(createSegmentation(justAffected), photo, square, 'common_rust', 0.4), 70, 5)[3],
    ).toBeGreaterThan(30)
  })

  test('is transparent outside the leaf', () => {
    const right = createGrid(x => (x < 0.25 ? 0 : 1))
    const map = renderHeatmap(createSegmentation(topLeft, right), photo, square, 'common_rust', 0.4)
    expect(readPixel(map, 66, 5)[3]).toBe(0)
    expect(readPixel(map, 64 + 40, 5)[3]).toBeGreaterThan(100)
  })

  test('shows the worst spot even when nothing reaches the threshold', () => {
    const faint = createGrid((x, y) => (x < 0.5 && y < 0.5 ? 0.3 : 0.1))
    const map = renderHeatmap(createSegmentation(faint), photo, square, 'common_rust', 0.4)
    expect(readPixel(map, 70, 5)[3]).toBeGreaterThan(20)
    expect(readPixel(map, 180, 120)[3]).toBe(0)
  })

  test('of an extremely long photo is at least one pixel high', () => {
    const long = { width: 40_000, height: 4 }
    const map = renderHeatmap(createSegmentation(topLeft), long, { left: 19_998, top: 0, side: 4 }, 'common_rust', 0.4)
    expect([map.width, map.height]).toEqual([256, 1])
  })
})
