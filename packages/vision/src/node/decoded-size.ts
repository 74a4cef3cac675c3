import sharp, { type Metadata } from 'sharp'
import { detectImageType } from '../image-type.ts'
import { VisionError } from '../vision-error.ts'

export const maxPixels = 50_000_000
/** Maximum size of a decoded photo in bytes: 50 megapixels with four 8-bit channels. */
const maxDecodedBytes = 4 * maxPixels
/** Only one photo above this size is decoded at a time. Most phones take 12 or 16 megapixels with three channels. */
const largeDecodedBytes = 50_000_000

/** Upright size of a photo in pixels. A large photo needs much memory and time. */
export type DecodedSize = { width: number; height: number; isLarge: boolean }

/**
 * Reads the size of a JPEG or PNG from its header, so that a decompression bomb is rejected before it is decoded. The
 * type is detected from the content.
 *
 * An interlaced PNG and a progressive JPEG are held in memory as a whole, also to make a small picture of it, and so is
 * a PNG that has to be rotated. No 5 MB file of a camera comes near the limit.
 * @throws VisionError unsupported_type, image_unreadable, image_too_large
 */
export async function readDecodedSize(bytes: Uint8Array): Promise<DecodedSize> {
  if (bytes.byteLength === 0) throw new VisionError('image_unreadable', 'The file is empty')
  detectImageType(bytes)
  const metadata = await readMetadata(bytes)
  const { width, height } = metadata.autoOrient
  const decodedBytes = width * height * bytesPerPixel(metadata)
  if (width * height > maxPixels || decodedBytes > maxDecodedBytes)
    throw new VisionError('image_too_large', `The photo has ${width} x ${height} pixels, ${decodedBytes} bytes`)
  return { width, height, isLarge: decodedBytes > largeDecodedBytes }
}

async function readMetadata(bytes: Uint8Array): Promise<Metadata> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new VisionError('image_unreadable', `The header cannot be read: ${reason}`, { cause: error })
  }
}

/** Coefficients per pixel of a JPEG whose chroma has a lower resolution; otherwise one per channel. */
const coefficientsBySubsampling: Record<string, number> = { '4:2:0': 1.5, '4:2:2': 2 }

/** Returns the bytes that a decoder holds per pixel. */
function bytesPerPixel({ format, isProgressive, channels, depth, chromaSubsampling = '' }: Metadata): number {
  // A progressive JPEG refines the coefficients of the whole picture, which have 16 bits, from scan to scan.
  if (format === 'jpeg' && isProgressive) return 2 * (coefficientsBySubsampling[chromaSubsampling] ?? channels)
  return channels * (depth === 'ushort' ? 2 : 1)
}
