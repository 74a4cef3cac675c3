import {
  compileFunctions,
  createMemory,
  growMemory,
  type KernelFunction,
  type KernelMemory,
} from '../../wasm/compile.ts'
import type { RgbImage, Square } from '../rgb-image.ts'
import { createResizeFunctions } from './kernel.ts'
import type { FilterTaps } from './taps.ts'

/** The kernels write up to this many bytes beyond an array. */
const slack = 64

/** The kernel resizes so many rows at once. */
const rowsPerStep = 4

/** The filter and the normalization in WebAssembly SIMD, with their memory. */
class ResizeKernel {
  readonly #memory: KernelMemory = createMemory()
  readonly #functions = compileFunctions(this.#memory, createResizeFunctions())
  #top = 0

  /** Resizes a square of a photo to planes R, G, B of size x size. */
  resize(photo: RgbImage, square: Square, size: number, taps: FilterTaps): Float32Array {
    const { side } = square
    const rowCount = Math.ceil(side / rowsPerStep) * rowsPerStep
    const rowLength = side * 3
    this.#top = 0
    const source = this.#allocate(rowLength * rowsPerStep)
    const columns = this.#allocate(rowLength * rowsPerStep * 4)
    const tapsAddress = this.#allocate(size * 8)
    const weights = this.#allocate(taps.weights.byteLength)
    const rows = this.#allocate(3 * rowCount * size * 4)
    const planes = this.#allocate(3 * size * size * 4)
    const { buffer } = this.#memory
    this.#writeTaps(tapsAddress, weights, taps)

    const bytes = new Uint8Array(buffer)
    const { expandRows, resizeRows } = this.#functions
    const tapsEnd = tapsAddress + size * 8
    for (let y = 0; y < side; y += rowsPerStep) {
      for (let row = 0; row < rowsPerStep; row++) {
        const start = ((square.top + Math.min(y + row, side - 1)) * photo.width + square.left) * 3
        bytes.set(photo.data.subarray(start, start + rowLength), source + row * rowLength)
      }
      expandRows(source, source + rowLength, rowLength, columns)
      resizeRows(tapsAddress, tapsEnd, weights, columns, rows + y * size * 4, rowCount * size * 4, size * 4)
    }
    resizeColumns(this.#functions.resizeColumns, { rows, planes, weights, rowCount, size }, taps)
    return new Float32Array(buffer, planes, 3 * size * size).slice()
  }

  /** Replaces values by (value / 255 - mean) / std. */
  normalize(values: Float32Array, mean: number, std: number): void {
    this.#top = 0
    const params = this.#allocate(3 * 8)
    const address = this.#allocate(values.byteLength)
    const { buffer } = this.#memory
    new Float64Array(buffer, params, 3).set([255, mean, std])
    const copy = new Float32Array(buffer, address, values.length)
    copy.set(values)
    this.#functions.normalize(address, address + values.byteLength, params)
    values.set(copy)
  }

  #writeTaps(address: number, weightsAddress: number, { firsts, starts, weights }: FilterTaps): void {
    const { buffer } = this.#memory
    const pairs = new Int32Array(buffer, address, firsts.length * 2)
    for (let i = 0; i < firsts.length; i++) {
      pairs[2 * i] = (firsts[i] ?? 0) * 48
      pairs[2 * i + 1] = ((starts[i + 1] ?? 0) - (starts[i] ?? 0)) * 8
    }
    new Float64Array(buffer, weightsAddress, weights.length).set(weights)
  }

  #allocate(byteLength: number): number {
    const address = this.#top
    this.#top = Math.ceil((address + byteLength + slack) / 16) * 16
    growMemory(this.#memory, this.#top)
    return address
  }
}

type Addresses = { rows: number; planes: number; weights: number; rowCount: number; size: number }

/** Row by row from the top, because the kernel may write beyond the end of a row. */
function resizeColumns(
  run: KernelFunction,
  { rows, planes, weights, rowCount, size }: Addresses,
  { firsts, starts }: FilterTaps,
): void {
  const rowBytes = size * 4
  for (let channel = 0; channel < 3; channel++)
    for (let y = 0; y < size; y++) {
      const out = planes + (channel * size + y) * rowBytes
      const from = rows + (channel * rowCount + (firsts[y] ?? 0)) * rowBytes
      const weightsStart = weights + (starts[y] ?? 0) * 8
      run(out, out + rowBytes, from, weightsStart, weights + (starts[y + 1] ?? 0) * 8, rowBytes)
    }
}

let kernel: ResizeKernel | null | undefined

/** Returns the kernel; null in a browser without WebAssembly SIMD. */
export function getResizeKernel(): ResizeKernel | null {
  if (kernel === undefined)
    try {
      kernel = new ResizeKernel()
    } catch {
      kernel = null
    }
  return kernel
}
