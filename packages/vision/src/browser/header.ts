import { VisionError } from '../vision-error.ts'

/** What a photo says of itself before a pixel of it is decoded. Width and height are as stored, not yet upright. */
export type PhotoHeader = {
  type: 'jpeg' | 'png'
  width: number
  height: number
  /** Three or one channels of 8 bits in sRGB, stored upright: every decoder reads the same pixels. */
  isPlain: boolean
}

const maxPixels = 50_000_000

/**
 * Reads the header of a JPEG or PNG, told by its content.
 * @throws VisionError unsupported_type, image_unreadable, image_too_large
 */
export function readHeader(bytes: Uint8Array): PhotoHeader {
  if (bytes.byteLength === 0) throw new VisionError('image_unreadable', 'The file is empty')
  const startsWith = (...magic: number[]) => magic.every((byte, i) => bytes[i] === byte)
  const isJpeg = startsWith(0xff, 0xd8, 0xff)
  const isPng = startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  if (!isJpeg && !isPng) throw new VisionError('unsupported_type', 'The file is neither a JPEG nor a PNG')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let header: PhotoHeader
  try {
    header = isJpeg ? jpegHeader(view) : pngHeader(view)
  } catch (error) {
    if (error instanceof VisionError) throw error
    throw new VisionError('image_unreadable', 'The photo is cut short', { cause: error })
  }
  const { width, height } = header
  if (width === 0 || height === 0) throw new VisionError('image_unreadable', 'The photo has no pixels')
  if (width * height > maxPixels) throw new VisionError('image_too_large', `The photo has ${width} x ${height} pixels`)
  return header
}

/** A read past the end throws a RangeError: a photo cut short. */
function pngHeader(view: DataView): PhotoHeader {
  const end = view.byteLength - 12
  let hasEnd = false
  for (let at = end; at >= 8 && !hasEnd; at--) hasEnd = view.getUint32(at + 4) === 0x49454e44
  if (!hasEnd) throw new VisionError('image_unreadable', 'The photo is cut short')
  return { type: 'png', width: view.getUint32(16), height: view.getUint32(20), isPlain: false }
}

const startOfScan = 0xda
/** Every start of a frame but the tables (C4, CC) and the reserved C8 between them. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegHeader(view: DataView): PhotoHeader {
  let size: { width: number; height: number; channels: number } | undefined
  let isOdd = false
  let at = 2
  for (let marker = 0; marker !== startOfScan; ) {
    if (view.getUint8(at) !== 0xff) throw new VisionError('image_unreadable', 'The photo is broken')
    while (view.getUint8(at + 1) === 0xff) at++
    marker = view.getUint8(at + 1)
    const length = view.getUint16(at + 2)
    const body = new DataView(view.buffer, view.byteOffset + at + 4, Math.max(0, length - 2))
    if (isFrame(marker)) {
      isOdd ||= body.getUint8(0) !== 8
      size = { height: body.getUint16(1), width: body.getUint16(3), channels: body.getUint8(5) }
    }
    isOdd ||= isTurned(marker, body) || marker === 0xe2 || marker === 0xee
    at += 2 + length
  }
  if (size === undefined || !hasEnd(view, at)) throw new VisionError('image_unreadable', 'The photo is cut short')
  const { width, height, channels } = size
  return { type: 'jpeg', width, height, isPlain: !isOdd && (channels === 1 || channels === 3) }
}

/** The end marker after the pixels; something else may follow it. */
function hasEnd(view: DataView, from: number): boolean {
  for (let at = view.byteLength - 2; at >= from; at--) if (view.getUint16(at) === 0xffd9) return true
  return false
}

/** Whether this segment is an Exif that notes an orientation other than upright. */
function isTurned(marker: number, body: DataView): boolean {
  const exif = 0x45786966
  if (marker !== 0xe1 || body.byteLength < 14 || body.getUint32(0) !== exif) return false
  const start = 6
  const isLittle = body.getUint16(start) === 0x4949
  const table = start + body.getUint32(start + 4, isLittle)
  const entries = body.getUint16(table, isLittle)
  for (let i = 0; i < entries; i++) {
    const entry = table + 2 + i * 12
    if (body.getUint16(entry, isLittle) === 0x0112) return body.getUint16(entry + 8, isLittle) !== 1
  }
  return false
}
