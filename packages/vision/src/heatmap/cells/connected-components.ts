/** A set of cells that are connected by their edges (4-connected). */
export type Component = {
  /** Indices of the cells, in ascending order. */
  cells: Int32Array
  /** True when a cell is at the edge of the grid. */
  touchesBorder: boolean
}

/** Returns the connected components of the cells of a size x size grid that have `label`, in the order of their first cells. */
export function findComponents(grid: Uint8Array, size: number, label: number): Component[] {
  const components: Component[] = []
  const isFound = new Uint8Array(grid.length)
  // Each cell joins the queue once. Its cells from the first one on are those of the component.
  const queue = new Int32Array(grid.length)
  let end = 0
  const join = (cell: number) => {
    if (grid[cell] !== label || isFound[cell] === 1) return
    isFound[cell] = 1
    queue[end++] = cell
  }
  for (let seed = 0; seed < grid.length; seed++) {
    const start = end
    let touchesBorder = false
    join(seed)
    for (let next = start; next < end; next++) {
      const cell = queue[next] ?? 0
      const column = cell % size
      if (column > 0) join(cell - 1)
      if (column < size - 1) join(cell + 1)
      join(cell - size)
      join(cell + size)
      if (column === 0 || column === size - 1 || cell < size || cell >= grid.length - size) touchesBorder = true
    }
    if (end > start) components.push({ cells: queue.subarray(start, end).sort(), touchesBorder })
  }
  return components
}
