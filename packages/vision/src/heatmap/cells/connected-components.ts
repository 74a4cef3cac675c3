// Connected components by runs: the cells of a row that lie side by side, joined with the runs of the row above that they touch
// (union-find; He et al. 2008, A Run-Based Two-Scan Labeling Algorithm).

/** A set of cells that are connected by their edges (4-connected). */
export type Component = {
  /** Indices of the cells, in ascending order. */
  cells: Int32Array
  /** True when a cell is at the edge of the grid. */
  touchesBorder: boolean
}

/** Runs from `starts` to before `ends`, in the order of the cells; `parents` leads to the first run of the component. */
type Runs = { count: number; starts: Int32Array; ends: Int32Array; parents: Int32Array }

/** Returns the connected components of the cells of a size x size grid that have `label`, in the order of their first cells. */
export function findComponents(grid: Uint8Array, size: number, label: number): Component[] {
  const runs = findRuns(grid, size, label)
  joinRuns(runs, size)
  return collectComponents(runs, size)
}

function findRuns(grid: Uint8Array, size: number, label: number): Runs {
  const maxCount = Math.ceil(size / 2) * size
  const starts = new Int32Array(maxCount)
  const ends = new Int32Array(maxCount)
  let count = 0
  for (let rowEnd = size; rowEnd <= grid.length; rowEnd += size) {
    let cell = rowEnd - size
    while (cell < rowEnd) {
      while (cell < rowEnd && grid[cell] !== label) cell++
      if (cell === rowEnd) break
      starts[count] = cell
      while (cell < rowEnd && grid[cell] === label) cell++
      ends[count++] = cell
    }
  }
  const parents = new Int32Array(count)
  for (let run = 0; run < count; run++) parents[run] = run
  return { count, starts, ends, parents }
}

/** Joins the runs that touch one of the row above. The first run of a component becomes its root. */
function joinRuns({ count, starts, ends, parents }: Runs, size: number): void {
  for (let run = 0, above = 0; run < count; run++) {
    const start = (starts[run] ?? 0) - size
    const end = (ends[run] ?? 0) - size
    while (above < run && (ends[above] ?? 0) <= start) above++
    for (let other = above; other < run && (starts[other] ?? 0) < end; other++) {
      const a = findRoot(parents, run)
      const b = findRoot(parents, other)
      parents[Math.max(a, b)] = Math.min(a, b)
    }
  }
}

function findRoot(parents: Int32Array, run: number): number {
  let root = run
  for (let parent = parents[root] ?? root; parent !== root; parent = parents[root] ?? root) {
    // Path halving: every other run on the way gets a shorter way.
    const grandparent = parents[parent] ?? parent
    parents[root] = grandparent
    root = grandparent
  }
  return root
}

function collectComponents({ count, starts, ends, parents }: Runs, size: number): Component[] {
  // The root comes first, so its component is known when the others come.
  const indices = new Int32Array(count)
  const sizes = new Int32Array(count)
  let componentCount = 0
  for (let run = 0; run < count; run++) {
    const root = findRoot(parents, run)
    const index = root === run ? componentCount++ : (indices[root] ?? 0)
    indices[run] = index
    sizes[index] = (sizes[index] ?? 0) + (ends[run] ?? 0) - (starts[run] ?? 0)
  }
  const components: Component[] = []
  const nexts = new Int32Array(componentCount)
  const cells = new Int32Array(sizes.reduce((sum, length) => sum + length, 0))
  for (let index = 0, first = 0; index < componentCount; index++) {
    const next = first + (sizes[index] ?? 0)
    components.push({ cells: cells.subarray(first, next), touchesBorder: false })
    nexts[index] = first
    first = next
  }
  const lastRow = size * (size - 1)
  for (let run = 0; run < count; run++) {
    const start = starts[run] ?? 0
    const end = ends[run] ?? 0
    const index = indices[run] ?? 0
    let next = nexts[index] ?? 0
    for (let cell = start; cell < end; cell++) cells[next++] = cell
    nexts[index] = next
    const component = components[index]
    if (component && (start < size || start >= lastRow || start % size === 0 || end % size === 0))
      component.touchesBorder = true
  }
  return components
}
