import { deflateRawSync, inflateRawSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { drawHeatmap, type Heatmap } from '../heatmap/heatmap.ts'
import { decodeShortSide, type RgbImage } from '../inference/rgb-image.ts'
import { VisionError } from '../vision-error.ts'
import { maxPixels, readDecodedSize } from './decoded-size.ts'

const storedLongSide = 1600
const decodeSeconds = 30
/** A photo whose sides differ more is a strip, of which only the central square is decoded for the model. */
const maxStretch = 4

// The worker pool sets the parallelism, so libvips gets one thread and no cache.
sharp.cache(false)
sharp.concurrency(1)

/** A decoded upright photo at the size for the model. `width` and `height` are the original's. */
export type DecodedPhoto = { width: number; height: number; resized: RgbImage }

/**
 * Decodes a JPEG or PNG to upright 8-bit sRGB on white; of an animation the first frame. The type is detected from the
 * content. The short side is reduced to at most decodeShortSide, with the pixels of the browser's downscalePhoto for a photo
 * that the browser has prepared: only a larger one is decoded at a half, a quarter or an eighth.
 * @throws VisionError unsupported_type, image_unreadable, image_too_large
 */
export async function decodePhoto(bytes: Uint8Array): Promise<DecodedPhoto> {
  const { width, height } = await readDecodedSize(bytes)
  const resizeOptions = { fit: 'outside', kernel: 'linear', withoutEnlargement: true, fastShrinkOnLoad: false } as const
  const shortSide = Math.min(width, height)
  const image = openImage(bytes)
  // Of a long strip the model sees little, and the rest would fill the memory.
  if (Math.max(width, height) > maxStretch * shortSide) {
    const square = { left: Math.floor((width - shortSide) / 2), top: Math.floor((height - shortSide) / 2) }
    image.extract({ ...square, width: shortSide, height: shortSide })
  }
  const pipeline = image.resize(decodeShortSide, decodeShortSide, resizeOptions).raw({ depth: 'uchar' })
  const { data, info } = await mapErrors(pipeline)
  return { width, height, resized: { width: info.width, height: info.height, data } }
}

/** Encodes a photo for storage, outside of the calling thread: JPEG without metadata. @throws VisionError image_unreadable */
export async function encodeStoredPhoto(bytes: Uint8Array): Promise<Uint8Array> {
  const pipeline = openImage(bytes).resize(storedLongSide, storedLongSide, { fit: 'inside', withoutEnlargement: true })
  // Optimized Huffman tables would save 5 % of the bytes and take three times as long.
  return (await mapErrors(pipeline.jpeg({ quality: 85, optimiseCoding: false }))).data
}

/** A heat map as it is stored, in a few hundred bytes. */
export const packHeatmap = (heatmap: Heatmap): Uint8Array =>
  deflateRawSync(JSON.stringify({ ...heatmap, spots: heatmap.spots.join('') }))

/** Draws a packed heat map as a PNG overlay. */
export function encodeHeatmap(packed: Uint8Array): Promise<Uint8Array> {
  const heatmap = JSON.parse(inflateRawSync(packed).toString()) as Omit<Heatmap, 'spots'> & { spots: string }
  const { width, height, data } = drawHeatmap({ ...heatmap, spots: Uint8Array.from(heatmap.spots, Number) })
  return (
    sharp(data, { raw: { width, height, channels: 4 } })
      // The outlines compress well: a higher level would save 9 % of the bytes and take 1.4 times as long.
      .png({ compressionLevel: 3 })
      .toBuffer()
  )
}

const openImage = (bytes: Uint8Array) =>
  sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
    .timeout({ seconds: decodeSeconds })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')

async function mapErrors(pipeline: Sharp) {
  try {
    const result = await pipeline.toBuffer({ resolveWithObject: true })
    if (result.info.channels !== 3) throw new Error(`${result.info.channels} channels instead of 3`)
    return result
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new VisionError('image_unreadable', `The photo cannot be decoded: ${reason}`, { cause: error })
  }
}
