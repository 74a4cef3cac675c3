import { findComponents } from './cells/connected-components.ts'
import { dilate, erode } from './cells/morphology.ts'
import { maskSize } from './leaf-mask.ts'

/** Leaves that are connected by a bridge of at most twice this width, in cells, are separate leaves. */
const bridgeRadius = 2

/** Returns the cells of the leaf that is largest and closest to the center. Narrow bridges to other leaves are cut. */
export function findMainLeaf(isLeaf: Uint8Array): Uint8Array {
  let core = isLeaf
  for (let i = 0; i < bridgeRadius; i++) core = erode(core)
  let mainLeaf = selectCentral(core) ?? selectCentral(isLeaf) ?? isLeaf
  for (let i = 0; i < bridgeRadius + 1; i++) {
    mainLeaf = dilate(mainLeaf)
    for (let cell = 0; cell < mainLeaf.length; cell++) if (isLeaf[cell] === 0) mainLeaf[cell] = 0
  }
  return mainLeaf
}

/** Returns the component that is largest and closest to the center; undefined when there is none. */
function selectCentral(isLeaf: Uint8Array): Uint8Array | undefined {
  const weighted = findComponents(isLeaf, maskSize, 1).map(({ cells }) => ({ cells, weight: weighByCenter(cells) }))
  const maxWeight = Math.max(...weighted.map(({ weight }) => weight))
  const cells = weighted.find(({ weight }) => weight === maxWeight)?.cells
  if (cells === undefined) return undefined
  const selected = new Uint8Array(isLeaf.length)
  for (const cell of cells) selected[cell] = 1
  return selected
}

/** Square of the distance of each column from the center, or of each row; 1 at the edge. */
const squaredDistances = Float64Array.from({ length: maskSize }, (_, i) => (i / ((maskSize - 1) / 2) - 1) ** 2)

/** Returns the number of cells, in which a cell at the center counts as 1 and one at a corner as 0. */
function weighByCenter(cells: Int32Array): number {
  let weight = 0
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] ?? 0
    const row = Math.floor(cell / maskSize)
    weight += 1 - ((squaredDistances[cell - row * maskSize] ?? 0) + (squaredDistances[row] ?? 0)) / 2
  }
  return weight
}
