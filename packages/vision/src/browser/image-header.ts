import { detectImageType } from '../image-type.ts'
import { VisionError } from '../vision-error.ts'
import { readOrientation } from './exif-orientation.ts'

/** Properties of a photo that are known without decoding it. Width and height are as stored, before EXIF rotation. */
export type ImageHeader = {
  type: 'jpeg' | 'png'
  width: number
  height: number
  /** True for one or three 8-bit channels in sRGB without rotation: every decoder returns the same pixels. */
  isCanonical: boolean
}

const maxPixels = 50_000_000

/**
 * Reads the header of a JPEG or PNG. The type is detected from the content.
 * @throws VisionError unsupported_type, image_unreadable, image_too_large
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader {
  if (bytes.byteLength === 0) throw new VisionError('image_unreadable', 'The file is empty')
  const type = detectImageType(bytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let header: ImageHeader
  try {
    header = type === 'jpeg' ? parseJpegHeader(view) : parsePngHeader(view)
  } catch (error) {
    if (error instanceof VisionError) throw error
    throw new VisionError('image_unreadable', 'The photo is cut short', { cause: error })
  }
  const { width, height } = header
  if (width === 0 || height === 0) throw new VisionError('image_unreadable', 'The photo has no pixels')
  if (width * height > maxPixels) throw new VisionError('image_too_large', `The photo has ${width} x ${height} pixels`)
  return header
}

/** The DataView throws a RangeError on a read past the end, which means a truncated photo. */
function parsePngHeader(view: DataView): ImageHeader {
  const end = view.byteLength - 12
  let hasIendChunk = false
  for (let offset = end; offset >= 8 && !hasIendChunk; offset--)
    hasIendChunk = view.getUint32(offset + 4) === 0x49454e44
  if (!hasIendChunk) throw new VisionError('image_unreadable', 'The photo is cut short')
  return { type: 'png', width: view.getUint32(16), height: view.getUint32(20), isCanonical: false }
}

const startOfScan = 0xda
/** SOF0 to SOF15 are C0 to CF, except C4 (DHT), C8 (reserved) and CC (DAC). */
const isStartOfFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function parseJpegHeader(view: DataView): ImageHeader {
  let size: { width: number; height: number; channels: number } | undefined
  let needsConversion = false
  let offset = 2
  for (let marker = 0; marker !== startOfScan; ) {
    if (view.getUint8(offset) !== 0xff) throw new VisionError('image_unreadable', 'The photo is broken')
    while (view.getUint8(offset + 1) === 0xff) offset++
    marker = view.getUint8(offset + 1)
    const length = view.getUint16(offset + 2)
    const segment = new DataView(view.buffer, view.byteOffset + offset + 4, Math.max(0, length - 2))
    if (isStartOfFrame(marker)) {
      needsConversion ||= segment.getUint8(0) !== 8
      size = { height: segment.getUint16(1), width: segment.getUint16(3), channels: segment.getUint8(5) }
    }
    needsConversion ||= hasExifRotation(marker, segment) || marker === 0xe2 || marker === 0xee
    offset += 2 + length
  }
  if (size === undefined || !hasEndMarker(view, offset))
    throw new VisionError('image_unreadable', 'The photo is cut short')
  const { width, height, channels } = size
  return { type: 'jpeg', width, height, isCanonical: !needsConversion && (channels === 1 || channels === 3) }
}

/** Returns true when an end-of-image marker follows the pixels. Other bytes may come after it. */
function hasEndMarker(view: DataView, from: number): boolean {
  for (let offset = view.byteLength - 2; offset >= from; offset--) if (view.getUint16(offset) === 0xffd9) return true
  return false
}

/** Returns true when the segment is EXIF with an orientation other than upright. */
function hasExifRotation(marker: number, segment: DataView): boolean {
  const exifSignature = 0x45786966
  if (marker !== 0xe1 || segment.byteLength < 14 || segment.getUint32(0) !== exifSignature) return false
  return readOrientation(new DataView(segment.buffer, segment.byteOffset + 6, segment.byteLength - 6)) !== 1
}
