import { type RgbImage, resizeSquare, type Square } from './tensor.ts'

/** Which cells of a grid over a square of the photo show leaf: 1 leaf, 0 background. `share` of all cells is leaf. */
export type LeafMask = { width: number; height: number; values: Uint8Array; share: number }

/** Side of the grid on which the leaf is told from its background, and the sick from the healthy of it. */
export const maskSize = 112
/** Below this share of leaf the colours did not tell leaf from background, and nothing is said about its parts. */
export const leastLeaf = 0.02

const background = 0
const leaf = 1
/** Yellow, brown or reddish: a lesion, a dry leaf tip, but as well soil, wood or a hand. */
const doubtful = 2

/** The square of the photo at the size of the mask's grid: planes R, G, B of 0..255. */
export function leafPlanes(photo: RgbImage, square: Square): Float32Array {
  return resizeSquare(photo, square, maskSize)
}

/**
 * Tells leaf from background by colour. Green is leaf. Brown and yellow count where they border on green, and whatever
 * the leaf encloses is a spot on it. A photo with hardly any green is taken for a dry leaf: there brown is the leaf.
 */
export function findLeaf(planes: Float32Array): LeafMask {
  const area = maskSize * maskSize
  const cells = new Uint8Array(area).map((_, i) =>
    judgeColour(planes[i] ?? 0, planes[area + i] ?? 0, planes[2 * area + i] ?? 0),
  )
  repaintPatches(cells, leaf, doubtful, area * 0.001, () => true)
  const isDry = countOf(cells, leaf) < area * 0.03
  if (isDry) replace(cells, doubtful, leaf)
  else growInto(cells, Math.round(maskSize / 20))
  replace(cells, doubtful, background)
  repaintPatches(cells, leaf, background, area * 0.004, () => true)
  repaintPatches(cells, background, leaf, area * 0.06, touchesBorder => !touchesBorder)
  return { width: maskSize, height: maskSize, values: cells, share: countOf(cells, leaf) / area }
}

function judgeColour(red: number, green: number, blue: number): number {
  const highest = Math.max(red, green, blue)
  const spread = highest - Math.min(red, green, blue)
  const saturation = highest > 0 ? spread / highest : 0
  if (highest < 25 || spread < 10) return background
  const hue = hueOf(red, green, blue, highest, spread)
  if (hue >= 48 && hue <= 170) return saturation >= 0.09 ? leaf : background
  return (hue < 48 || hue >= 345) && saturation >= 0.28 ? doubtful : background
}

/** In degrees: 0 red, 60 yellow, 120 green, 240 blue. */
function hueOf(red: number, green: number, blue: number, highest: number, spread: number): number {
  if (highest === red) return (60 * ((green - blue) / spread) + 360) % 360
  if (highest === green) return 60 * ((blue - red) / spread) + 120
  return 60 * ((red - green) / spread) + 240
}

const countOf = (cells: Uint8Array, kind: number) => cells.reduce((n, cell) => (cell === kind ? n + 1 : n), 0)

function replace(cells: Uint8Array, from: number, to: number): void {
  for (let i = 0; i < cells.length; i++) if (cells[i] === from) cells[i] = to
}

/** The up to four cells beside one; -1 beyond an edge. */
function neighboursOf(cell: number): [number, number, number, number] {
  const x = cell % maskSize
  return [
    x > 0 ? cell - 1 : -1,
    x < maskSize - 1 ? cell + 1 : -1,
    cell - maskSize,
    cell + maskSize < maskSize * maskSize ? cell + maskSize : -1,
  ]
}

/** Leaf spreads over doubtful cells, at most `steps` far: a spot at the rim joins the leaf, a field of soil does not. */
function growInto(cells: Uint8Array, steps: number): void {
  let front = [...cells.keys()].filter(cell => cells[cell] === leaf)
  for (let step = 0; step < steps && front.length > 0; step++) {
    const next: number[] = []
    for (const cell of front) {
      for (const beside of neighboursOf(cell)) {
        if (cells[beside] !== doubtful) continue
        cells[beside] = leaf
        next.push(beside)
      }
    }
    front = next
  }
}

/** Repaints connected patches of one kind that are no larger than `largest` cells and fit the condition. */
function repaintPatches(
  cells: Uint8Array,
  from: number,
  to: number,
  largest: number,
  fits: (touchesBorder: boolean) => boolean,
): void {
  const seen = new Uint8Array(cells.length)
  for (let start = 0; start < cells.length; start++) {
    if (cells[start] !== from || seen[start] === 1) continue
    seen[start] = 1
    const patch = [start]
    let touchesBorder = false
    for (let i = 0; i < patch.length; i++) {
      for (const beside of neighboursOf(patch[i] ?? -1)) {
        if (beside < 0) touchesBorder = true
        else if (cells[beside] === from && seen[beside] === 0) {
          seen[beside] = 1
          patch.push(beside)
        }
      }
    }
    if (patch.length <= largest && fits(touchesBorder)) for (const cell of patch) cells[cell] = to
  }
}
