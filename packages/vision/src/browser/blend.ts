// The weighted sums of downscale.ts. They took a fifth of the time until the answer, so they run in WebAssembly SIMD.

import { compileFunctions, createMemory, growMemory, type KernelFunction } from '../wasm/compile.ts'
import {
  addTo,
  end,
  extendHighBytes,
  extendHighShorts,
  extendLowBytes,
  extendLowShorts,
  get,
  i32Add,
  i32Const,
  i32x4Add,
  i32x4Mul,
  i32x4ShiftRight,
  i32x4Splat,
  load32Zero,
  loadAt,
  loadInt32,
  loadSplat,
  narrowToBytes,
  narrowToShorts,
  repeatWhileLess,
  set,
  startLoop,
  store32Lane,
  storeAt,
} from '../wasm/instructions.ts'

/** The source pixels of one result and their weights, in units of 1 / fixedOne. */
export type FixedPointTaps = { indices: Int32Array; weights: Int32Array }
const fractionBits = 12
export const fixedOne = 1 << fractionBits
const rounding = fixedOne / 2

/**
 * Blends rows of pixels of 32 bits, then their columns, and rounds each result to a byte. All taps are equally many.
 * @returns bytes R, G, B, valid until the next call
 */
type Blend = (
  pixels: Int32Array,
  rowLength: number,
  rows: readonly FixedPointTaps[],
  columns: readonly FixedPointTaps[],
) => Uint8Array

/** For browsers without WebAssembly SIMD. */
export const blendWithLoops: Blend = (pixels, rowLength, rows, columns) => {
  const bytes = new Uint8Array(rows.length * columns.length * 3)
  const row = new Int32Array(rowLength)
  let to = 0
  for (const taps of rows) {
    for (let x = 0; x < rowLength; x++) row[x] = blendPixel(pixels, taps, rowLength, x)
    for (const columnTaps of columns) {
      const pixel = blendPixel(row, columnTaps, 1, 0)
      for (const shift of [0, 8, 16]) bytes[to++] = pixel >>> shift
    }
  }
  return bytes
}

function blendPixel(pixels: Int32Array, { indices, weights }: FixedPointTaps, stride: number, offset: number): number {
  let red = rounding
  let green = rounding
  let blue = rounding
  for (let j = 0; j < indices.length; j++) {
    const pixel = pixels[(indices[j] ?? 0) * stride + offset] ?? 0
    const weight = weights[j] ?? 0
    red += Math.imul(weight, pixel & 255)
    green += Math.imul(weight, (pixel >>> 8) & 255)
    blue += Math.imul(weight, (pixel >>> 16) & 255)
  }
  return (red >> fractionBits) | ((green >> fractionBits) << 8) | ((blue >> fractionBits) << 16)
}

/** A tap in the memory of the kernel: the address of its pixel and its weight. */
const tapBytes = 8
/** The kernel reads and writes up to this many bytes beyond an array. */
const slack = 16

const startSum = [...i32Const(rounding), ...i32x4Splat]
const endSum = [...i32Const(fractionBits), ...i32x4ShiftRight]

/** `blendRows(row, rowEnd, taps, tapsEnd)` blends the pixels below each other, four at a time. */
function createBlendRows() {
  const [row, rowEnd, taps, tapsEnd, offset, tap] = [0, 1, 2, 3, 4, 5] as const
  const sum = (pixel: number) => 6 + pixel
  const [value, weight, shorts] = [10, 11, 12] as const
  const pixels = [0, 1, 2, 3]
  const code = [
    ...startLoop,
    ...[...get(taps), ...set(tap)],
    ...pixels.flatMap(pixel => [...startSum, ...set(sum(pixel))]),
    ...startLoop,
    ...[...get(tap), ...loadInt32(), ...get(offset), i32Add, ...loadAt(), ...set(value)],
    ...[...get(tap), ...loadSplat(4), ...set(weight)],
    ...[extendLowBytes, extendHighBytes].flatMap((extendBytes, half) => [
      ...[...get(value), ...extendBytes, ...set(shorts)],
      ...[extendLowShorts, extendHighShorts].flatMap((extendShorts, quarter) => [
        ...[...get(shorts), ...extendShorts, ...get(weight), ...i32x4Mul, ...get(sum(2 * half + quarter))],
        ...[...i32x4Add, ...set(sum(2 * half + quarter))],
      ]),
    ]),
    ...[...addTo(tap, ...i32Const(tapBytes)), ...repeatWhileLess(tap, tapsEnd), end],
    ...[...get(row), ...get(sum(0)), ...endSum, ...get(sum(1)), ...endSum, ...narrowToShorts],
    ...[...get(sum(2)), ...endSum, ...get(sum(3)), ...endSum, ...narrowToShorts, ...narrowToBytes, ...storeAt()],
    ...[...addTo(offset, ...i32Const(16)), ...addTo(row, ...i32Const(16)), ...repeatWhileLess(row, rowEnd), end],
  ]
  return { name: 'blendRows', parameters: 4, integers: 2, vectors: 7, code } as const
}

/** `blendColumns(out, outEnd, taps, tapsBytes)` writes bytes R, G, B. The taps of each pixel have `tapsBytes` bytes. */
function createBlendColumns() {
  const [out, outEnd, tap, tapsBytes, tapsEnd, sum] = [0, 1, 2, 3, 4, 5] as const
  const code = [
    ...startLoop,
    ...[...startSum, ...set(sum), ...get(tap), ...get(tapsBytes), i32Add, ...set(tapsEnd)],
    ...startLoop,
    ...[...get(tap), ...loadInt32(), ...load32Zero(), ...extendLowBytes, ...extendLowShorts],
    ...[...get(tap), ...loadSplat(4), ...i32x4Mul, ...get(sum), ...i32x4Add, ...set(sum)],
    ...[...addTo(tap, ...i32Const(tapBytes)), ...repeatWhileLess(tap, tapsEnd), end],
    // The alpha is overwritten by the next pixel.
    ...[...get(sum), ...endSum, ...set(sum), ...get(out), ...get(sum), ...get(sum), ...narrowToShorts],
    ...[...get(sum), ...narrowToBytes, ...store32Lane(0, 0), ...addTo(out, ...i32Const(3))],
    ...[...repeatWhileLess(out, outEnd), end],
  ]
  return { name: 'blendColumns', parameters: 4, integers: 1, vectors: 1, code } as const
}

function createBlend(): Blend {
  const memory = createMemory()
  const { blendRows, blendColumns }: Record<'blendRows' | 'blendColumns', KernelFunction> = compileFunctions(memory, [
    createBlendRows(),
    createBlendColumns(),
  ])
  return (pixels, rowLength, rows, columns) => {
    const tapsBytes = (columns[0]?.weights.length ?? 0) * tapBytes
    const length = rows.length * columns.length * 3
    let top = 0
    const [rowTaps = 0, columnTaps = 0, row = 0, out = 0, source = 0] = [
      rows.length * tapsBytes,
      columns.length * tapsBytes,
      rowLength * 4,
      length,
      pixels.byteLength,
    ].map(bytes => {
      const address = top
      top = Math.ceil((top + bytes + slack) / 16) * 16
      return address
    })
    growMemory(memory, top)
    const words = new Int32Array(memory.buffer)
    words.set(pixels, source / 4)
    writeTaps(words, rowTaps, rows, source, rowLength * 4)
    writeTaps(words, columnTaps, columns, row, 4)
    for (let y = 0; y < rows.length; y++) {
      blendRows(row, row + rowLength * 4, rowTaps + y * tapsBytes, rowTaps + (y + 1) * tapsBytes)
      const to = out + y * columns.length * 3
      blendColumns(to, to + columns.length * 3, columnTaps, tapsBytes)
    }
    return new Uint8Array(memory.buffer, out, length)
  }
}

function writeTaps(words: Int32Array, to: number, taps: readonly FixedPointTaps[], from: number, stride: number): void {
  let word = to / 4
  for (const { indices, weights } of taps)
    for (let j = 0; j < indices.length; j++) {
      words[word++] = from + (indices[j] ?? 0) * stride
      words[word++] = weights[j] ?? 0
    }
}

let kernel: Blend | null | undefined

/** Returns the sums in WebAssembly; null in a browser without its SIMD. */
export function getBlendKernel(): Blend | null {
  if (kernel === undefined)
    try {
      kernel = createBlend()
    } catch {
      kernel = null
    }
  return kernel
}
