import { compileFunctions, type KernelMemory } from '../wasm/compile.ts'
import {
  addTo,
  branchIf,
  end,
  f32x4Add,
  f32x4Max,
  f32x4Mul,
  get,
  i32Add,
  i32Const,
  i32Sub,
  loadAt,
  loadSplat,
  repeatWhileLess,
  set,
  startLoop,
  storeAt,
  tee,
  zeros,
} from '../wasm/instructions.ts'

/** Output pixels and channels that one call of the kernel computes: eight accumulators and two weights fit 16 registers. */
export const tilePixels = 4
export const tileChannels = 8

/**
 * Computes a tile of a convolution with bias and ReLU, and stores it.
 * `input0` to `input3` are the addresses of the first input of each output pixel, `output0` to `output3` of each result,
 * `residual0` to `residual3` of what is added before the ReLU, `weights` of the packed weights and `bias` of eight biases.
 * The kernel has `rows` rows of `rowBytes` bytes of weights; input rows are `rowStride` bytes apart.
 */
export type Kernel = (
  input0: number,
  input1: number,
  input2: number,
  input3: number,
  output0: number,
  output1: number,
  output2: number,
  output3: number,
  residual0: number,
  residual1: number,
  residual2: number,
  residual3: number,
  weights: number,
  bias: number,
  rows: number,
  rowBytes: number,
  rowStride: number,
) => void

const pixels = [0, 1, 2, 3]
const halves = [0, 1]
// Parameters, in the order of `Kernel`.
const input = (pixel: number) => pixel
const output = (pixel: number) => 4 + pixel
const residual = (pixel: number) => 8 + pixel
const [weights, bias, rows, rowBytes, rowStride] = [12, 13, 14, 15, 16] as const
// Local variables: the address in the input row of each pixel, the end of a row of weights, then vectors.
const cursor = (pixel: number) => 17 + pixel
const rowEnd = 21
const sum = (pixel: number, half: number) => 22 + 2 * pixel + half
const weight = (half: number) => 30 + half
const value = 32

const multiplyAdd = (pixel: number) => [
  ...[...get(cursor(pixel)), ...loadSplat, ...set(value), ...addTo(cursor(pixel), ...i32Const(4))],
  ...halves.flatMap(half => [
    ...[...get(sum(pixel, half)), ...get(value), ...get(weight(half)), ...f32x4Mul, ...f32x4Add],
    ...set(sum(pixel, half)),
  ]),
]

const code = [
  ...pixels.flatMap(pixel => halves.flatMap(half => [...get(bias), ...loadAt(16 * half), ...set(sum(pixel, half))])),
  ...startLoop,
  ...pixels.flatMap(pixel => [...get(input(pixel)), ...set(cursor(pixel))]),
  ...[...get(weights), ...get(rowBytes), i32Add, ...set(rowEnd)],
  ...startLoop,
  ...halves.flatMap(half => [...get(weights), ...loadAt(16 * half), ...set(weight(half))]),
  ...addTo(weights, ...i32Const(32)),
  ...pixels.flatMap(multiplyAdd),
  ...[...repeatWhileLess(weights, rowEnd), end],
  ...pixels.flatMap(pixel => addTo(input(pixel), ...get(rowStride))),
  ...[...get(rows), ...i32Const(1), i32Sub, ...tee(rows), ...branchIf(), end],
  ...pixels.flatMap(pixel =>
    halves.flatMap(half => [
      ...[...get(output(pixel)), ...get(sum(pixel, half))],
      ...[...get(residual(pixel)), ...loadAt(16 * half), ...f32x4Add, ...zeros, ...f32x4Max, ...storeAt(16 * half)],
    ]),
  ),
]

/**
 * Compiles the kernel for a memory: about 700 bytes, so it is written here instead of compiled and downloaded.
 * @throws WebAssembly.CompileError in a browser without WebAssembly SIMD
 */
export function compileKernel(memory: KernelMemory): Kernel {
  const convolve = { name: 'convolve', parameters: 17, integers: 5, vectors: 11, code } as const
  return compileFunctions(memory, [convolve]).convolve
}
