// Preprocessing: crops a photo into views, resizes them with an antialiased bilinear (triangle) filter, as Pillow's
// BILINEAR and torchvision's antialias=True do, and normalizes them. Twin of ml/kutu_ml/data/preprocess.py; test/golden/golden.json
// holds both to the same numbers.

import type { InputParams, RgbTriple } from './input-params.ts'

/** The decoder reduces a photo with a longer short side to this, in pixels. */
export const decodeShortSide = 512

/** An upright photo: sRGB bytes, R G B R G B …, row by row from the top. */
export type RgbImage = { width: number; height: number; data: Uint8Array }

/** A square of an image, in pixels. */
export type Square = { left: number; top: number; side: number }

/** Returns the central square of a view: `scale` times the short side, rounded half up, at most the short side. */
export function computeViewSquare(width: number, height: number, scale: number): Square {
  const shortSide = Math.min(width, height)
  const side = Math.min(shortSide, Math.max(1, Math.floor(scale * shortSide + 0.5)))
  return { left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 2), side }
}

type TensorParams = Pick<InputParams, 'inputSize' | 'mean' | 'std' | 'views'>

/** Returns the input of the network: float32 [views, 3, S, S], planes R, G, B of (pixel / 255 - mean) / std. */
export function createInputTensor(photo: RgbImage, { inputSize, mean, std, views }: TensorParams): Float32Array {
  const length = 3 * inputSize * inputSize
  const tensor = new Float32Array(views.length * length)
  views.forEach(({ scale, flip }, i) => {
    const planes = resizeSquare(photo, computeViewSquare(photo.width, photo.height, scale), inputSize)
    normalizeInto(tensor.subarray(i * length, (i + 1) * length), planes, inputSize, flip, mean, std)
  })
  return tensor
}

function normalizeInto(
  out: Float32Array,
  planes: Float32Array,
  size: number,
  flip: boolean,
  mean: RgbTriple,
  std: RgbTriple,
) {
  for (let channel = 0; channel < 3; channel++) {
    const channelMean = mean[channel] ?? 0
    const channelStd = std[channel] ?? 1
    for (let y = 0; y < size; y++) {
      const row = (channel * size + y) * size
      for (let x = 0; x < size; x++) {
        const value = planes[row + (flip ? size - 1 - x : x)] ?? 0
        out[row + x] = (value / 255 - channelMean) / channelStd
      }
    }
  }
}

/** Resized squares by photo: the network, its mirrored view and the quality check use the same ones. */
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
  const planes = cachedPlanes.get(key) ?? resizeHorizontally(photo, square, size)
  cachedPlanes.set(key, planes)
  return planes
}

function resizeHorizontally(photo: RgbImage, square: Square, size: number): Float32Array {
  const taps = computeTriangleTaps(square.side, size)
  const resizedRows = new Float32Array(3 * square.side * size)
  for (let y = 0; y < square.side; y++) {
    const rowStart = ((square.top + y) * photo.width + square.left) * 3
    for (let x = 0; x < size; x++) {
      const { first, weights } = taps[x] ?? noTaps
      let red = 0
      let green = 0
      let blue = 0
      for (let j = 0; j < weights.length; j++) {
        const weight = weights[j] ?? 0
        const offset = rowStart + (first + j) * 3
        red += weight * (photo.data[offset] ?? 0)
        green += weight * (photo.data[offset + 1] ?? 0)
        blue += weight * (photo.data[offset + 2] ?? 0)
      }
      const offset = y * size + x
      resizedRows[offset] = red
      resizedRows[offset + square.side * size] = green
      resizedRows[offset + 2 * square.side * size] = blue
    }
  }
  return resizeVertically(resizedRows, square.side, size, taps)
}

function resizeVertically(resizedRows: Float32Array, side: number, size: number, taps: FilterTaps[]): Float32Array {
  const planes = new Float32Array(3 * size * size)
  for (let channel = 0; channel < 3; channel++) {
    for (let y = 0; y < size; y++) {
      const { first, weights } = taps[y] ?? noTaps
      const row = (channel * size + y) * size
      for (let j = 0; j < weights.length; j++) {
        const weight = weights[j] ?? 0
        const from = (channel * side + first + j) * size
        for (let x = 0; x < size; x++) planes[row + x] = (planes[row + x] ?? 0) + weight * (resizedRows[from + x] ?? 0)
      }
    }
  }
  return planes
}

/** First source pixel of an output pixel, and the weights of this one and the following, with a sum of 1. */
type FilterTaps = { first: number; weights: Float64Array }
const noTaps: FilterTaps = { first: 0, weights: new Float64Array() }

function computeTriangleTaps(side: number, size: number): FilterTaps[] {
  const ratio = side / size
  const support = Math.max(ratio, 1)
  return Array.from({ length: size }, (_, i) => {
    const center = ratio * (i + 0.5)
    const first = Math.max(0, Math.floor(center - support + 0.5))
    const last = Math.min(side, Math.floor(center + support + 0.5))
    const weights = Float64Array.from({ length: last - first }, (_, j) =>
      Math.max(0, 1 - Math.abs((j + first - center + 0.5) / support)),
    )
    const sum = weights.reduce((total, weight) => total + weight, 0)
    return { first, weights: weights.map(weight => weight / sum) }
  })
}
