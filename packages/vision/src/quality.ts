import { type RgbImage, resizeSquare, viewSquare } from './tensor.ts'

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
const side = 160
const lightShare = 0.95
const leastSpread = 12
const burntFrom = 250
/** With fewer coloured points than this a photo is not called bright for the sake of some of them. */
const leastColoured = 0.03

/**
 * @param photo upright, as it is diagnosed
 * @param whole size of the upright photo as it was sent
 */
export function measureQuality(photo: RgbImage, whole: { width: number; height: number }): PhotoQuality {
  const planes = resizeSquare(photo, viewSquare(photo.width, photo.height, 1), side)
  const luma = lumaOf(planes)
  return {
    shortSide: Math.min(whole.width, whole.height),
    light: luma.slice().sort()[Math.floor(lightShare * luma.length)] ?? 0,
    burnt: burntShare(planes),
    sharpness: sharpnessOf(luma),
  }
}

/** What to tell of a photo. Of one that is too small nothing else: enlarging it to measure has blurred it. */
export function judgeQuality(quality: PhotoQuality, thresholds: QualityThresholds): QualityWarning[] {
  if (quality.shortSide < thresholds.shortSide) return ['too_small']
  const found = {
    too_small: false,
    too_dark: quality.light < thresholds.light,
    too_bright: quality.burnt > thresholds.burnt,
    too_blurred: quality.sharpness < thresholds.sharpness,
  }
  return qualityWarnings.filter(warning => found[warning])
}

function lumaOf(planes: Float32Array): Float32Array {
  const area = side * side
  return new Float32Array(area).map(
    (_, i) => 0.299 * (planes[i] ?? 0) + 0.587 * (planes[area + i] ?? 0) + 0.114 * (planes[2 * area + i] ?? 0),
  )
}

function burntShare(planes: Float32Array): number {
  const area = side * side
  let coloured = 0
  let burnt = 0
  for (let i = 0; i < area; i++) {
    const [red, green, blue] = [planes[i] ?? 0, planes[area + i] ?? 0, planes[2 * area + i] ?? 0]
    const most = Math.max(red, green, blue)
    if (most - Math.min(red, green, blue) < leastSpread) continue
    coloured++
    if (most >= burntFrom) burnt++
  }
  return burnt / Math.max(coloured, leastColoured * area)
}

function sharpnessOf(luma: Float32Array): number {
  const fine = stepEnergy(luma, side)
  const coarse = stepEnergy(halved(luma, side), side / 2)
  const ratio = (of: number, by: number) => (by > 0 ? of / by : 0)
  return Math.min(ratio(fine.across, coarse.across), ratio(fine.down, coarse.down))
}

/** Mean square of the steps between neighbours in a row and in a column. */
function stepEnergy(luma: Float32Array, size: number): { across: number; down: number } {
  let across = 0
  let down = 0
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const here = luma[y * size + x] ?? 0
      if (x + 1 < size) across += ((luma[y * size + x + 1] ?? 0) - here) ** 2
      if (y + 1 < size) down += ((luma[(y + 1) * size + x] ?? 0) - here) ** 2
    }
  }
  const steps = size * (size - 1)
  return { across: across / steps, down: down / steps }
}

/** Each four points as one. */
function halved(luma: Float32Array, size: number): Float32Array {
  const half = size / 2
  return new Float32Array(half * half).map((_, i) => {
    const at = 2 * Math.floor(i / half) * size + 2 * (i % half)
    return ((luma[at] ?? 0) + (luma[at + 1] ?? 0) + (luma[at + size] ?? 0) + (luma[at + size + 1] ?? 0)) / 4
  })
}
