import { VisionError } from '../vision-error.ts'

/** A segment of a JPEG: `bytes` with its marker and length, `content` without. */
export type JpegSegment = { marker: number; bytes: Uint8Array<ArrayBuffer>; content: Uint8Array<ArrayBuffer> }

const startOfScan = 0xda
const endOfImage = 0xd9
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7

/**
 * Copies a JPEG with other segments. The compressed pixels stay as they are, and bytes after the image are left out.
 * @param rewrite returns the bytes of a segment to write, or null to leave it out
 * @throws VisionError image_unreadable; RangeError for a file that ends within a segment
 */
export function rewriteJpeg(
  jpeg: Uint8Array<ArrayBuffer>,
  rewrite: (segment: JpegSegment) => Uint8Array<ArrayBuffer> | null,
): Uint8Array<ArrayBuffer> {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  const parts = [jpeg.subarray(0, 2)]
  for (let offset = 2; offset < jpeg.length; ) {
    if (view.getUint8(offset) !== 0xff) throw new VisionError('image_unreadable', 'The photo is broken')
    while (view.getUint8(offset + 1) === 0xff) offset++
    const marker = view.getUint8(offset + 1)
    if (marker === endOfImage) {
      parts.push(jpeg.subarray(offset, offset + 2))
      break
    }
    const next = offset + 2 + view.getUint16(offset + 2)
    if (next > jpeg.length) throw new RangeError('The file ends within a segment')
    const end = marker === startOfScan ? findScanEnd(jpeg, next) : next
    const bytes = jpeg.subarray(offset, end)
    const written = marker === startOfScan ? bytes : rewrite({ marker, bytes, content: bytes.subarray(4) })
    if (written !== null) parts.push(written)
    offset = end
  }
  return concatBytes(parts)
}

/** Returns where the compressed pixels end: at the next marker that is no escaped byte and no restart. */
function findScanEnd(jpeg: Uint8Array, from: number): number {
  for (let at = jpeg.indexOf(0xff, from); at !== -1; at = jpeg.indexOf(0xff, at + 1)) {
    const marker = jpeg[at + 1]
    if (marker !== undefined && marker !== 0 && marker !== 0xff && !isRestart(marker)) return at
  }
  return jpeg.length
}

/** Returns the arrays as one. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  parts.reduce((to, part) => {
    joined.set(part, to)
    return to + part.length
  }, 0)
  return joined
}
