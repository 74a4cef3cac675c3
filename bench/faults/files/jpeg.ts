/** A marker segment of a JPEG with its marker and length; a scan also has its entropy-coded data. */
type JpegSegment = { marker: number; bytes: Buffer }

const startOfScan = 0xda
const endOfImage = 0xd9

/** Splits a JPEG into its segments, without the start and the end of the image. */
function splitJpeg(jpeg: Buffer): JpegSegment[] {
  const segments: JpegSegment[] = []
  for (let offset = 2; offset < jpeg.length; ) {
    const marker = jpeg[offset + 1] ?? endOfImage
    if (marker === endOfImage) break
    let end = offset + 2 + jpeg.readUInt16BE(offset + 2)
    if (marker === startOfScan)
      while (
        end < jpeg.length &&
        !(jpeg[end] === 0xff && jpeg[end + 1] !== 0 && ((jpeg[end + 1] ?? 0) & 0xf8) !== 0xd0)
      )
        end++
    segments.push({ marker, bytes: jpeg.subarray(offset, end) })
    offset = end
  }
  return segments
}

const joinJpeg = (segments: readonly JpegSegment[]): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments.map(({ bytes }) => bytes), Buffer.from([0xff, endOfImage])])

/** Returns a segment with this marker, for example 0xe1 for EXIF or 0xfe for a comment. */
export function createSegment(marker: number, data: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** Inserts segments at the start of a JPEG. */
export const insertSegments = (jpeg: Buffer, segments: readonly Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])

/** Repeats the last scan of a progressive JPEG, which makes a decoder visit all blocks again for each. */
export function repeatLastScan(jpeg: Buffer, scans: number, maxBytes: number): Buffer {
  const segments = splitJpeg(jpeg)
  const last = segments.findLast(({ marker }) => marker === startOfScan)
  if (!last) return jpeg
  const count = Math.min(scans, Math.floor((maxBytes - jpeg.length) / last.bytes.length))
  return joinJpeg([...segments, ...Array<JpegSegment>(Math.max(0, count)).fill(last)])
}

/** Changes the size in the frame header, without changing the picture. */
export function promiseSize(jpeg: Buffer, width: number, height: number): Buffer {
  return joinJpeg(
    splitJpeg(jpeg).map(({ marker, bytes }) => {
      if (marker < 0xc0 || marker > 0xcf || [0xc4, 0xc8, 0xcc].includes(marker)) return { marker, bytes }
      const changed = Buffer.from(bytes)
      changed.writeUInt16BE(height, 5)
      changed.writeUInt16BE(width, 7)
      return { marker, bytes: changed }
    }),
  )
}
