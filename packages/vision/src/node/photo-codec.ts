import sharp, { type Sharp } from 'sharp'
import type { RgbaImage } from '../heatmap/heatmap.ts'
import { decodeShortSide, type RgbImage } from '../inference/tensor.ts'
import { VisionError } from '../vision-error.ts'

const maxPixels = 50_000_000
const storedLongSide = 1600
const decodeSeconds = 30

// The pool decides how much runs at once; libvips neither adds threads of its own nor keeps decoded photos.
sharp.cache(false)
sharp.concurrency(1)

/** A decoded photo, upright: as it is stored, and as it is diagnosed. `width` and `height` are the original's. */
export type DecodedPhoto = { width: number; height: number; stored: RgbImage; resized: RgbImage }

/**
 * Decodes a JPEG or PNG, told by its content, to upright 8-bit sRGB on white; of an animation the first picture.
 * @throws VisionError unsupported_type, image_unreadable, image_too_large
 */
export async function decodePhoto(bytes: Uint8Array): Promise<DecodedPhoto> {
  assertSupportedType(bytes)
  try {
    const { width, height } = await readUprightSize(bytes)
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

/** The photo to keep: JPEG without any metadata, whatever else the upload carried. */
export function encodeStoredPhoto({ width, height, data }: RgbImage): Promise<Uint8Array> {
  return (
    sharp(data, { raw: { width, height, channels: 3 } })
      // Tables made for each photo would save a twentieth of the bytes and take thrice the time.
      .jpeg({ quality: 85, optimiseCoding: false })
      .toBuffer()
  )
}

export function encodeHeatmap({ width, height, data }: RgbaImage): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}

function assertSupportedType(bytes: Uint8Array): void {
  if (bytes.byteLength === 0) throw new VisionError('image_unreadable', 'The file is empty')
  const startsWith = (...magic: number[]) => magic.every((byte, i) => bytes[i] === byte)
  const isJpeg = startsWith(0xff, 0xd8, 0xff)
  const isPng = startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  if (!isJpeg && !isPng) throw new VisionError('unsupported_type', 'The file is neither a JPEG nor a PNG')
}

/** From the header alone, so that a bomb is refused before a pixel of it is decoded. */
async function readUprightSize(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const { autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata()
  const { width, height } = autoOrient
  if (width * height > maxPixels) {
    throw new VisionError('image_too_large', `The photo has ${width} x ${height} pixels`)
  }
  return { width, height }
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

/** The photo with its short side at most decodeShortSide; one that is small already stays as it is, to the byte. */
async function resizeForModel(bytes: Uint8Array, stored: RgbImage, width: number, height: number): Promise<RgbImage> {
  const shortSide = Math.min(width, height)
  if (shortSide <= decodeShortSide && stored.width === width) return stored
  const storedShort = Math.min(stored.width, stored.height)
  const resizeOptions = { width: decodeShortSide, height: decodeShortSide, kernel: 'linear' } as const
  if (storedShort >= decodeShortSide) {
    const raw = { width: stored.width, height: stored.height, channels: 3 } as const
    return toRgbImage(sharp(stored.data, { raw }).resize({ ...resizeOptions, fit: 'outside' }))
  }
  // A long strip lost too much on its way to the stored size: only its centre square is looked at, so read just that.
  const square = { left: Math.floor((width - shortSide) / 2), top: Math.floor((height - shortSide) / 2) }
  return toRgbImage(
    openImage(bytes)
      .extract({ ...square, width: shortSide, height: shortSide })
      .resize({ ...resizeOptions, fit: 'inside', withoutEnlargement: true }),
  )
}
