import { describe, expect, test } from 'vitest'
import { type Color, fullSquare, gray, green, paintPhoto, rust, soil } from '../../test/painted-photos.ts'
import { computeLeafMask, maskSize, resizeToMaskGrid } from './leaf-mask.ts'
import { findSpots } from './spots.ts'

/** Finds the spots of a painted photo of one pixel per cell; everything brown counts as affected, the mask as probably leaf. */
function paintSpots(colorAt: (x: number, y: number) => Color, probabilityAt = (_cell: number) => 0.9) {
  const photo = paintPhoto(maskSize, maskSize, colorAt)
  const planes = resizeToMaskGrid(photo, fullSquare(photo))
  const mask = computeLeafMask(planes)
  const size = { width: maskSize, height: maskSize }
  const area = maskSize * maskSize
  const isBrown = (i: number) => (planes[i] ?? 0) > (planes[area + i] ?? 0)
  const spots = findSpots({
    leaf: { ...size, values: Float32Array.from(mask.values, value => 0.8 * value) },
    affected: { ...size, values: Float32Array.from({ length: area }, (_, i) => (isBrown(i) ? probabilityAt(i) : 0.1)) },
    hasLeaf: true,
    planes,
  })
  return (x: number, y: number) => spots[y * maskSize + x] === 1
}
const isInDisc = (x: number, y: number, left: number, top: number, radius: number) =>
  Math.hypot(x - left, y - top) < radius

describe('the outlined spots', () => {
  test('are the affected cells', () => {
    const isSpot = paintSpots((x, y) => (isInDisc(x, y, 56, 56, 6) ? rust : green))
    expect([isSpot(56, 56), isSpot(61, 56), isSpot(63, 56)]).toEqual([true, true, false])
  })

  test('join pustules side by side', () => {
    const isPustule = (x: number, y: number) => x > 40 && x < 60 && y > 40 && y < 60 && x % 4 < 2 && y % 4 < 2
    const isSpot = paintSpots((x, y) => (isPustule(x, y) ? rust : green))
    expect([isSpot(50, 50), isSpot(51, 51), isSpot(53, 54)]).toEqual([true, true, true])
    expect(isSpot(70, 50)).toBe(false)
  })

  test('are on the central leaf only', () => {
    const isSpot = paintSpots((x, y) => {
      if (isInDisc(x, y, 56, 50, 5) || isInDisc(x, y, 100, 100, 4)) return rust
      return isInDisc(x, y, 56, 50, 35) || isInDisc(x, y, 100, 100, 11) ? green : gray
    })
    expect([isSpot(56, 50), isSpot(100, 100)]).toEqual([true, false])
  })

  test('do not include soil beside the leaf', () => {
    const isSpot = paintSpots((x, y) => {
      if (isInDisc(x, y, 40, 56, 5)) return rust
      return x < 70 ? green : soil
    })
    expect(isSpot(40, 56)).toBe(true)
    for (let x = 70; x < maskSize; x++) expect(isSpot(x, 56)).toBe(false)
  })

  test('do not include soil that two leaves enclose', () => {
    const isSpot = paintSpots((x, y) => {
      if (isInDisc(x, y, 50, 40, 4)) return rust
      if (isInDisc(x, y, 82, 74, 10)) return soil
      return x > 10 && x < 100 && y > 10 && y < 90 ? green : soil
    })
    expect([isSpot(50, 40), isSpot(82, 74)]).toEqual([true, false])
  })

  describe('where more than half of the leaf would be marked', () => {
    const paint = (height: number, probabilityAt?: (cell: number) => number) =>
      paintSpots(
        (x, y) => (x < 12 || x >= 100 ? gray : y < height && x % 4 < 2 && y % 4 < 2 ? rust : green),
        probabilityAt,
      )

    test('are the most probable ones', () => {
      const isSpot = paint(80, cell => (cell < 30 * maskSize ? 0.9 : 0.55))
      expect([isSpot(56, 20), isSpot(56, 60)]).toEqual([true, false])
    })

    test('are none if all are equally probable', () => {
      expect(paint(40)(56, 20)).toBe(true)
      const isSpot = paint(80)
      for (let y = 0; y < maskSize; y++) expect(isSpot(56, y)).toBe(false)
    })
  })

  test('include a brown rim of the leaf', () => {
    const isSpot = paintSpots(x => (x < 66 ? green : x < 70 ? rust : gray))
    expect(isSpot(67, 56)).toBe(true)
  })
})
