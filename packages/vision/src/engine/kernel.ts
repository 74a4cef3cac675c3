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

const i32 = 0x7f
const v128 = 0x7b
const functionType = 0x60

// Instructions of the WebAssembly specification 2.0, section 5.4. The SIMD ones follow the prefix 0xfd.
const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const i32Const = (value: number) => [0x41, value]
const i32Add = 0x6a
const i32Sub = 0x6b
const loadAt = (offset: number) => [0xfd, 0x00, 2, offset]
const loadSplat = [0xfd, 0x09, 2, 0]
const storeAt = (offset: number) => [0xfd, 0x0b, 2, offset]
const zeros = [0xfd, 0x0c, ...new Array<number>(16).fill(0)]
const f32x4Add = [0xfd, 0xe4, 0x01]
const f32x4Mul = [0xfd, 0xe6, 0x01]
const f32x4Max = [0xfd, 0xe9, 0x01]
const startLoop = [0x03, 0x40]
const branchIf = [0x0d, 0]
const end = 0x0b

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

const addTo = (local: number, ...amount: number[]) => [...get(local), ...amount, i32Add, ...set(local)]

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
  // Branches while `weights` is below `rowEnd`.
  ...[...get(weights), ...get(rowEnd), 0x49, ...branchIf, end],
  ...pixels.flatMap(pixel => addTo(input(pixel), ...get(rowStride))),
  ...[...get(rows), ...i32Const(1), i32Sub, 0x22, rows, ...branchIf, end],
  ...pixels.flatMap(pixel =>
    halves.flatMap(half => [
      ...[...get(output(pixel)), ...get(sum(pixel, half))],
      ...[...get(residual(pixel)), ...loadAt(16 * half), ...f32x4Add, ...zeros, ...f32x4Max, ...storeAt(16 * half)],
    ]),
  ),
  end,
]

/** Encodes an unsigned integer as LEB128. */
const leb128 = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...leb128(Math.floor(value / 128))]
const vector = (items: readonly number[][]) => [...leb128(items.length), ...items.flat()]
const sized = (bytes: readonly number[]) => [...leb128(bytes.length), ...bytes]
const section = (id: number, items: readonly number[][]) => [id, ...sized(vector(items))]
const name = (text: string) => sized([...new TextEncoder().encode(text)])

const parameters = new Array<number>(17).fill(i32)
const locals = vector([
  [5, i32],
  [11, v128],
])

/** A WebAssembly module with the kernel: about 700 bytes, so it is written here instead of compiled and downloaded. */
const moduleBytes = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [[functionType, ...sized(parameters), 0]]),
  ...section(2, [[...name('engine'), ...name('memory'), 0x02, 0x00, 0x01]]),
  ...section(3, [[0]]),
  ...section(7, [[...name('convolve'), 0x00, 0x00]]),
  ...section(10, [sized([...locals, ...code])]),
])

/**
 * Compiles the kernel for a memory.
 * @throws WebAssembly.CompileError in a browser without WebAssembly SIMD
 */
export async function compileKernel(memory: WebAssembly.Memory): Promise<Kernel> {
  const { instance } = await WebAssembly.instantiate(moduleBytes, { engine: { memory } })
  const { convolve } = instance.exports
  if (typeof convolve !== 'function') throw new Error('The kernel is not exported')
  return convolve as Kernel
}
