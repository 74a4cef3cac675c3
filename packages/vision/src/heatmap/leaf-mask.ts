import { type RgbImage, resizeSquare, type Square } from '../inference/tensor.ts'

/** Which cells of a grid over a square of the photo show leaf: 1 leaf, 0 background. `share` of all cells is leaf. */
export type LeafMask = { width: number; height: number; values: Uint8Array; share: number }

/** Side of the grid on which the leaf is told from its background, and the sick from the healthy of it. */
export const maskSize = 112
/** Below this share of leaf the colours did not tell leaf from background, and nothing is said about its parts. */
export const minLeafShare = 0.02

const background = 0
const leaf = 1
/** Yellow, brown or reddish: a lesion, a dry leaf tip, but as well soil, wood or a hand. */
const uncertain = 2

/** The square of the photo at the size of the mask's grid: planes R, G, B of 0..255. */
export function resizeToMaskGrid(photo: RgbImage, square: Square): Float32Array {
  return resizeSquare(photo, square, maskSize)
}

/**
 * Tells leaf from background by colour. Green is leaf. Brown and yellow count where they border on green, and whatever
 * the leaf encloses is a spot on it. A photo with hardly any green is taken for a dry leaf: there brown is the leaf.
 */
export function computeLeafMask(planes: Float32Array): LeafMask {
  const area = maskSize * maskSize
  const cells = new Uint8Array(area).map((_, i) =>
    classifyColor(planes[i] ?? 0, planes[area + i] ?? 0, planes[2 * area + i] ?? 0),
  )
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

/** In degrees: 0 red, 60 yellow, 120 green, 240 blue. */
function computeHue(red: number, green: number, blue: number, max: number, spread: number): number {
  if (max === red) return (60 * ((green - blue) / spread) + 360) % 360
  if (max === green) return 60 * ((blue - red) / spread) + 120
  return 60 * ((red - green) / spread) + 240
}

const countCells = (cells: Uint8Array, label: number) => cells.reduce((n, cell) => (cell === label ? n + 1 : n), 0)

function relabel(cells: Uint8Array, from: number, to: number): void {
  for (let i = 0; i < cells.length; i++) if (cells[i] === from) cells[i] = to
}

/** The up to four cells beside one; -1 beyond an edge. */
function getNeighbors(cell: number): [number, number, number, number] {
  const x = cell % maskSize
  return [
    x > 0 ? cell - 1 : -1,
    x < maskSize - 1 ? cell + 1 : -1,
    cell - maskSize,
    cell + maskSize < maskSize * maskSize ? cell + maskSize : -1,
  ]
}

/** Leaf spreads over doubtful cells, at most `steps` far: a spot at the rim joins the leaf, a field of soil does not. */
function growLeaf(cells: Uint8Array, steps: number): void {
  let frontier = [...cells.keys()].filter(cell => cells[cell] === leaf)
  for (let step = 0; step < steps && frontier.length > 0; step++) {
    const next: number[] = []
    for (const cell of frontier) {
      for (const neighbor of getNeighbors(cell)) {
        if (cells[neighbor] !== uncertain) continue
        cells[neighbor] = leaf
        next.push(neighbor)
      }
    }
    frontier = next
  }
}

/** Repaints connected patches of one kind that are no larger than `largest` cells and fit the condition. */
function relabelSmallComponents(
  cells: Uint8Array,
  from: number,
  to: number,
  maxSize: number,
  matches: (touchesBorder: boolean) => boolean,
): void {
  const visited = new Uint8Array(cells.length)
  for (let start = 0; start < cells.length; start++) {
    if (cells[start] !== from || visited[start] === 1) continue
    visited[start] = 1
    const component = [start]
    let touchesBorder = false
    for (let i = 0; i < component.length; i++) {
      for (const neighbor of getNeighbors(component[i] ?? -1)) {
        if (neighbor < 0) touchesBorder = true
        else if (cells[neighbor] === from && visited[neighbor] === 0) {
          visited[neighbor] = 1
          component.push(neighbor)
        }
      }
    }
    if (component.length <= maxSize && matches(touchesBorder)) for (const cell of component) cells[cell] = to
  }
}
