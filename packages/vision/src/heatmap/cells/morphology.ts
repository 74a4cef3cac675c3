// Binary morphology on the grid of the leaf mask, with a structuring element of 3 x 3 cells.

import { maskSize } from '../leaf-mask.ts'

/** Returns the cells of which at least one of the 3 x 3 cells around is set. Morphological dilation. */
export function dilate(cells: Uint8Array): Uint8Array {
  return spreadRows(spreadColumns(cells, 1), 1)
}

/** Returns the cells of which all of the 3 x 3 cells around are set; cells beyond the edge count as set. Morphological erosion. */
export function erode(cells: Uint8Array): Uint8Array {
  return spreadRows(spreadColumns(cells, 0), 0)
}

/** Returns a copy in which the cells with `value` spread to their neighbors on the left and on the right. */
function spreadColumns(cells: Uint8Array, value: 0 | 1): Uint8Array {
  const out = new Uint8Array(cells.length)
  for (let row = 0; row < cells.length; row += maskSize) {
    const last = row + maskSize - 1
    let before = 1 - value
    let cell = cells[row] ?? 0
    for (let i = row; i < last; i++) {
      const after = cells[i + 1] ?? 0
      out[i] = value === 1 ? before | cell | after : before & cell & after
      before = cell
      cell = after
    }
    out[last] = value === 1 ? before | cell : before & cell
  }
  return out
}

/** Returns a copy in which the cells with `value` spread to their neighbors above and below. */
function spreadRows(cells: Uint8Array, value: 0 | 1): Uint8Array {
  const out = cells.slice()
  const end = cells.length - maskSize
  for (let i = 0; i < end; i++) {
    const above = cells[i] ?? 0
    const below = cells[i + maskSize] ?? 0
    out[i] = value === 1 ? (out[i] ?? 0) | below : (out[i] ?? 0) & below
    out[i + maskSize] = value === 1 ? (out[i + maskSize] ?? 0) | above : (out[i + maskSize] ?? 0) & above
  }
  return out
}
