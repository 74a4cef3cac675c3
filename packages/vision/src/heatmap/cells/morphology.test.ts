import { expect, test } from 'vitest'
import { maskSize } from '../leaf-mask.ts'
import { dilate, erode } from './morphology.ts'

/** Returns the values of the 3 x 3 cells around a cell, without those beyond the edge. */
function getNeighborhood(cells: Uint8Array, cell: number): number[] {
  const [column, row] = [cell % maskSize, Math.floor(cell / maskSize)]
  const offsets = [-1, 0, 1]
  return offsets.flatMap(dy =>
    offsets.flatMap(dx => {
      const [x, y] = [column + dx, row + dy]
      const isInGrid = x >= 0 && x < maskSize && y >= 0 && y < maskSize
      return isInGrid ? [cells[y * maskSize + x] ?? 0] : []
    }),
  )
}

// A fixed pattern without a period: a share of `share` of the cells is set.
const createCells = (share: number) =>
  Uint8Array.from({ length: maskSize * maskSize }, (_, i) => (Math.sin((i + 1) * (i + 7)) + 1 < 2 * share ? 1 : 0))

test.each([0.05, 0.5, 0.95])('dilation and erosion follow their definition with a share of %d set', share => {
  const cells = createCells(share)
  expect(dilate(cells)).toEqual(cells.map((_, i) => Math.max(...getNeighborhood(cells, i))))
  expect(erode(cells)).toEqual(cells.map((_, i) => Math.min(...getNeighborhood(cells, i))))
})
