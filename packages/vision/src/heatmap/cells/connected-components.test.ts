import { expect, test } from 'vitest'
import { findComponents } from './connected-components.ts'

// Two shapes that touch only at a corner, and a single cell in the middle of the second.
const grid = Uint8Array.from([1, 1, 0, 0, 0, 1, 0, 1, 1, 1, 0, 0, 1, 2, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0])

test('components are the cells that are connected by their edges', () => {
  const components = findComponents(grid, 5, 1)
  expect(components.map(({ cells }) => [...cells].toSorted((a, b) => a - b))).toEqual([
    [0, 1, 5],
    [7, 8, 9, 12, 14, 17, 18, 19],
  ])
  expect(components.map(({ touchesBorder }) => touchesBorder)).toEqual([true, true])
  expect(findComponents(grid, 5, 2)).toEqual([{ cells: Int32Array.of(13), touchesBorder: false }])
  expect(findComponents(grid, 5, 3)).toEqual([])
})

test('the components of one label do not overlap and cover all its cells', () => {
  const noise = Uint8Array.from({ length: 112 * 112 }, (_, i) => (Math.sin(i * i) > 0.2 ? 1 : 0))
  const cells = findComponents(noise, 112, 1).flatMap(component => [...component.cells])
  expect(new Set(cells).size).toBe(cells.length)
  expect(cells.length).toBe(noise.filter(value => value === 1).length)
})
