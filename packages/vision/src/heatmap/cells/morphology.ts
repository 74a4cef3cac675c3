// Binary morphology on the grid of the leaf mask, with a structuring element of 3 x 3 cells.

import { maskSize } from '../leaf-mask.ts'

/** Returns the cells of which at least one of the 3 x 3 cells around is set. Morphological dilation. */
export function dilate(cells: Uint8Array): Uint8Array {
  return spread(spread(cells, 1, 1), maskSize, 1)
}

/** Returns the cells of which all of the 3 x 3 cells around are set; cells beyond the edge count as set. Morphological erosion. */
export function erode(cells: Uint8Array): Uint8Array {
  return spread(spread(cells, 1, 0), maskSize, 0)
}

/** Returns a copy in which the cells with `value` spread to their two neighbors at the distance `step`. */
function spread(cells: Uint8Array, step: 1 | typeof maskSize, value: 0 | 1): Uint8Array {
  const out = Uint8Array.from(cells)
  for (let i = 0; i < cells.length; i++) {
    if (cells[i] !== value) continue
    const position = step === 1 ? i % maskSize : Math.floor(i / maskSize)
    if (position > 0) out[i - step] = value
    if (position < maskSize - 1) out[i + step] = value
  }
  return out
}
