// The loops of resize-square.ts in WebAssembly SIMD: two float64 at a time, with the same operations in the same order, so that the
// results are the same to the last bit.

import {
  addTo,
  end,
  extendHighBytes,
  extendHighShorts,
  extendLowBytes,
  extendLowShorts,
  f32x4ConvertUnsigned,
  f32x4DemoteZero,
  f64x2Add,
  f64x2Div,
  f64x2Mul,
  f64x2PromoteLow,
  f64x2Sub,
  get,
  i32Add,
  i32Const,
  load32Zero,
  load64Zero,
  loadAt,
  loadDoubleSplat,
  loadInt32,
  repeatWhileLess,
  set,
  shuffle,
  startLoop,
  store32Lane,
  store64Lane,
  storeAt,
  zeros,
} from '../../wasm/instructions.ts'
import type { FunctionCode } from '../../wasm/module.ts'

const channels = [0, 1, 2]
const halves = [0, 1]
const lanes = [0, 1] as const
const sequence = (length: number, first = 0) => Array.from({ length }, (_, i) => first + i)

const highToLow = shuffle([...sequence(8, 8), ...sequence(8)])

/**
 * `expandRows(row, rowEnd, rowBytes, out)` converts four rows of bytes to float32, those of a column side by side. It works on four
 * columns at a time, so it reads up to 3 bytes and writes up to 3 columns too many.
 */
function createExpandRows(): FunctionCode & { name: 'expandRows' } {
  const [row, rowEnd, rowBytes, out, address] = sequence(5) as Five
  const [first, second, shorts] = sequence(3, 5) as Three
  const zip = (width: number) =>
    shuffle(
      sequence(16).map(
        i => ((i % (2 * width)) % width) + width * Math.floor(i / (2 * width)) + (i % (2 * width) < width ? 0 : 16),
      ),
    )
  const loadRow = [...get(address), ...load32Zero()]
  const nextRow = addTo(address, ...get(rowBytes))
  const code = [
    ...startLoop,
    ...[...get(row), ...set(address), ...loadRow, ...nextRow, ...loadRow, ...zip(1), ...set(first), ...nextRow],
    ...[...loadRow, ...nextRow, ...loadRow, ...zip(1), ...set(second)],
    ...[...get(first), ...get(second), ...zip(2), ...set(first)],
    ...[extendLowBytes, extendHighBytes].flatMap((extendBytes, half) => [
      ...[...get(first), ...extendBytes, ...set(shorts)],
      ...[extendLowShorts, extendHighShorts].flatMap((extendShorts, quarter) => [
        ...[...get(out), ...get(shorts), ...extendShorts, ...f32x4ConvertUnsigned],
        ...storeAt(32 * half + 16 * quarter),
      ]),
    ]),
    ...[...addTo(out, ...i32Const(64)), ...addTo(row, ...i32Const(4))],
    ...[...repeatWhileLess(row, rowEnd), end],
  ]
  return { name: 'expandRows', parameters: 4, integers: 1, vectors: 3, code }
}
type Three = [number, number, number]
type Five = [...Three, number, number]
type Six = [...Five, number]
type Seven = [...Six, number]

/**
 * `resizeRows(taps, tapsEnd, weights, values, out, planeBytes, rowBytes)` resizes four rows of three interleaved channels to four
 * rows of three planes. `taps` has two int32 for each result: the distance of its first values in bytes, and the number of
 * bytes of its weights.
 */
function createResizeRows(): FunctionCode & { name: 'resizeRows' } {
  const [taps, tapsEnd, weights, values, out, planeBytes, rowBytes] = sequence(7) as Seven
  const [cursor, weightsEnd, plane, target] = sequence(4, 7) as [...Three, number]
  const sum = (channel: number, half: number) => 11 + 2 * channel + half
  const weight = 17
  const value = 18
  const code = [
    ...startLoop,
    ...[...get(values), ...get(taps), ...loadInt32(), i32Add, ...set(cursor)],
    ...[...get(weights), ...get(taps), ...loadInt32(4), i32Add, ...set(weightsEnd)],
    ...channels.flatMap(channel => halves.flatMap(half => [...zeros, ...set(sum(channel, half))])),
    ...startLoop,
    ...[...get(weights), ...loadDoubleSplat(), ...set(weight)],
    ...channels.flatMap(channel => [
      ...[...get(cursor), ...loadAt(16 * channel), ...set(value)],
      ...halves.flatMap(half => [
        ...[...get(sum(channel, half)), ...get(weight), ...get(value)],
        ...(half === 0 ? [] : [...get(value), ...highToLow]),
        ...[...f64x2PromoteLow, ...f64x2Mul, ...f64x2Add, ...set(sum(channel, half))],
      ]),
    ]),
    ...[...addTo(cursor, ...i32Const(48)), ...addTo(weights, ...i32Const(8))],
    ...[...repeatWhileLess(weights, weightsEnd), end],
    ...[...get(out), ...set(plane)],
    ...channels.flatMap(channel => [
      ...[...get(plane), ...set(target)],
      ...halves.flatMap(half => [
        ...[...get(sum(channel, half)), ...f32x4DemoteZero, ...set(value)],
        ...lanes.flatMap(lane => [
          ...[...get(target), ...get(value), ...store32Lane(0, lane)],
          ...addTo(target, ...get(rowBytes)),
        ]),
      ]),
      ...addTo(plane, ...get(planeBytes)),
    ]),
    ...[...addTo(out, ...i32Const(4)), ...addTo(taps, ...i32Const(8))],
    ...[...repeatWhileLess(taps, tapsEnd), end],
  ]
  return { name: 'resizeRows', parameters: 7, integers: 4, vectors: 8, code }
}

/**
 * `resizeColumns(out, outEnd, rows, weights, weightsEnd, rowBytes)` writes a row of the sum of weighted rows; every partial sum is
 * rounded to float32. It works on eight results at a time, so it reads and writes up to 7 too many.
 */
function createResizeColumns(): FunctionCode & { name: 'resizeColumns' } {
  const [out, outEnd, rows, weights, weightsEnd, rowBytes] = sequence(6) as Six
  const [cursor, weightCursor] = [6, 7]
  const pairs = sequence(4)
  const sum = (pair: number) => 8 + pair
  const weight = 12
  const code = [
    ...startLoop,
    ...pairs.flatMap(pair => [...zeros, ...set(sum(pair))]),
    ...[...get(rows), ...set(cursor), ...get(weights), ...set(weightCursor)],
    ...startLoop,
    ...[...get(weightCursor), ...loadDoubleSplat(), ...set(weight)],
    ...pairs.flatMap(pair => [
      ...[...get(sum(pair)), ...get(weight), ...get(cursor), ...load64Zero(8 * pair), ...f64x2PromoteLow],
      ...[...f64x2Mul, ...f64x2Add, ...f32x4DemoteZero, ...f64x2PromoteLow, ...set(sum(pair))],
    ]),
    ...[...addTo(cursor, ...get(rowBytes)), ...addTo(weightCursor, ...i32Const(8))],
    ...[...repeatWhileLess(weightCursor, weightsEnd), end],
    ...pairs.flatMap(pair => [...get(out), ...get(sum(pair)), ...f32x4DemoteZero, ...store64Lane(8 * pair, 0)]),
    ...[...addTo(rows, ...i32Const(32)), ...addTo(out, ...i32Const(32))],
    ...[...repeatWhileLess(out, outEnd), end],
  ]
  return { name: 'resizeColumns', parameters: 6, integers: 2, vectors: 5, code }
}

/**
 * `normalize(values, valuesEnd, params)` replaces values by (value / divisor - mean) / std; `params` are these three as float64. It
 * works on two values at a time.
 */
function createNormalize(): FunctionCode & { name: 'normalize' } {
  const [values, valuesEnd, params] = sequence(3) as Three
  const constant = (index: number) => 3 + index
  const code = [
    ...sequence(3).flatMap(index => [...get(params), ...loadDoubleSplat(8 * index), ...set(constant(index))]),
    ...startLoop,
    ...[...get(values), ...get(values), ...load64Zero(), ...f64x2PromoteLow, ...get(constant(0)), ...f64x2Div],
    ...[...get(constant(1)), ...f64x2Sub, ...get(constant(2)), ...f64x2Div, ...f32x4DemoteZero, ...store64Lane(0, 0)],
    ...addTo(values, ...i32Const(8)),
    ...[...repeatWhileLess(values, valuesEnd), end],
  ]
  return { name: 'normalize', parameters: 3, integers: 0, vectors: 3, code }
}

export const createResizeFunctions = () => [
  createExpandRows(),
  createResizeRows(),
  createResizeColumns(),
  createNormalize(),
]
