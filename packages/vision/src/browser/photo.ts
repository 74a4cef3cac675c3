import type { RgbaImage } from '../heatmap.ts'
import { type SentSize, usualSize } from '../sent-size.ts'
import type { RgbImage } from '../tensor.ts'
import { VisionError } from '../vision-error.ts'
import { readHeader } from './header.ts'
import { withoutProfile } from './profile.ts'
import { type Area, reducePhoto } from './reduce.ts'

/** A decoded photo, upright: its size as sent, and its middle as it is diagnosed. */
export type Photo = { width: number; height: number; small: RgbImage }

/**
 * The photo to send, and to diagnose here: JPEG, upright, sRGB, on white, not larger than it may be sent, without
 * any metadata when it had to be made anew. One that is all this already stays as it is, to the byte.
 * @throws VisionError unsupported_type, image_unreadable, image_too_large
 */
export async function preparePhoto(photo: Blob, { longSide, quality }: SentSize = usualSize): Promise<Blob> {
  const bytes = new Uint8Array(await photo.arrayBuffer())
  const header = readHeader(bytes)
  const isSmall = Math.max(header.width, header.height) <= longSide
  const bitmap = await decode(photo)
  try {
    if (isSmall && header.isPlain) {
      remember(bytes, Promise.resolve(photoOf(bitmap)))
      return photo
    }
    const scale = Math.min(1, longSide / Math.max(bitmap.width, bitmap.height))
    const width = Math.max(1, Math.round(bitmap.width * scale))
    const height = Math.max(1, Math.round(bitmap.height * scale))
    const { canvas } = paint(width, height, context => context.drawImage(bitmap, 0, 0, width, height))
    const made = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    if (made.type !== 'image/jpeg') throw new Error('This browser cannot write a JPEG')
    return new Blob([withoutProfile(new Uint8Array(await made.arrayBuffer()))], { type: made.type })
  } finally {
    bitmap.close()
  }
}

/** Photos that were read lately, by their bytes: one is judged when it is chosen, and diagnosed when its farmer is ready. */
const lately: { bytes: Uint8Array; read: Promise<Photo> }[] = []
const mostLately = 6

/**
 * Decodes a prepared photo. Only such a one: the server reads its bytes without a reduction this browser could not repeat.
 * @throws VisionError unsupported_type, image_unreadable, image_too_large
 */
export async function readPhoto(prepared: Blob): Promise<Photo> {
  const bytes = new Uint8Array(await prepared.arrayBuffer())
  const known = lately.find(photo => isSame(photo.bytes, bytes))
  return known?.read ?? remember(bytes, decodePrepared(prepared, bytes))
}

function remember(bytes: Uint8Array, read: Promise<Photo>): Promise<Photo> {
  const reading = { bytes, read }
  lately.unshift(reading)
  lately.length = Math.min(lately.length, mostLately)
  // What failed for want of memory may succeed the next time.
  read.catch(() => lately.splice(lately.indexOf(reading), 1))
  return read
}

/** Whether two files are the same, byte by byte. */
export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, i) => byte === other[i])

async function decodePrepared(prepared: Blob, bytes: Uint8Array): Promise<Photo> {
  const { width, height } = readHeader(bytes)
  if (Math.max(width, height) > usualSize.longSide) throw new Error('Only a prepared photo is diagnosed')
  const bitmap = await decode(prepared)
  try {
    return photoOf(bitmap)
  } finally {
    bitmap.close()
  }
}

function photoOf(bitmap: ImageBitmap): Photo {
  const { width, height } = bitmap
  return { width, height, small: reducePhoto(width, height, area => pixelsOf(bitmap, area)) }
}

function pixelsOf(bitmap: ImageBitmap, { left, top, width, height }: Area): Int32Array {
  const { context } = paint(width, height, canvas => canvas.drawImage(bitmap, -left, -top))
  // A word's lowest byte comes first on every machine that runs a browser.
  return new Int32Array(context.getImageData(0, 0, width, height).data.buffer)
}

/** The heat map as a PNG to lay over the photo. */
export async function encodeHeatmap({ width, height, data }: RgbaImage): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  contextOf(canvas).putImageData(new ImageData(Uint8ClampedArray.from(data), width, height), 0, 0)
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

function paint(width: number, height: number, draw: (context: OffscreenCanvasRenderingContext2D) => void) {
  const canvas = new OffscreenCanvas(width, height)
  const context = contextOf(canvas)
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  draw(context)
  return { canvas, context }
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  // Read back often means painted by the processor: a graphics chip may round colours differently.
  const context = canvas.getContext('2d', { willReadFrequently: true, colorSpace: 'srgb' })
  if (context === null) throw new Error('This browser has no canvas for a worker')
  return context
}
