// Antialiased bilinear (triangle) filter, as Pillow's BILINEAR and torchvision's antialias=True. It took most of the time of our own
// code per photo, so it runs in WebAssembly SIMD.

import { resizeWithLoops } from './resize/loops.ts'
import { getResizeKernel } from './resize/simd.ts'
import { getTriangleTaps } from './resize/taps.ts'
import type { RgbImage, Square } from './rgb-image.ts'

/** Resized squares by photo: the quality check and the heat map use the same ones. */
const resizeCache = new WeakMap<RgbImage, Map<string, Float32Array>>()

/**
 * Crops a square of a photo and resizes it to size x size with a separable triangle filter, which widens when the square
 * shrinks.
 * @returns planes R, G, B from 0 to 255, not rounded. Cached: do not modify.
 */
export function resizeSquare(photo: RgbImage, square: Square, size: number): Float32Array {
  const cachedPlanes = resizeCache.get(photo) ?? new Map<string, Float32Array>()
  resizeCache.set(photo, cachedPlanes)
  const key = [square.left, square.top, square.side, size].join()
  const cached = cachedPlanes.get(key)
  if (cached !== undefined) return cached
  const taps = getTriangleTaps(square.side, size)
  const planes = getResizeKernel()?.resize(photo, square, size, taps) ?? resizeWithLoops(photo, square, size, taps)
  cachedPlanes.set(key, planes)
  return planes
}
