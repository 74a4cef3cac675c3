import { describe, expect, test } from 'vitest'
import { fullSquare, gray, green, paintPhoto, rust, soil } from '../../test/painted-photos.ts'
import type { RgbImage } from '../inference/rgb-image.ts'
import { computeLeafMask, resizeToMaskGrid } from './leaf-mask.ts'

const measureLeafShare = (photo: RgbImage) => computeLeafMask(resizeToMaskGrid(photo, fullSquare(photo))).share

describe('the leaf mask', () => {
  test('covers the green and the brown spots inside it', () => {
    const photo = paintPhoto(112, 112, (x, y) => {
      if (Math.hypot(x - 56, y - 56) < 8) return rust
      return x > 20 && x < 92 && y > 20 && y < 92 ? green : gray
    })
    expect(measureLeafShare(photo)).toBeCloseTo((71 * 71) / (112 * 112), 2)
  })

  test('includes a brown rim but not soil', () => {
    const photo = paintPhoto(112, 112, x => (x < 50 ? green : x < 54 ? rust : soil))
    expect(measureLeafShare(photo)).toBeLessThan(0.52)
    expect(measureLeafShare(photo)).toBeGreaterThan(0.47)
  })

  test('covers the brown of a dry leaf', () => {
    expect(measureLeafShare(paintPhoto(112, 112, x => (x < 56 ? rust : gray)))).toBeCloseTo(0.5, 1)
  })

  test('is empty for a gray photo', () => {
    expect(measureLeafShare(paintPhoto(60, 60, () => gray))).toBe(0)
  })
})
