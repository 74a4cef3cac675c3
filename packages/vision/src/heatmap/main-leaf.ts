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

/** Returns the number of cells, in which a cell at the center counts as 1 and one at a corner as 0. */
function weighByCenter(cells: Int32Array): number {
  const center = (maskSize - 1) / 2
  let weight = 0
  for (const cell of cells) {
    const x = (cell % maskSize) / center - 1
    const y = Math.floor(cell / maskSize) / center - 1
    weight += 1 - (x * x + y * y) / 2
  }
  return weight
}
