// Binary morphology on the grid of the leaf mask, with a structuring element of 3 x 3 cells. Four cells at a time: they are the bytes
// of a word, the leftmost in the lowest byte, since all platforms are little-endian.

import { maskSize } from '../leaf-mask.ts'

const rowWords = maskSize / 4
/** The cell beyond the right edge of a word, set, and that beyond the left edge. */
const setAfter = 0x01
const setBefore = 0x01000000

/** Returns the cells of which at least one of the 3 x 3 cells around is set. Morphological dilation. */
export function dilate(cells: Uint8Array): Uint8Array {
  const words = toWords(cells)
  const out = new Uint32Array(words.length)
  for (let row = 0; row < words.length; row += rowWords) {
    let before = 0
    let word = words[row] ?? 0
    for (let i = row; i < row + rowWords; i++) {
      const after = i + 1 < row + rowWords ? (words[i + 1] ?? 0) : 0
      out[i] = word | (word << 8) | (before >>> 24) | (word >>> 8) | (after << 24)
      before = word
      word = after
    }
  }
  for (let column = 0; column < rowWords; column++) {
    let above = 0
    for (let i = column; i < out.length; i += rowWords) {
      const word = out[i] ?? 0
      out[i] = above | word | (out[i + rowWords] ?? 0)
      above = word
    }
  }
  return new Uint8Array(out.buffer)
}

/** Returns the cells of which all of the 3 x 3 cells around are set; cells beyond the edge count as set. Morphological erosion. */
export function erode(cells: Uint8Array): Uint8Array {
  const words = toWords(cells)
  const out = new Uint32Array(words.length)
  for (let row = 0; row < words.length; row += rowWords) {
    let before = setBefore
    let word = words[row] ?? 0
    for (let i = row; i < row + rowWords; i++) {
      const after = i + 1 < row + rowWords ? (words[i + 1] ?? 0) : setAfter
      out[i] = word & ((word << 8) | (before >>> 24)) & ((word >>> 8) | (after << 24))
      before = word
      word = after
    }
  }
  for (let column = 0; column < rowWords; column++) {
    let above = -1
    for (let i = column; i < out.length; i += rowWords) {
      const word = out[i] ?? 0
      out[i] = above & word & (out[i + rowWords] ?? -1)
      above = word
    }
  }
  return new Uint8Array(out.buffer)
}

/** Views the cells as words; cells at an odd address are copied. */
function toWords(cells: Uint8Array): Uint32Array {
  const aligned = cells.byteOffset % 4 === 0 ? cells : cells.slice()
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4)
}
