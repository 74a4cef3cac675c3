// Leaf segmentation by color: thresholds on hue and saturation, then connected components (4-connected flood fill) and a
// geodesic dilation of the green into neighboring brown.

import { resizeSquare } from '../inference/resize-square.ts'
import type { RgbImage, Square } from '../inference/rgb-image.ts'
import { sampleSize } from '../quality/photo-quality.ts'
import { findComponents } from './cells/connected-components.ts'
import { resizeBilinear } from './cells/grid.ts'

/** A binary mask over a square of the photo: 1 leaf, 0 background. `share` is the share of leaf cells, 0 to 1. */
export type LeafMask = { width: number; height: number; values: Uint8Array; share: number }

/** Side of the grid of the leaf mask and of the segmentation, in cells. */
export const maskSize = 112
/** With a smaller share of leaf the mask has failed, and no affected area is reported. */
export const minLeafShare = 0.02

const background = 0
const leaf = 1
/** Yellow, brown or reddish: a lesion or a dry leaf tip, but also soil, wood or a hand. */
const uncertain = 2

/**
 * Returns the square of the photo at the size of the mask: planes R, G, B from 0 to 255. A square that is larger than the
 * sample of the quality check is interpolated from that sample, which exists already.
 */
export function resizeToMaskGrid(photo: RgbImage, square: Square): Float32Array {
  if (square.side <= sampleSize) return resizeSquare(photo, square, maskSize)
  const sample = resizeSquare(photo, square, sampleSize)
  const planes = new Float32Array(3 * maskSize * maskSize)
  for (let channel = 0; channel < 3; channel++) {
    const values = sample.subarray(channel * sampleSize * sampleSize, (channel + 1) * sampleSize * sampleSize)
    const resized = resizeBilinear({ width: sampleSize, height: sampleSize, values }, maskSize)
    planes.set(resized, channel * maskSize * maskSize)
  }
  return planes
}

/**
 * Separates leaf from background by color. Green is leaf. Brown and yellow count as leaf near green, and holes in the leaf
 * count as spots on it. A photo with hardly any green is treated as a dry leaf, whose brown is leaf.
 * @param planes the square as `resizeToMaskGrid` returns it
 */
export function computeLeafMask(planes: Float32Array): LeafMask {
  const area = maskSize * maskSize
  const cells = new Uint8Array(area)
  for (let i = 0; i < area; i++)
    cells[i] = classifyColor(planes[i] ?? 0, planes[area + i] ?? 0, planes[2 * area + i] ?? 0)
  relabelSmallComponents(cells, leaf, uncertain, area * 0.001, () => true)
  const isDry = countCells(cells, leaf) < area * 0.03
  if (isDry) relabel(cells, uncertain, leaf)
  else growLeaf(cells, Math.round(maskSize / 20))
  relabel(cells, uncertain, background)
  relabelSmallComponents(cells, leaf, background, area * 0.004, () => true)
  relabelSmallComponents(cells, background, leaf, area * 0.06, touchesBorder => !touchesBorder)
  return { width: maskSize, height: maskSize, values: cells, share: countCells(cells, leaf) / area }
}

function classifyColor(red: number, green: number, blue: number): number {
  const max = Math.max(red, green, blue)
  const spread = max - Math.min(red, green, blue)
  const saturation = max > 0 ? spread / max : 0
  if (max < 25 || spread < 10) return background
  const hue = computeHue(red, green, blue, max, spread)
  if (hue >= 48 && hue <= 170) return saturation >= 0.09 ? leaf : background
  return (hue < 48 || hue >= 345) && saturation >= 0.28 ? uncertain : background
}

/** Returns the HSV hue in degrees: 0 red, 60 yellow, 120 green, 240 blue. */
function computeHue(red: number, green: number, blue: number, max: number, spread: number): number {
  if (max === red) return (60 * ((green - blue) / spread) + 360) % 360
  if (max === green) return 60 * ((blue - red) / spread) + 120
  return 60 * ((red - green) / spread) + 240
}

function countCells(cells: Uint8Array, label: number): number {
  let count = 0
  for (let i = 0; i < cells.length; i++) if (cells[i] === label) count++
  return count
}

function relabel(cells: Uint8Array, from: number, to: number): void {
  for (let i = 0; i < cells.length; i++) if (cells[i] === from) cells[i] = to
}

/** Grows the leaf into uncertain cells by at most `steps` cells, so that a spot at the rim joins it but soil does not. */
function growLeaf(cells: Uint8Array, steps: number): void {
  // A cell joins once at most, and so does a cell of the first frontier.
  const queue = new Int32Array(cells.length)
  let end = 0
  for (let cell = 0; cell < cells.length; cell++) if (cells[cell] === leaf) queue[end++] = cell
  const join = (cell: number) => {
    if (cells[cell] !== uncertain) return
    cells[cell] = leaf
    queue[end++] = cell
  }
  for (let step = 0, start = 0; step < steps && start < end; step++) {
    const stepEnd = end
    for (; start < stepEnd; start++) {
      const cell = queue[start] ?? 0
      const column = cell % maskSize
      if (column > 0) join(cell - 1)
      if (column < maskSize - 1) join(cell + 1)
      if (cell >= maskSize) join(cell - maskSize)
      if (cell < cells.length - maskSize) join(cell + maskSize)
    }
  }
}

/** Relabels connected components of one label that have at most `maxSize` cells and match the condition. */
function relabelSmallComponents(
  cells: Uint8Array,
  from: number,
  to: number,
  maxSize: number,
  matches: (touchesBorder: boolean) => boolean,
): void {
  for (const component of findComponents(cells, maskSize, from))
    if (component.cells.length <= maxSize && matches(component.touchesBorder))
      for (const cell of component.cells) cells[cell] = to
}
