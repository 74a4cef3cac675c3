import type { RgbaImage } from '../heatmap/heatmap.ts'
import type { RgbImage } from '../inference/tensor.ts'
import { VisionError } from '../vision-error.ts'
import { downscalePhoto, type PixelRect } from './downscale.ts'
import { stripIccProfile } from './icc-profile.ts'
import { readImageHeader } from './image-header.ts'
import { defaultUploadSize, type UploadSize } from './upload-size.ts'

/** A decoded photo, upright: its size as sent, and its middle as it is diagnosed. */
export type PreparedPhoto = { width: number; height: number; resized: RgbImage }

/**
 * The photo to send, and to diagnose here: JPEG, upright, sRGB, on white, not larger than it may be sent, without
 * any metadata when it had to be made anew. One that is all this already stays as it is, to the byte.
 * @throws VisionError unsupported_type, image_unreadable, image_too_large
 */
export async function preparePhoto(photo: Blob, { longSide, quality }: UploadSize = defaultUploadSize): Promise<Blob> {
  const bytes = new Uint8Array(await photo.arrayBuffer())
  const header = readImageHeader(bytes)
  const fitsUploadSize = Math.max(header.width, header.height) <= longSide
  const bitmap = await decode(photo)
  try {
    if (fitsUploadSize && header.isCanonical) {
      cachePhoto(bytes, Promise.resolve(toPreparedPhoto(bitmap)))
      return photo
    }
    const scale = Math.min(1, longSide / Math.max(bitmap.width, bitmap.height))
    const width = Math.max(1, Math.round(bitmap.width * scale))
    const height = Math.max(1, Math.round(bitmap.height * scale))
    const { canvas } = drawOnCanvas(width, height, context => context.drawImage(bitmap, 0, 0, width, height))
    const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    if (jpeg.type !== 'image/jpeg') throw new Error('This browser cannot write a JPEG')
    return new Blob([stripIccProfile(new Uint8Array(await jpeg.arrayBuffer()))], { type: jpeg.type })
  } finally {
    bitmap.close()
  }
}

/** Photos that were read lately, by their bytes: one is judged when it is chosen, and diagnosed when its farmer is ready. */
const recentPhotos: { bytes: Uint8Array; decoded: Promise<PreparedPhoto> }[] = []
const maxRecentPhotos = 6

/**
 * Decodes a prepared photo. Only such a one: the server reads its bytes without a reduction this browser could not repeat.
 * @throws VisionError unsupported_type, image_unreadable, image_too_large
 */
export async function decodePhoto(prepared: Blob): Promise<PreparedPhoto> {
  const bytes = new Uint8Array(await prepared.arrayBuffer())
  const cached = recentPhotos.find(photo => areBytesEqual(photo.bytes, bytes))
  return cached?.decoded ?? cachePhoto(bytes, decodePrepared(prepared, bytes))
}

function cachePhoto(bytes: Uint8Array, decoded: Promise<PreparedPhoto>): Promise<PreparedPhoto> {
  const entry = { bytes, decoded }
  recentPhotos.unshift(entry)
  recentPhotos.length = Math.min(recentPhotos.length, maxRecentPhotos)
  // What failed for want of memory may succeed the next time.
  decoded.catch(() => recentPhotos.splice(recentPhotos.indexOf(entry), 1))
  return decoded
}

/** Whether two files are the same, byte by byte. */
export const areBytesEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i])

async function decodePrepared(prepared: Blob, bytes: Uint8Array): Promise<PreparedPhoto> {
  const { width, height } = readImageHeader(bytes)
  if (Math.max(width, height) > defaultUploadSize.longSide) throw new Error('Only a prepared photo is diagnosed')
  const bitmap = await decode(prepared)
  try {
    return toPreparedPhoto(bitmap)
  } finally {
    bitmap.close()
  }
}

function toPreparedPhoto(bitmap: ImageBitmap): PreparedPhoto {
  const { width, height } = bitmap
  return { width, height, resized: downscalePhoto(width, height, area => readPixels(bitmap, area)) }
}

function readPixels(bitmap: ImageBitmap, { left, top, width, height }: PixelRect): Int32Array {
  const { context } = drawOnCanvas(width, height, canvas => canvas.drawImage(bitmap, -left, -top))
  // A word's lowest byte comes first on every machine that runs a browser.
  return new Int32Array(context.getImageData(0, 0, width, height).data.buffer)
}

/** The heat map as a PNG to lay over the photo. */
export async function encodeHeatmap({ width, height, data }: RgbaImage): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  getContext2d(canvas).putImageData(new ImageData(Uint8ClampedArray.from(data), width, height), 0, 0)
  return canvas.convertToBlob({ type: 'image/png' })
}

/** Upright, and in sRGB whatever profile the file carries. */
async function decode(photo: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(photo, { imageOrientation: 'from-image', colorSpaceConversion: 'default' })
  } catch (error) {
    throw new VisionError('image_unreadable', 'The browser cannot decode the photo', { cause: error })
  }
}

function drawOnCanvas(width: number, height: number, draw: (context: OffscreenCanvasRenderingContext2D) => void) {
  const canvas = new OffscreenCanvas(width, height)
  const context = getContext2d(canvas)
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  draw(context)
  return { canvas, context }
}

function getContext2d(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  // Read back often means painted by the processor: a graphics chip may round colours differently.
  const context = canvas.getContext('2d', { willReadFrequently: true, colorSpace: 'srgb' })
  if (context === null) throw new Error('This browser has no canvas for a worker')
  return context
}
