import { compileFunctions, type KernelFunction, type KernelMemory } from '../wasm/compile.ts'
import {
  addTo,
  branchIf,
  end,
  f32x4Add,
  f32x4Mul,
  f32x4PseudoMax,
  f32x4PseudoMin,
  f32x4RelaxedMultiplyAdd,
  get,
  i32Add,
  i32Const,
  i32Sub,
  loadAt,
  loadInt32,
  loadSplat,
  repeatWhileLess,
  set,
  startLoop,
  storeAt,
  tee,
} from '../wasm/instructions.ts'

// Both kernels compute a layer in tiles of four pixels. A table holds the addresses of each tile, so that the kernels need
// not know how images are laid out, where rows end, or whether a residual comes from a smaller image.

export const tilePixels = 4
const pixels = [0, 1, 2, 3]

/** Output channels of a tile of `convolve`: eight sums, two weights and a value fit 16 registers. */
export const tileChannels = 8
/** `convolve` reads twelve addresses for each tile: of the first input of each pixel, of its result and of its residual. */
export const tileBytes = 3 * tilePixels * 4

/** Output channels of a tile of `depthwise`. */
export const depthwiseChannels = 4
/** `depthwise` reads two addresses for each tile: of the first input of the first pixel, and of the first result. */
export const depthwiseTileBytes = 8

export type Kernels = {
  /**
   * Computes a convolution of 1x1 or 3x3 pixels for the tiles from `tiles` to `tilesEnd`: adds bias and residual, limits
   * the results to the two numbers at `bounds`, and stores them. The weights lie from `weights` to `weightsEnd`, for each
   * eight output channels eight biases and then `rows` rows of `rowBytes` bytes. `rowSkip` bytes lie between the inputs
   * of two rows.
   * Parameters: tiles, tilesEnd, weights, weightsEnd, bounds, rows, rowBytes, rowSkip.
   */
  convolve: KernelFunction
  /**
   * Computes a depthwise convolution of 3x3 pixels likewise. The weights are, for each four channels, four biases and
   * then four weights for each of nine positions. Pixels and rows of the input lie `pixelBytes` and `rowBytes` apart, and
   * pixels of the output `pixelBytes` as well.
   * Parameters: tiles, tilesEnd, weights, weightsEnd, bounds, pixelBytes, rowBytes.
   */
  depthwise: KernelFunction
  /** The same with a stride of two pixels. */
  depthwiseStride2: KernelFunction
}

// Parameters that all kernels have.
const [tiles, tilesEnd, weights, weightsEnd, bounds] = [0, 1, 2, 3, 4] as const

const clamp = (low: number, high: number) => [...get(low), ...f32x4PseudoMax, ...get(high), ...f32x4PseudoMin]
type MultiplyAdd = (sum: number, value: number, weight: number) => number[]
const multiplyAdd: MultiplyAdd = (sum, value, weight) => [
  ...[...get(sum), ...get(value), ...get(weight), ...f32x4Mul, ...f32x4Add, ...set(sum)],
]
const relaxedMultiplyAdd: MultiplyAdd = (sum, value, weight) => [
  ...[...get(value), ...get(weight), ...get(sum), ...f32x4RelaxedMultiplyAdd, ...set(sum)],
]

function createConvolve(multiplyAdd: MultiplyAdd) {
  const [rows, rowBytes, rowSkip] = [5, 6, 7] as const
  const cursor = (pixel: number) => 8 + pixel
  const [tile, weightCursor, row, rowEnd, channelOffset] = [12, 13, 14, 15, 16] as const
  const halves = [0, 1]
  const sum = (pixel: number, half: number) => 17 + 2 * pixel + half
  const weight = (half: number) => 25 + half
  const value = 27
  const code = [
    ...startLoop,
    ...[...get(tiles), ...set(tile)],
    ...startLoop,
    ...pixels.flatMap(pixel => [...get(tile), ...loadInt32(4 * pixel), ...set(cursor(pixel))]),
    ...[...get(weights), ...set(weightCursor)],
    ...pixels.flatMap(pixel =>
      halves.flatMap(half => [...get(weightCursor), ...loadAt(16 * half), ...set(sum(pixel, half))]),
    ),
    ...addTo(weightCursor, ...i32Const(32)),
    ...[...get(rows), ...set(row)],
    ...startLoop,
    ...[...get(weightCursor), ...get(rowBytes), i32Add, ...set(rowEnd)],
    // One input of each pixel in each round: with four of them, the loop is 1.5 times slower.
    ...startLoop,
    ...halves.flatMap(half => [...get(weightCursor), ...loadAt(16 * half), ...set(weight(half))]),
    ...addTo(weightCursor, ...i32Const(32)),
    ...pixels.flatMap(pixel => [
      ...[...get(cursor(pixel)), ...loadSplat(), ...set(value), ...addTo(cursor(pixel), ...i32Const(4))],
      ...halves.flatMap(half => multiplyAdd(sum(pixel, half), value, weight(half))),
    ]),
    ...[...repeatWhileLess(weightCursor, rowEnd), end],
    ...pixels.flatMap(pixel => addTo(cursor(pixel), ...get(rowSkip))),
    ...[...get(row), ...i32Const(1), i32Sub, ...tee(row), ...branchIf(), end],
    // The bounds, in the place of the weights.
    ...halves.flatMap(half => [...get(bounds), ...loadSplat(4 * half), ...set(weight(half))]),
    ...pixels.flatMap(pixel => [
      ...[...get(tile), ...loadInt32(32 + 4 * pixel), ...get(channelOffset), i32Add, ...set(cursor(pixel))],
      ...halves.flatMap(half => [
        ...[...get(tile), ...loadInt32(16 + 4 * pixel), ...get(channelOffset), i32Add],
        ...[...get(sum(pixel, half)), ...get(cursor(pixel)), ...loadAt(16 * half), ...f32x4Add],
        ...[...clamp(weight(0), weight(1)), ...storeAt(16 * half)],
      ]),
    ]),
    ...addTo(tile, ...i32Const(tileBytes)),
    ...[...repeatWhileLess(tile, tilesEnd), end],
    ...addTo(channelOffset, ...i32Const(4 * tileChannels)),
    ...[...get(weightCursor), ...set(weights)],
    ...[...repeatWhileLess(weights, weightsEnd), end],
  ]
  return { parameters: 8, integers: 9, vectors: 11, code }
}

function createDepthwise(stride: number, multiplyAdd: MultiplyAdd) {
  const [pixelBytes, rowBytes] = [5, 6] as const
  const [input, output, row, cursor, weightCursor] = [7, 8, 9, 10, 11] as const
  const sum = (pixel: number) => 12 + pixel
  const weight = (column: number) => 16 + column
  const [value, low, high] = [19, 20, 21] as const
  const columns = Array.from({ length: (tilePixels - 1) * stride + 3 }, (_, column) => column)
  const kernelPositions = [0, 1, 2]
  const code = [
    ...[...get(bounds), ...loadSplat(), ...set(low), ...get(bounds), ...loadSplat(4), ...set(high)],
    ...startLoop,
    ...[...get(tiles), ...loadInt32(), ...set(input), ...get(tiles), ...loadInt32(4), ...set(output)],
    ...[...get(weights), ...set(weightCursor)],
    ...startLoop,
    ...pixels.flatMap(pixel => [...get(weightCursor), ...loadAt(), ...set(sum(pixel))]),
    ...[...get(input), ...set(row)],
    ...kernelPositions.flatMap(y => [
      ...kernelPositions.flatMap(x => [...get(weightCursor), ...loadAt(16 * (1 + 3 * y + x)), ...set(weight(x))]),
      ...[...get(row), ...set(cursor)],
      ...columns.flatMap(column => [
        ...[...get(cursor), ...loadAt(), ...set(value), ...addTo(cursor, ...get(pixelBytes))],
        ...pixels.flatMap(pixel => {
          const x = column - pixel * stride
          return kernelPositions.includes(x) ? multiplyAdd(sum(pixel), value, weight(x)) : []
        }),
      ]),
      ...addTo(row, ...get(rowBytes)),
    ]),
    ...[...get(output), ...set(cursor)],
    ...pixels.flatMap(pixel => [
      ...[...get(cursor), ...get(sum(pixel)), ...clamp(low, high), ...storeAt()],
      ...addTo(cursor, ...get(pixelBytes)),
    ]),
    ...[...addTo(input, ...i32Const(16)), ...addTo(output, ...i32Const(16)), ...addTo(weightCursor, ...i32Const(160))],
    ...[...repeatWhileLess(weightCursor, weightsEnd), end],
    ...addTo(tiles, ...i32Const(depthwiseTileBytes)),
    ...[...repeatWhileLess(tiles, tilesEnd), end],
  ]
  return { parameters: 7, integers: 5, vectors: 10, code }
}

/**
 * Compiles the kernels for a memory: about 3 kB, so they are written here instead of compiled and downloaded.
 * @throws WebAssembly.CompileError in a browser without WebAssembly SIMD
 */
export function compileKernels(memory: KernelMemory): Kernels {
  const compile = (add: MultiplyAdd) =>
    compileFunctions(memory, [
      { name: 'convolve', ...createConvolve(add) },
      { name: 'depthwise', ...createDepthwise(1, add) },
      { name: 'depthwiseStride2', ...createDepthwise(2, add) },
    ])
  try {
    return compile(relaxedMultiplyAdd)
  } catch {
    return compile(multiplyAdd)
  }
}
