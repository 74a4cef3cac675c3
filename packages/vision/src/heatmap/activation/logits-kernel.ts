// Logits of the cells in WebAssembly SIMD: two float64 at a time. The products of a logit are added in the order of the channels.

import { compileFunctions, createMemory, growMemory } from '../../wasm/compile.ts'
import {
  addTo,
  end,
  f64x2Add,
  f64x2Mul,
  get,
  i32Const,
  loadAt,
  loadDoubleSplat,
  repeatWhileLess,
  set,
  startLoop,
  storeAt,
} from '../../wasm/instructions.ts'
import type { FunctionCode } from '../../wasm/module.ts'

/** Classes and cells of one call of the kernel: eight pairs of sums fit the registers. */
export const tileClasses = 4
export const tileCells = 4
const classes = [0, 1, 2, 3]
const pairs = [0, 1]

/**
 * `addProducts(logits, logitsStride, features, featuresEnd, featuresStride, weights)` adds W f to the logits of a tile. The features
 * of the next channel are `featuresStride` bytes away, the logits of the next class `logitsStride`; the weights are packed
 * [channel, class].
 */
function createAddProducts(): FunctionCode & { name: 'addProducts' } {
  const [logits, logitsStride, features, featuresEnd, featuresStride, weights] = [0, 1, 2, 3, 4, 5] as const
  const target = 6
  const sum = (row: number, pair: number) => 7 + 2 * row + pair
  const feature = (pair: number) => 15 + pair
  const weight = 17
  const forEachRow = (useRow: (row: number) => number[]) => [
    ...[...get(logits), ...set(target)],
    ...classes.flatMap(row => [...useRow(row), ...addTo(target, ...get(logitsStride))]),
  ]
  const code = [
    ...forEachRow(row => pairs.flatMap(pair => [...get(target), ...loadAt(16 * pair), ...set(sum(row, pair))])),
    ...startLoop,
    ...pairs.flatMap(pair => [...get(features), ...loadAt(16 * pair), ...set(feature(pair))]),
    ...classes.flatMap(row => [
      ...[...get(weights), ...loadDoubleSplat(8 * row), ...set(weight)],
      ...pairs.flatMap(pair => [
        ...[...get(sum(row, pair)), ...get(weight), ...get(feature(pair)), ...f64x2Mul, ...f64x2Add],
        ...set(sum(row, pair)),
      ]),
    ]),
    ...[...addTo(weights, ...i32Const(8 * tileClasses)), ...addTo(features, ...get(featuresStride))],
    ...[...repeatWhileLess(features, featuresEnd), end],
    ...forEachRow(row => pairs.flatMap(pair => [...get(target), ...get(sum(row, pair)), ...storeAt(16 * pair)])),
  ]
  return { name: 'addProducts', parameters: 6, integers: 1, vectors: 11, code }
}

const memory = createMemory()
let compiled: ReturnType<typeof compile> | undefined
const compile = () => compileFunctions(memory, [createAddProducts()])

/** Arrays in the memory of the kernel: weights [class / 4, channel, 4], features [channel, cell], logits [class, cell]. */
export type LogitsMemory = { weights: Float64Array; features: Float64Array; logits: Float64Array }

/** Returns the arrays for a number of classes and cells that are whole tiles. The next call overwrites them. */
export function allocateLogits(classCount: number, channels: number, cells: number): LogitsMemory {
  const weights = classCount * channels
  const features = channels * cells
  const logits = classCount * cells
  growMemory(memory, (weights + features + logits) * 8)
  const { buffer } = memory
  return {
    weights: new Float64Array(buffer, 0, weights),
    features: new Float64Array(buffer, weights * 8, features),
    logits: new Float64Array(buffer, (weights + features) * 8, logits),
  }
}

/** Adds the products of weights and features to the logits, which contain the biases. */
export function addProducts({ weights, features, logits }: LogitsMemory, channels: number, cells: number): void {
  compiled ??= compile()
  const stride = cells * 8
  for (let row = 0; row * stride < logits.byteLength; row += tileClasses)
    for (let cell = 0; cell < cells; cell += tileCells)
      compiled.addProducts(
        logits.byteOffset + row * stride + cell * 8,
        stride,
        features.byteOffset + cell * 8,
        features.byteOffset + features.byteLength,
        stride,
        weights.byteOffset + row * channels * 8,
      )
}
