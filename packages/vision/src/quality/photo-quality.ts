import { resizeSquare } from '../inference/resize-square.ts'
import { computeViewSquare, type RgbImage } from '../inference/rgb-image.ts'
import { selectRank } from './order-statistic.ts'

// Photo quality: size, brightness, clipped highlights and blur. Twin of ml/kutu_ml/export/quality.py, which chooses the thresholds;
// test/golden/quality.json holds both to the same numbers. The blur measure is a ratio of gradient energies at two scales
// (mean squared differences of neighbors, see Pertuz et al. 2013, Analysis of Focus Measure Operators), not a variance of
// the Laplacian, which depends on contrast and content.

/** Possible problems of a photo, in the order in which they are reported. */
export const qualityWarnings = ['too_small', 'too_dark', 'too_bright', 'too_blurred'] as const
export type QualityWarning = (typeof qualityWarnings)[number]

export type PhotoQuality = {
  /** Short side of the photo as it was uploaded, in pixels. */
  shortSide: number
  /** 95th percentile of the luma, 0 to 255. A percentile, so that a leaf on a black background is not a dark photo. */
  light: number
  /** Share of the colored pixels with a clipped channel, 0 to 1. Only colored ones, so that white paper does not count. */
  burnt: number
  /**
   * Gradient energy at full scale divided by that at half scale, in the weaker direction. Similar for all sharp photos,
   * independent of content and lighting; lower for blurred ones.
   */
  sharpness: number
}

/**
 * Thresholds from the model card. A photo below `shortSide`, `light` or `sharpness`, or above `burnt`, is more likely to be
 * misclassified.
 */
export type QualityThresholds = PhotoQuality

/** Side of the square at which photos are measured, in pixels. It is close to the input size of the network. */
export const sampleSize = 160
const lightPercentile = 0.95
const minChroma = 12
const clippingLevel = 250
/** Lower bound of the share of colored pixels in the denominator, so that a few of them cannot make a photo too bright. */
const minColoredShare = 0.03

/**
 * Measures a photo in its central square.
 * @param photo upright, as it is diagnosed
 * @param original size of the upright photo as it was uploaded
 */
export function measureQuality(photo: RgbImage, original: { width: number; height: number }): PhotoQuality {
  const planes = resizeSquare(photo, computeViewSquare(photo.width, photo.height, 1), sampleSize)
  const luma = toLuma(planes)
  return {
    shortSide: Math.min(original.width, original.height),
    light: selectRank(luma, Math.floor(lightPercentile * luma.length)),
    burnt: measureClippedShare(planes),
    sharpness: measureSharpness(luma),
  }
}

/** Returns the problems of a photo. One that is too small gets no other warning, because enlarging has blurred it. */
export function checkQuality(quality: PhotoQuality, thresholds: QualityThresholds): QualityWarning[] {
  if (quality.shortSide < thresholds.shortSide) return ['too_small']
  const isWarned = {
    too_small: false,
    too_dark: quality.light < thresholds.light,
    too_bright: quality.burnt > thresholds.burnt,
    too_blurred: quality.sharpness < thresholds.sharpness,
  }
  return qualityWarnings.filter(warning => isWarned[warning])
}

function toLuma(planes: Float32Array): Float32Array {
  const area = sampleSize * sampleSize
  const luma = new Float32Array(area)
  for (let i = 0; i < area; i++)
    luma[i] = 0.299 * (planes[i] ?? 0) + 0.587 * (planes[area + i] ?? 0) + 0.114 * (planes[2 * area + i] ?? 0)
  return luma
}

function measureClippedShare(planes: Float32Array): number {
  const area = sampleSize * sampleSize
  let coloredCount = 0
  let clippedCount = 0
  for (let i = 0; i < area; i++) {
    const red = planes[i] ?? 0
    const green = planes[area + i] ?? 0
    const blue = planes[2 * area + i] ?? 0
    const max = Math.max(red, green, blue)
    if (max - Math.min(red, green, blue) < minChroma) continue
    coloredCount++
    if (max >= clippingLevel) clippedCount++
  }
  return clippedCount / Math.max(coloredCount, minColoredShare * area)
}

function measureSharpness(luma: Float32Array): number {
  const fine = measureGradientEnergy(luma, sampleSize)
  const coarse = measureGradientEnergy(downsampleByTwo(luma, sampleSize), sampleSize / 2)
  const divide = (numerator: number, denominator: number) => (denominator > 0 ? numerator / denominator : 0)
  return Math.min(divide(fine.horizontal, coarse.horizontal), divide(fine.vertical, coarse.vertical))
}

/** Returns the mean squared difference between horizontal and between vertical neighbors. */
function measureGradientEnergy(luma: Float32Array, size: number): { horizontal: number; vertical: number } {
  let horizontal = 0
  let vertical = 0
  for (let y = 0; y < size; y++) {
    const end = (y + 1) * size - 1
    for (let i = y * size; i < end; i++) {
      const difference = (luma[i + 1] ?? 0) - (luma[i] ?? 0)
      horizontal += difference * difference
    }
  }
  for (let i = size; i < size * size; i++) {
    const difference = (luma[i] ?? 0) - (luma[i - size] ?? 0)
    vertical += difference * difference
  }
  const stepCount = size * (size - 1)
  return { horizontal: horizontal / stepCount, vertical: vertical / stepCount }
}

/** Halves the size; each result is the mean of 2 x 2 pixels. */
function downsampleByTwo(luma: Float32Array, size: number): Float32Array {
  const half = size / 2
  const means = new Float32Array(half * half)
  for (let y = 0, to = 0; y < half; y++) {
    for (let x = 0, from = 2 * y * size; x < half; x++, to++, from += 2) {
      const above = (luma[from] ?? 0) + (luma[from + 1] ?? 0)
      means[to] = (above + (luma[from + size] ?? 0) + (luma[from + size + 1] ?? 0)) / 4
    }
  }
  return means
}
