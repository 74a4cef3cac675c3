// The affected cells of the leaf that the heat map outlines.

import { findComponents } from './cells/connected-components.ts'
import { dilate, erode } from './cells/morphology.ts'
import { computeLeafColorProbability } from './color-histogram.ts'
import { maskSize } from './leaf-mask.ts'
import { findMainLeaf } from './main-leaf.ts'
import type { Segmentation } from './segmentation.ts'

/** The threshold is at most this share of the highest probability, so that a diseased leaf always shows its worst spot. */
const minPeakRatio = 0.8
/** Cells with a lower leaf probability are rather soil or a hand. */
const minLeafProbability = 0.35
/** Smaller spots are left out if there is a larger one: most of them are noise. */
const minSpotCells = 6
/** Smaller gaps within a spot are filled. */
const minGapCells = 12
/** A larger share of a spot's boundary without an edge towards the background makes it a part of the background. */
const maxOpenShare = 0.12
/** Cells whose color is less probably that of the leaf are no part of the main leaf, unless it encloses them. */
const minColorProbability = 0.4
/** Larger gaps that the main leaf encloses are background between leaves; smaller ones are spots. */
const maxEnclosedCells = 0.03 * maskSize * maskSize
/** Spots whose mean color is less probably that of the leaf are background ... */
const minSpotProbability = 0.6
/** ... except small ones, of which this share of the surrounding cells is leaf. */
const minSurroundingShare = 0.9
const maxSurroundedCells = 80
/** Larger spots are kept: the leaf mask reaches only a few cells into soil. */
const maxOpenCells = 0.06 * maskSize * maskSize
/** Spots that cover a larger share of the main leaf say nothing about where to look. */
const maxMarkedShare = 0.5
const thresholdStep = 0.1
/** Colors with a smaller difference of their chroma and ratio of their brightness have no edge between them. */
const maxChromaDifference = 0.08
const maxBrightnessRatio = 2
/** Darker colors, as the sum of their channels, have no chroma. */
const minBrightness = 75
/** So many cells from a spot it must have left the leaf to be open. */
const maxPath = 6
/** Distance of the neighbors on the right, left, below and above. */
const steps = [1, -1, maskSize, -maskSize]

/**
 * Returns the affected cells of the main leaf and the cells around them: 1 affected, 0 not. Pustules side by side become one
 * spot. The rim of the leaf is left out, because its cells mix the colors of leaf and background. Where more than half of the
 * leaf would be marked, only the most probable part is; none where that is not less either.
 * @param heatThreshold probability from which a cell is affected; lower if no cell reaches it
 */
export function findSpots({ leaf, affected, planes }: Segmentation, heatThreshold: number): Uint8Array {
  const leafColor = computeLeafColorProbability(planes, leaf.values)
  const mainLeaf = findMainLeaf(selectLeaf(leaf.values, leafColor))
  const inner = erode(mainLeaf)
  for (let i = 0; i < inner.length; i++) if ((leaf.values[i] ?? 0) < minLeafProbability) inner[i] = 0
  const maxCells = maxMarkedShare * countCells(mainLeaf)
  for (let threshold = heatThreshold; threshold < 1; threshold += thresholdStep) {
    const affectedCells = selectAffected(affected.values, inner, threshold)
    removeOpenSpots(affectedCells, leaf.values, planes)
    const isEmpty = !affectedCells.includes(1)
    const spots = erode(dilate(dilate(isEmpty ? selectAffected(affected.values, mainLeaf, threshold) : affectedCells)))
    for (let i = 0; i < spots.length; i++) if (mainLeaf[i] === 0) spots[i] = 0
    removeBackgroundSpots(spots, leafColor)
    relabelSmall(spots, 0, minGapCells)
    relabelSmall(spots, 1, minSpotCells)
    if (countCells(spots) <= maxCells) return spots
  }
  return new Uint8Array(mainLeaf.length)
}

function countCells(cells: Uint8Array): number {
  let count = 0
  for (const cell of cells) count += cell
  return count
}

/** Returns the cells with the colors of the leaf, and smaller gaps that they enclose. */
function selectLeaf(leaf: Float32Array, leafColor: Float32Array): Uint8Array {
  const isLeaf = new Uint8Array(leaf.length)
  for (let i = 0; i < isLeaf.length; i++)
    if ((leaf[i] ?? 0) > 0 && (leafColor[i] ?? 0) > minColorProbability) isLeaf[i] = 1
  for (const { cells, touchesBorder } of findComponents(isLeaf, maskSize, 0))
    if (!touchesBorder && cells.length <= maxEnclosedCells)
      for (const cell of cells) if ((leaf[cell] ?? 0) > 0) isLeaf[cell] = 1
  return isLeaf
}

/** Removes spots with the colors of the background, unless they are small and the leaf surrounds them. */
function removeBackgroundSpots(spots: Uint8Array, leafColor: Float32Array): void {
  for (const { cells } of findComponents(spots, maskSize, 1)) {
    let sum = 0
    for (const cell of cells) sum += leafColor[cell] ?? 0
    if (sum >= minSpotProbability * cells.length) continue
    if (cells.length <= maxSurroundedCells && computeSurroundingShare(cells, leafColor) >= minSurroundingShare) continue
    for (const cell of cells) spots[cell] = 0
  }
}

/** Returns the share of leaf among the cells two and three steps away from a spot. */
function computeSurroundingShare(spot: Int32Array, leafColor: Float32Array): number {
  const isSpot = new Uint8Array(leafColor.length)
  for (let i = 0; i < spot.length; i++) isSpot[spot[i] ?? 0] = 1
  const near = dilate(isSpot)
  const around = dilate(dilate(near))
  let count = 0
  let leafCount = 0
  for (let i = 0; i < around.length; i++) {
    if (around[i] !== 1 || near[i] === 1) continue
    count++
    if ((leafColor[i] ?? 0) > 0.5) leafCount++
  }
  return count === 0 ? 0 : leafCount / count
}

/** Returns the cells within `area` whose probability reaches the threshold. */
function selectAffected(probabilities: Float32Array, area: Uint8Array, heatThreshold: number): Uint8Array {
  let peak = 0
  for (let i = 0; i < area.length; i++) if (area[i] === 1) peak = Math.max(peak, probabilities[i] ?? 0)
  const threshold = Math.min(heatThreshold, minPeakRatio * peak)
  const cells = new Uint8Array(area.length)
  for (let i = 0; i < area.length; i++) if (area[i] === 1 && (probabilities[i] ?? 0) >= threshold) cells[i] = 1
  return cells
}

/**
 * Removes spots that continue outside the leaf without an edge: the leaf mask has reached into soil or a hand.
 * @param planes colors of the cells, planes R, G, B from 0 to 255
 */
function removeOpenSpots(spots: Uint8Array, leaf: Float32Array, planes: Float32Array): void {
  let colors: CellColors | undefined
  for (const { cells } of findComponents(spots, maskSize, 1)) {
    if (cells.length > maxOpenCells) continue
    colors ??= computeColors(planes)
    let boundary = 0
    let open = 0
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i] ?? 0
      const x = cell % maskSize
      const y = Math.floor(cell / maskSize)
      const pathLengths = [maskSize - 1 - x, x, maskSize - 1 - y, y]
      for (let direction = 0; direction < steps.length; direction++) {
        const step = steps[direction] ?? 0
        const pathLength = Math.min(maxPath, pathLengths[direction] ?? 0)
        if (pathLength === 0 || spots[cell + step] === 1) continue
        boundary++
        if (isOpenPath(cell, step, pathLength, leaf, colors)) open++
      }
    }
    if (open > maxOpenShare * boundary) for (const cell of cells) spots[cell] = 0
  }
}

/** Returns true when a path from a cell leaves the leaf without an edge. */
function isOpenPath(cell: number, step: number, length: number, leaf: Float32Array, colors: CellColors): boolean {
  for (let i = 1; i <= length; i++) {
    const other = cell + i * step
    if (!isSimilar(colors, cell, other)) return false
    if (leaf[other] === 0) return true
  }
  return false
}

/** The sum of the channels of each cell, and the shares of red and blue in it. */
type CellColors = { brightness: Float64Array; red: Float64Array; blue: Float64Array }

function computeColors(planes: Float32Array): CellColors {
  const area = maskSize * maskSize
  const brightness = new Float64Array(area)
  const red = new Float64Array(area)
  const blue = new Float64Array(area)
  for (let i = 0; i < area; i++) {
    const cellRed = planes[i] ?? 0
    const cellBlue = planes[2 * area + i] ?? 0
    const total = cellRed + (planes[area + i] ?? 0) + cellBlue
    brightness[i] = total
    red[i] = cellRed / (total + 1)
    blue[i] = cellBlue / (total + 1)
  }
  return { brightness, red, blue }
}

/** Returns true when two cells have nearly the same color. */
function isSimilar({ brightness, red, blue }: CellColors, a: number, b: number): boolean {
  const first = brightness[a] ?? 0
  const second = brightness[b] ?? 0
  if (Math.min(first, second) < minBrightness) return false
  const ratio = first / second
  return (
    Math.max(ratio, 1 / ratio) < maxBrightnessRatio &&
    Math.abs((red[a] ?? 0) - (red[b] ?? 0)) < maxChromaDifference &&
    Math.abs((blue[a] ?? 0) - (blue[b] ?? 0)) < maxChromaDifference
  )
}

/** Flips the components of a label with fewer cells than `minCells`, unless all are so small. */
function relabelSmall(spots: Uint8Array, label: 0 | 1, minCells: number): void {
  const components = findComponents(spots, maskSize, label)
  if (components.every(({ cells }) => cells.length < minCells)) return
  for (const { cells } of components) if (cells.length < minCells) for (const cell of cells) spots[cell] = 1 - label
}
