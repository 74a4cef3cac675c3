// Leaf against background by the colors of this one photo: histogram back-projection (Swain and Ballard 1991, "Color
// indexing") with a prior from the segmentation and from the distance to the center.

import { boxBlur } from './cells/grid.ts'
import { maskSize } from './leaf-mask.ts'

/** Bins of a color histogram: share of red, share of blue and logarithm of the brightness. */
const redBins = 16
const blueBins = 16
const brightnessBins = 8
const redRange = [0.15, 0.6] as const
const blueRange = [0.05, 0.45] as const
const brightnessRange = [-3, 0.05] as const
/** Added to the brightness of a cell, so that nearly black cells have no color. */
const brightnessOffset = 12
/** Added to both histograms, so that colors that are rare in both decide nothing. */
const minDensity = 1e-5
const maxLogRatio = 4
/** Leaf probabilities from the segmentation are never taken as certain. */
const minPrior = 0.02
const priorOutsideMask = 0.05
const priorWeight = 0.8
const centerWeight = 0.7
/** Squared distance from the center at which the position adds nothing to the log odds; 1 at the middle of an edge, 2 at a corner. */
const neutralDistance = 0.6

const squaredDistances = Float32Array.from({ length: maskSize * maskSize }, (_, cell) => {
  const half = (maskSize - 1) / 2
  return ((cell % maskSize) / half - 1) ** 2 + (Math.floor(cell / maskSize) / half - 1) ** 2
})
/** Weight of each cell in the histogram of the leaf, and e^(-d²/2) for the prior. */
const leafWeights = squaredDistances.map(distance => Math.exp(-distance))
const centerPriors = squaredDistances.map(distance => Math.exp(-distance / 2))

/**
 * Returns for each cell the probability that its color belongs to the leaf rather than to the background of this photo.
 * @param planes colors of the cells, planes R, G, B from 0 to 255
 * @param leaf probability of leaf by the segmentation; 0 outside the leaf mask
 */
export function computeLeafColorProbability(planes: Float32Array, leaf: Float32Array): Float32Array {
  const bins = assignBins(planes)
  const inLeaf = new Float32Array(redBins * blueBins * brightnessBins)
  const inBackground = new Float32Array(inLeaf.length)
  for (let i = 0; i < bins.length; i++) {
    const bin = bins[i] ?? 0
    const value = leaf[i] ?? 0
    const prior = value === 0 ? priorOutsideMask : clampPrior(value) * (centerPriors[i] ?? 0)
    inLeaf[bin] = (inLeaf[bin] ?? 0) + prior * (leafWeights[i] ?? 0)
    inBackground[bin] = (inBackground[bin] ?? 0) + (1 - prior) * (0.2 + (squaredDistances[i] ?? 0))
  }
  const logRatios = compareHistograms(smooth(inLeaf), smooth(inBackground))
  const logOdds = new Float32Array(bins.length)
  for (let i = 0; i < bins.length; i++) {
    const value = leaf[i] ?? 0
    logOdds[i] =
      (logRatios[bins[i] ?? 0] ?? 0) +
      priorWeight * (value === 0 ? logOddsOutsideMask : computeLogOdds(clampPrior(value))) -
      centerWeight * ((squaredDistances[i] ?? 0) - neutralDistance)
  }
  const probabilities = boxBlur(logOdds, maskSize, 1)
  for (let i = 0; i < probabilities.length; i++) probabilities[i] = 1 / (1 + Math.exp(-(probabilities[i] ?? 0)))
  return probabilities
}

function clampPrior(probability: number): number {
  if (probability < minPrior) return minPrior
  return probability > 1 - minPrior ? 1 - minPrior : probability
}

const computeLogOdds = (probability: number) => Math.log(probability / (1 - probability))
const logOddsOutsideMask = computeLogOdds(minPrior)
/** Returns the index of each cell's bin. */
function assignBins(planes: Float32Array): Uint16Array {
  const area = maskSize * maskSize
  const bins = new Uint16Array(area)
  for (let i = 0; i < area; i++) {
    const red = planes[i] ?? 0
    const blue = planes[2 * area + i] ?? 0
    const total = red + (planes[area + i] ?? 0) + blue + brightnessOffset
    const brightness = Math.log(total / (3 * 255))
    const redBin = quantize(red / total, redRange[0], redRange[1], redBins)
    const blueBin = quantize(blue / total, blueRange[0], blueRange[1], blueBins)
    const brightnessBin = quantize(brightness, brightnessRange[0], brightnessRange[1], brightnessBins)
    bins[i] = (redBin * blueBins + blueBin) * brightnessBins + brightnessBin
  }
  return bins
}

function quantize(value: number, low: number, high: number, count: number): number {
  const bin = ((value - low) / (high - low)) * count
  if (bin < 0) return 0
  return bin < count ? Math.trunc(bin) : count - 1
}

/** Smooths a histogram along each of its dimensions with the binomial kernel 1 2 1. */
function smooth(histogram: Float32Array): Float32Array {
  const brightnessStep = 1
  const blueStep = brightnessBins
  const redStep = brightnessBins * blueBins
  const byBrightness = smoothDimension(histogram, brightnessStep, brightnessBins)
  return smoothDimension(smoothDimension(byBrightness, blueStep, blueBins), redStep, redBins)
}

function smoothDimension(from: Float32Array, step: number, count: number): Float32Array {
  const smoothed = new Float32Array(from.length)
  const last = (count - 1) * step
  for (let block = 0; block < from.length; block += count * step)
    for (let position = 0; position < count * step; position += step)
      for (let i = block + position; i < block + position + step; i++) {
        const before = position > 0 ? (from[i - step] ?? 0) : 0
        const after = position < last ? (from[i + step] ?? 0) : 0
        smoothed[i] = (before + 2 * (from[i] ?? 0) + after) / 4
      }
  return smoothed
}

/** Returns the logarithm of the ratio of two histograms for each bin. */
function compareHistograms(first: Float32Array, second: Float32Array): Float32Array {
  const firstSum = sum(first)
  const secondSum = sum(second)
  const logRatios = new Float32Array(first.length)
  for (let i = 0; i < first.length; i++) {
    const ratio = Math.log(((first[i] ?? 0) / firstSum + minDensity) / ((second[i] ?? 0) / secondSum + minDensity))
    logRatios[i] = Math.min(maxLogRatio, Math.max(-maxLogRatio, ratio))
  }
  return logRatios
}

function sum(values: Float32Array): number {
  let total = 0
  for (let i = 0; i < values.length; i++) total += values[i] ?? 0
  return Math.max(Number.EPSILON, total)
}
