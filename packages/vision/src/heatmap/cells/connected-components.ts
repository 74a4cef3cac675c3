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
  const isVisited = new Uint8Array(grid.length)
  const queue = new Int32Array(grid.length)
  let length = 0
  const enqueue = (cell: number) => {
    if (grid[cell] !== label || isVisited[cell] === 1) return
    isVisited[cell] = 1
    queue[length++] = cell
  }
  for (let start = 0; start < grid.length; start++) {
    if (grid[start] !== label || isVisited[start] === 1) continue
    const first = length
    let touchesBorder = false
    enqueue(start)
    for (let i = first; i < length; i++) {
      const cell = queue[i] ?? 0
      const column = cell % size
      const isInside = column > 0 && column < size - 1 && cell >= size && cell < grid.length - size
      if (!isInside) touchesBorder = true
      if (column > 0) enqueue(cell - 1)
      if (column < size - 1) enqueue(cell + 1)
      if (cell >= size) enqueue(cell - size)
      if (cell < grid.length - size) enqueue(cell + size)
    }
    components.push({ cells: queue.subarray(first, length), touchesBorder })
  }
  return components
}
