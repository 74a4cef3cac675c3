// The affected cells of the leaf that the heat map outlines.

import { findComponents } from './cells/connected-components.ts'
import { dilate, erode } from './cells/morphology.ts'
import { computeLeafColorProbability } from './color-histogram.ts'
import { maskSize } from './leaf-mask.ts'
import type { Segmentation } from './segmentation.ts'

/** Cells with a lower probability are not marked (docs/decisions/0028-heat-map-and-affected-area.md). The heat threshold is for areas. */
const minMarkedProbability = 0.65
/** Cells with a lower leaf probability are rather soil or a hand. */
const minLeafProbability = 0.35
/** Smaller spots are left out: most of them are noise. */
const minSpotCells = 6
/** Smaller gaps within a spot are filled. */
const minGapCells = 12
/** Cells whose color is less probably that of the leaf are no part of the main leaf, unless it encloses them. */
const minColorProbability = 0.4
/** Larger gaps that the main leaf encloses are background between leaves; smaller ones are spots. */
const maxEnclosedCells = 0.03 * maskSize * maskSize
/** Spots whose mean color is less probably that of the leaf are background ... */
const minSpotProbability = 0.8
/** ... except small ones, of which this share of the surrounding cells is leaf. */
const minSurroundingShare = 0.9
const maxSurroundedCells = 80
/** Spots that cover a larger share of the main leaf say nothing about where to look. */
const maxMarkedShare = 0.5

/**
 * Returns the cells of the main leaf that are most probably affected: 1 affected, 0 not. Pustules side by side become one spot. The rim
 * of the leaf is left out, because its cells mix the colors of leaf and background. None where more than half of the leaf would be
 * marked.
 */
export function findSpots({ leaf, affected, planes }: Segmentation): Uint8Array {
  const leafColor = computeLeafColorProbability(planes, leaf.values)
  const mainLeaf = findMainLeaf(selectLeaf(leaf.values, leafColor))
  const marked = erode(mainLeaf)
  for (let i = 0; i < marked.length; i++) {
    const isMarked = (leaf.values[i] ?? 0) >= minLeafProbability && (affected.values[i] ?? 0) >= minMarkedProbability
    if (!isMarked) marked[i] = 0
  }
  const spots = erode(dilate(marked))
  removeBackgroundSpots(spots, leafColor)
  relabelSmall(spots, 0, minGapCells)
  relabelSmall(spots, 1, minSpotCells)
  return countCells(spots) > maxMarkedShare * countCells(mainLeaf) ? spots.fill(0) : spots
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

/** Flips the components of a label with fewer cells than `minCells`. */
function relabelSmall(spots: Uint8Array, label: 0 | 1, minCells: number): void {
  for (const { cells } of findComponents(spots, maskSize, label))
    if (cells.length < minCells) for (const cell of cells) spots[cell] = 1 - label
}

/** Leaves that are connected by a bridge of at most twice this width, in cells, are separate leaves. */
const bridgeRadius = 2

/** Returns the cells of the leaf that is largest and closest to the center. Narrow bridges to other leaves are cut. */
function findMainLeaf(isLeaf: Uint8Array): Uint8Array {
  let core = isLeaf
  for (let i = 0; i < bridgeRadius; i++) core = erode(core)
  let mainLeaf = selectCentral(core) ?? selectCentral(isLeaf) ?? isLeaf
  for (let i = 0; i < bridgeRadius + 1; i++) {
    mainLeaf = dilate(mainLeaf)
    for (let cell = 0; cell < mainLeaf.length; cell++) if (isLeaf[cell] === 0) mainLeaf[cell] = 0
  }
  return mainLeaf
}

/** Returns the component that is largest and closest to the center; undefined when there is none. */
function selectCentral(isLeaf: Uint8Array): Uint8Array | undefined {
  const weighted = findComponents(isLeaf, maskSize, 1).map(({ cells }) => ({ cells, weight: weighByCenter(cells) }))
  const maxWeight = Math.max(...weighted.map(({ weight }) => weight))
  const cells = weighted.find(({ weight }) => weight === maxWeight)?.cells
  if (cells === undefined) return undefined
  const selected = new Uint8Array(isLeaf.length)
  for (const cell of cells) selected[cell] = 1
  return selected
}

/** Square of the distance of each column from the center, or of each row; 1 at the edge. */
const squaredDistances = Float64Array.from({ length: maskSize }, (_, i) => (i / ((maskSize - 1) / 2) - 1) ** 2)

/** Returns the number of cells, in which a cell at the center counts as 1 and one at a corner as 0. */
function weighByCenter(cells: Int32Array): number {
  let weight = 0
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] ?? 0
    const row = Math.floor(cell / maskSize)
    weight += 1 - ((squaredDistances[cell - row * maskSize] ?? 0) + (squaredDistances[row] ?? 0)) / 2
  }
  return weight
}
