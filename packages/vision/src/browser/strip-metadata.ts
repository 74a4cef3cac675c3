import { detectImageType } from '../image-type.ts'
import { VisionError } from '../vision-error.ts'
import { readOrientation, writeOrientation } from './exif-orientation.ts'
import { concatBytes, type JpegSegment, rewriteJpeg } from './jpeg-segments.ts'

/**
 * Removes metadata from a JPEG or PNG without decoding it: EXIF with the position and the camera, XMP, IPTC, comments, previews, and
 * what follows the image, such as the video of a motion photo. Pixels, color profile and a rotation stay, so every decoder returns
 * the same picture.
 * @throws VisionError unsupported_type, image_unreadable
 */
export function stripMetadata(photo: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const type = detectImageType(photo)
  try {
    return type === 'jpeg' ? rewriteJpeg(photo, rewriteSegment) : stripPng(photo)
  } catch (error) {
    if (error instanceof VisionError) throw error
    throw new VisionError('image_unreadable', 'The photo is cut short', { cause: error })
  }
}

/**
 * Keeps the application segments that change how pixels are decoded. `APP14` has the color transform; other `APP2` segments than
 * the color profile list further images in the file.
 */
const keptApplicationData: Record<number, string> = { 224: 'JFIF\0', 226: 'ICC_PROFILE\0', 238: 'Adobe' }

function rewriteSegment({ marker, bytes, content }: JpegSegment): Uint8Array<ArrayBuffer> | null {
  const isApplicationData = marker >= 0xe0 && marker <= 0xef
  const isComment = marker === 0xfe
  if (!isApplicationData && !isComment) return bytes
  const kept = keptApplicationData[marker]
  if (kept !== undefined && hasText(content, kept)) return bytes
  if (marker !== 0xe1 || !hasText(content, exifSignature)) return null
  const exif = keepOrientation(content.subarray(exifSignature.length))
  if (exif === null) return null
  const length = 2 + exifSignature.length + exif.length
  return concatBytes([Uint8Array.from([0xff, 0xe1, length >> 8, length & 0xff]), toBytes(exifSignature), exif])
}

const exifSignature = 'Exif\0\0'

/** Returns EXIF data with the rotation only; null for an upright photo, and for data that is broken. */
function keepOrientation(tiff: Uint8Array): Uint8Array<ArrayBuffer> | null {
  try {
    const orientation = readOrientation(new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength))
    return orientation > 1 && orientation <= 8 ? writeOrientation(orientation) : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Chunks with pixels, colors and frames. All others are metadata, or unknown. */
const keptChunks = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs acTL fcTL fdAT'.split(' '))

function stripPng(png: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const parts = [png.subarray(0, 8)]
  for (let offset = 8, type = ''; type !== 'IEND'; ) {
    const end = offset + 12 + view.getUint32(offset)
    if (end > png.length) throw new RangeError('The file ends within a chunk')
    type = String.fromCharCode(...png.subarray(offset + 4, offset + 8))
    if (keptChunks.has(type)) parts.push(png.subarray(offset, end))
    const exif = type === 'eXIf' ? keepOrientation(png.subarray(offset + 8, end - 4)) : null
    if (exif !== null) parts.push(writeChunk('eXIf', exif))
    offset = end
  }
  return concatBytes(parts)
}

function writeChunk(type: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const checked = concatBytes([toBytes(type), content])
  const chunk = new Uint8Array(8 + checked.length)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, content.length)
  chunk.set(checked, 4)
  view.setUint32(4 + checked.length, computeCrc32(checked))
  return chunk
}

/** CRC-32 of the PNG specification, annex D, bit by bit: the chunks are short. */
function computeCrc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}

const hasText = (bytes: Uint8Array, text: string): boolean =>
  [...text].every((character, i) => bytes[i] === character.charCodeAt(0))
const toBytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, character => character.charCodeAt(0))
