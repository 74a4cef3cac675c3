/** A set of cells that are connected by their edges (4-connected). */
export type Component = {
  /** Indices of the cells, in the order of the fill. */
  cells: Int32Array
  /** True when a cell is at the edge of the grid. */
  touchesBorder: boolean
}

/** Returns the connected components of the cells of a size x size grid that have `label`, by flood fill. */
export function findComponents(grid: Uint8Array, size: number, label: number): Component[] {
  const components: Component[] = []
  const isOpen = new Uint8Array(grid.length)
  for (let i = 0; i < grid.length; i++) if (grid[i] === label) isOpen[i] = 1
  const queue = new Int32Array(grid.length)
  const lastRow = grid.length - size
  let end = 0
  for (let start = 0; start < grid.length; start++) {
    if (isOpen[start] === 0) continue
    const first = end
    let touchesBorder = false
    isOpen[start] = 0
    queue[end++] = start
    for (let i = first; i < end; i++) {
      const cell = queue[i] ?? 0
      const column = cell % size
      if (column === 0 || column === size - 1 || cell < size || cell >= lastRow) touchesBorder = true
      if (column > 0 && isOpen[cell - 1] === 1) {
        isOpen[cell - 1] = 0
        queue[end++] = cell - 1
      }
      if (column < size - 1 && isOpen[cell + 1] === 1) {
        isOpen[cell + 1] = 0
        queue[end++] = cell + 1
      }
      if (cell >= size && isOpen[cell - size] === 1) {
        isOpen[cell - size] = 0
        queue[end++] = cell - size
      }
      if (cell < lastRow && isOpen[cell + size] === 1) {
        isOpen[cell + size] = 0
        queue[end++] = cell + size
      }
    }
    components.push({ cells: queue.subarray(first, end), touchesBorder })
  }
  return components
}
