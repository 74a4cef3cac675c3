import sharp, { type Sharp } from 'sharp'
import type { RgbaImage } from '../heatmap/heatmap.ts'
import { decodeShortSide, type RgbImage } from '../inference/rgb-image.ts'
import { VisionError } from '../vision-error.ts'
import { maxPixels, readDecodedSize } from './decoded-size.ts'

const storedLongSide = 1600
const decodeSeconds = 30

// The worker pool sets the parallelism, so libvips gets one thread and no cache.
sharp.cache(false)
sharp.concurrency(1)

/** A decoded upright photo at the sizes for storage and for the model. `width` and `height` are the original's. */
export type DecodedPhoto = { width: number; height: number; stored: RgbImage; resized: RgbImage }

/**
 * Decodes a JPEG or PNG to upright 8-bit sRGB on white; of an animation the first frame. The type is detected from the
 * content.
 * @throws VisionError unsupported_type, image_unreadable, image_too_large
 */
export async function decodePhoto(bytes: Uint8Array): Promise<DecodedPhoto> {
  const { width, height } = await readDecodedSize(bytes)
  try {
    const stored = await toRgbImage(
      openImage(bytes).resize({
        width: storedLongSide,
        height: storedLongSide,
        fit: 'inside',
        withoutEnlargement: true,
      }),
    )
    return { width, height, stored, resized: await resizeForModel(bytes, stored, width, height) }
  } catch (error) {
    if (error instanceof VisionError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new VisionError('image_unreadable', `The photo cannot be decoded: ${reason}`, { cause: error })
  }
}

/** Encodes the photo for storage: JPEG without metadata. */
export function encodeStoredPhoto({ width, height, data }: RgbImage): Promise<Uint8Array> {
  return (
    sharp(data, { raw: { width, height, channels: 3 } })
      // Optimized Huffman tables would save 5 % of the bytes and take three times as long.
      .jpeg({ quality: 85, optimiseCoding: false })
      .toBuffer()
  )
}

export function encodeHeatmap({ width, height, data }: RgbaImage): Promise<Uint8Array> {
  return (
    sharp(data, { raw: { width, height, channels: 4 } })
      // The outlines compress well: a higher level would save 9 % of the bytes and take 1.4 times as long.
      .png({ compressionLevel: 3 })
      .toBuffer()
  )
}

const openImage = (bytes: Uint8Array) =>
  sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).timeout({ seconds: decodeSeconds }).autoOrient()

async function toRgbImage(pipeline: Sharp): Promise<RgbImage> {
  const { data, info } = await pipeline
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== 3) throw new Error(`${info.channels} channels instead of 3`)
  return { width: info.width, height: info.height, data }
}

/** Reduces the short side to at most decodeShortSide. A smaller photo stays unchanged. */
async function resizeForModel(bytes: Uint8Array, stored: RgbImage, width: number, height: number): Promise<RgbImage> {
  const shortSide = Math.min(width, height)
  if (shortSide <= decodeShortSide && stored.width === width) return stored
  const storedShort = Math.min(stored.width, stored.height)
  const resizeOptions = { width: decodeShortSide, height: decodeShortSide, kernel: 'linear' } as const
  if (storedShort >= decodeShortSide) {
    const raw = { width: stored.width, height: stored.height, channels: 3 } as const
    return toRgbImage(sharp(stored.data, { raw }).resize({ ...resizeOptions, fit: 'outside' }))
  }
  // The stored size of a long strip is too small for the model, which needs only the central square: decode that again.
  const square = { left: Math.floor((width - shortSide) / 2), top: Math.floor((height - shortSide) / 2) }
  return toRgbImage(
    openImage(bytes)
      .extract({ ...square, width: shortSide, height: shortSide })
      .resize({ ...resizeOptions, fit: 'inside', withoutEnlargement: true }),
  )
}
