import { computeViewSquare, type RgbImage, resizeSquare } from '../inference/tensor.ts'

// Twin of ml/quality.py, which chooses the thresholds on what this computes: test/golden holds both to the same numbers.

/** What may be wrong with a photo, in the order in which it is told. */
export const qualityWarnings = ['too_small', 'too_dark', 'too_bright', 'too_blurred'] as const
export type QualityWarning = (typeof qualityWarnings)[number]

export type PhotoQuality = {
  /** Of the photo as it was sent, in pixels. */
  shortSide: number
  /** The luminance, 0 to 255, that 95 of 100 points do not reach: a leaf on a black ground is not a dark photo. */
  light: number
  /** Share of the coloured points with a channel burnt out, 0 to 1: a leaf on white paper is not a bright photo. */
  burnt: number
  /**
   * Energy of the finest detail as a share of that of details twice as large, in the weaker direction. Alike for all
   * sharp photos, whatever they show and in whatever light.
   */
  sharpness: number
}

/** Chosen with the model, in its card. A photo below one of the first, or above `burnt`, will rather be misread. */
export type QualityThresholds = PhotoQuality

/** Photos are measured at this size, near to what the network sees, whatever size they were sent in. */
const sampleSize = 160
const lightPercentile = 0.95
const minChroma = 12
const clippingLevel = 250
/** With fewer coloured points than this a photo is not called bright for the sake of some of them. */
const minColoredShare = 0.03

/**
 * @param photo upright, as it is diagnosed
 * @param whole size of the upright photo as it was sent
 */
export function measureQuality(photo: RgbImage, original: { width: number; height: number }): PhotoQuality {
  const planes = resizeSquare(photo, computeViewSquare(photo.width, photo.height, 1), sampleSize)
  const luma = toLuma(planes)
  return {
    shortSide: Math.min(original.width, original.height),
    light: luma.slice().sort()[Math.floor(lightPercentile * luma.length)] ?? 0,
    burnt: measureClippedShare(planes),
    sharpness: measureSharpness(luma),
  }
}

/** What to tell of a photo. Of one that is too small nothing else: enlarging it to measure has blurred it. */
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
  return new Float32Array(area).map(
    (_, i) => 0.299 * (planes[i] ?? 0) + 0.587 * (planes[area + i] ?? 0) + 0.114 * (planes[2 * area + i] ?? 0),
  )
}

function measureClippedShare(planes: Float32Array): number {
  const area = sampleSize * sampleSize
  let coloredCount = 0
  let clippedCount = 0
  for (let i = 0; i < area; i++) {
    const [red, green, blue] = [planes[i] ?? 0, planes[area + i] ?? 0, planes[2 * area + i] ?? 0]
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

/** Mean square of the steps between neighbours in a row and in a column. */
function measureGradientEnergy(luma: Float32Array, size: number): { horizontal: number; vertical: number } {
  let horizontal = 0
  let vertical = 0
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const value = luma[y * size + x] ?? 0
      if (x + 1 < size) horizontal += ((luma[y * size + x + 1] ?? 0) - value) ** 2
      if (y + 1 < size) vertical += ((luma[(y + 1) * size + x] ?? 0) - value) ** 2
    }
  }
  const stepCount = size * (size - 1)
  return { horizontal: horizontal / stepCount, vertical: vertical / stepCount }
}

/** Each four points as one. */
function downsampleByTwo(luma: Float32Array, size: number): Float32Array {
  const half = size / 2
  return new Float32Array(half * half).map((_, i) => {
    const offset = 2 * Math.floor(i / half) * size + 2 * (i % half)
    return (
      ((luma[offset] ?? 0) + (luma[offset + 1] ?? 0) + (luma[offset + size] ?? 0) + (luma[offset + size + 1] ?? 0)) / 4
    )
  })
}
