import { decodeShortSide, type RgbImage } from '../tensor.ts'

/** Part of a photo, in its pixels. */
export type Area = { left: number; top: number; width: number; height: number }

/** The pixels of an area, row by row, one word each: red in the lowest byte, then green, blue, and one not looked at. */
export type ReadPixels = (area: Area) => Int32Array

/**
 * The middle of a photo, which is all that is looked at, with its short side at most decodeShortSide: to the byte what the
 * server's decoder makes of it. A triangle that widens as the picture shrinks, down and then across, in whole numbers,
 * each result rounded to a byte.
 * @param read asked once, for no more than is needed
 */
export function reducePhoto(width: number, height: number, read: ReadPixels): RgbImage {
  const factor = Math.min(width, height) / decodeShortSide
  if (factor <= 1) {
    const area = middleOf(width, height)
    return { width: area.width, height: area.height, data: bytesOf(read(area)) }
  }
  const low = Math.round(height / factor)
  const narrow = Math.round(width / factor)
  const kept = middleOf(narrow, low)
  const down = tapsOf(height, low, factor).slice(kept.top, kept.top + kept.height)
  const across = tapsOf(width, narrow, factor).slice(kept.left, kept.left + kept.width)
  const [left, right] = reachOf(across)
  const [top, bottom] = reachOf(down)
  const words = read({ left, top, width: right - left, height: bottom - top })
  const shrunk = shrinkDown(words, right - left, down, top)
  return { width: kept.width, height: kept.height, data: shrinkAcross(shrunk, right - left, across, left) }
}

/** The centre square, or a column or row more: what is cut off is even, so that a smaller square's centre stays its centre. */
function middleOf(width: number, height: number): Area {
  const left = Math.max(0, Math.floor((width - height) / 2))
  const top = Math.max(0, Math.floor((height - width) / 2))
  return { left, top, width: width - 2 * left, height: height - 2 * top }
}

function bytesOf(words: Int32Array): Uint8Array {
  const bytes = new Uint8Array(words.length * 3)
  words.forEach((word, i) => {
    bytes[i * 3] = word
    bytes[i * 3 + 1] = word >>> 8
    bytes[i * 3 + 2] = word >>> 16
  })
  return bytes
}

/** The source pixels that one result is made of, and their weights in parts of `whole`. */
type Taps = { places: Int32Array; weights: Int32Array }
const wholeBits = 12
const whole = 1 << wholeBits
const half = whole / 2
/** The filter stands at one of so many places between two pixels. */
const phases = 64

/** What is left over of the length when the result is rounded to whole pixels goes half to each side. */
function tapsOf(length: number, size: number, factor: number): Taps[] {
  const count = 2 * roundToEven(factor) + 1
  const reach = Math.ceil(count / 2) - 1
  const table = Array.from({ length: phases + 1 }, (_, phase) => weightsAt(phase / phases, count, factor))
  const offset = (size * factor - length) / 2 - 0.5
  return Array.from({ length: size }, (_, i) => {
    const centre = (i + 0.5) * factor - 0.5 - offset
    const phase = ((Math.trunc(centre * phases * 2) % (phases * 2)) + 1) >> 1
    const first = Math.trunc(centre) - reach
    const places = Int32Array.from({ length: count }, (_, j) => Math.min(length - 1, Math.max(0, first + j)))
    return { places, weights: table[phase] ?? new Int32Array(count) }
  })
}

function weightsAt(between: number, count: number, factor: number): Int32Array {
  const centre = between + count / 2 - 1
  const raw = Array.from({ length: count }, (_, i) => Math.max(0, 1 - Math.abs((i - centre) / factor)))
  const sum = raw.reduce((total, weight) => total + weight, 0)
  return Int32Array.from(raw, weight => Math.trunc((weight / sum) * whole))
}

/** A half goes to the even neighbour. */
const roundToEven = (value: number) => (value % 1 === 0.5 ? 2 * Math.round(value / 2) : Math.round(value))

/** From the first place that any of the taps reads to behind the last. */
function reachOf(taps: Taps[]): [number, number] {
  const places = taps.flatMap(tap => [...tap.places])
  return [Math.min(...places), Math.max(...places) + 1]
}

function shrinkDown(words: Int32Array, width: number, taps: Taps[], top: number): Int32Array {
  const out = new Int32Array(width * taps.length)
  taps.forEach(({ places, weights }, y) => {
    const rows = places.map(place => (place - top) * width)
    mixRows(words, rows, weights, out.subarray(y * width, (y + 1) * width))
  })
  return out
}

function mixRows(words: Int32Array, rows: Int32Array, weights: Int32Array, out: Int32Array): void {
  for (let x = 0; x < out.length; x++) {
    let red = half
    let green = half
    let blue = half
    for (let j = 0; j < rows.length; j++) {
      const word = words[(rows[j] ?? 0) + x] ?? 0
      const weight = weights[j] ?? 0
      red += Math.imul(weight, word & 255)
      green += Math.imul(weight, (word >>> 8) & 255)
      blue += Math.imul(weight, (word >>> 16) & 255)
    }
    out[x] = (red >> wholeBits) | ((green >> wholeBits) << 8) | ((blue >> wholeBits) << 16)
  }
}

function shrinkAcross(words: Int32Array, width: number, taps: Taps[], left: number): Uint8Array {
  const height = words.length / width
  const count = taps[0]?.places.length ?? 0
  const columns = Int32Array.from(taps.flatMap(({ places }) => [...places].map(place => place - left)))
  const weights = Int32Array.from(taps.flatMap(tap => [...tap.weights]))
  const out = new Uint8Array(taps.length * height * 3)
  for (let y = 0, to = 0; y < height; y++) {
    for (let first = 0; first < columns.length; first += count, to += 3) {
      let red = half
      let green = half
      let blue = half
      for (let j = first; j < first + count; j++) {
        const word = words[y * width + (columns[j] ?? 0)] ?? 0
        const weight = weights[j] ?? 0
        red += Math.imul(weight, word & 255)
        green += Math.imul(weight, (word >>> 8) & 255)
        blue += Math.imul(weight, (word >>> 16) & 255)
      }
      out[to] = red >> wholeBits
      out[to + 1] = green >> wholeBits
      out[to + 2] = blue >> wholeBits
    }
  }
  return out
}
