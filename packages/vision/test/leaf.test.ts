import { describe, expect, test } from 'vitest'
import { findLeaf, leafPlanes } from '../src/leaf.ts'
import type { RgbImage } from '../src/tensor.ts'
import { gray, green, paint, rust, soil, whole } from './painted.ts'

const shareOf = (photo: RgbImage) => findLeaf(leafPlanes(photo, whole(photo))).share

describe('the leaf in a photo', () => {
  test('is the green before soil, with the brown spots it encloses', () => {
    const photo = paint(112, 112, (x, y) => {
      if (Math.hypot(x - 56, y - 56) < 8) return rust
      return x > 20 && x < 92 && y > 20 && y < 92 ? green : gray
    })
    expect(shareOf(photo)).toBeCloseTo((71 * 71) / (112 * 112), 2)
  })

  test('takes in a brown rim but not a field of soil', () => {
    const photo = paint(112, 112, x => (x < 50 ? green : x < 54 ? rust : soil))
    expect(shareOf(photo)).toBeLessThan(0.52)
    expect(shareOf(photo)).toBeGreaterThan(0.47)
  })

  test('is the brown itself when the leaf is dry', () => {
    expect(shareOf(paint(112, 112, x => (x < 56 ? rust : gray)))).toBeCloseTo(0.5, 1)
  })

  test('is not there in a gray photo', () => {
    expect(shareOf(paint(60, 60, () => gray))).toBe(0)
  })
})
