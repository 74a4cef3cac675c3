import { drawHeatmap, type Heatmap } from '../heatmap/heatmap.ts'
import type { RgbImage } from '../inference/rgb-image.ts'
import { VisionError } from '../vision-error.ts'
import { downscalePhoto, type PixelRect, type ReadPixels } from './downscale.ts'
import { type ImageHeader, readImageHeader } from './image-header.ts'
import { rewriteJpeg } from './jpeg-segments.ts'
import { stripMetadata } from './strip-metadata.ts'
import { defaultUploadSize, type UploadSize } from './upload-size.ts'

/** A decoded upright photo: its size as uploaded, and its central part at the size for the model. */
export type PreparedPhoto = { width: number; height: number; resized: RgbImage }

/**
 * Returns the photo to upload and to diagnose: an upright sRGB JPEG on white without metadata, at most `longSide` long. The
 * pixels of a photo that already meets this are not encoded again.
 * @throws VisionError unsupported_type, image_unreadable, image_too_large
 */
export async function preparePhoto(photo: Blob, { longSide, quality }: UploadSize): Promise<Blob> {
  const bytes = new Uint8Array(await photo.arrayBuffer())
  const header = readImageHeader(bytes)
  const fitsUploadSize = Math.max(header.width, header.height) <= longSide
  const stripped = fitsUploadSize && header.isCanonical ? tryStripMetadata(bytes) : null
  if (stripped !== null) {
    const canonical = new Blob([stripped], { type: 'image/jpeg' })
    await decodePhoto(canonical)
    return canonical
  }
  const bitmap = (await decodeReduced(bytes, header, longSide)) ?? (await decode(photo))
  try {
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

/** True in a browser whose frames know their rotation. These also convert pixels to RGBA. */
const hasVideoFrames = 'ImageDecoder' in globalThis && 'rotation' in (globalThis.VideoFrame?.prototype ?? {})

/** Decodes a JPEG at a half or a quarter of its size, in a third of the time. Null if that is below `longSide` or not possible. */
async function decodeReduced(
  bytes: Uint8Array<ArrayBuffer>,
  { type, width, height }: ImageHeader,
  longSide: number,
): Promise<ImageBitmap | null> {
  const divisor = 2 ** Math.floor(Math.log2(Math.max(width, height) / longSide))
  if (type !== 'jpeg' || divisor < 2 || !hasVideoFrames) return null
  const decoder = new ImageDecoder({
    data: bytes,
    type: 'image/jpeg',
    desiredWidth: Math.ceil(width / divisor),
    desiredHeight: Math.ceil(height / divisor),
  })
  let frame: VideoFrame | undefined
  try {
    frame = (await decoder.decode()).image
    // A frame drawn on a canvas keeps its memory.
    return await createImageBitmap(frame)
  } catch {
    return null
  } finally {
    frame?.close()
    decoder.close()
  }
}

/** Returns null for a photo that the browser decodes although it is damaged. It is encoded again instead. */
function tryStripMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  try {
    return stripMetadata(bytes)
  } catch (error) {
    if (error instanceof VisionError) return null
    throw error
  }
}

/** Recently decoded photos: each is checked when it is chosen and diagnosed later. */
const recentPhotos: { bytes: Uint8Array; decoded: Promise<PreparedPhoto> }[] = []
const maxRecentPhotos = 6

/**
 * Decodes a photo that preparePhoto returned. Larger photos are rejected: the server decodes them at a half or less, which the
 * browser cannot reproduce.
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
  // A failure, for example out of memory, must not be cached.
  decoded.catch(() => recentPhotos.splice(recentPhotos.indexOf(entry), 1))
  return decoded
}

/** Returns true when two files have the same content. */
export function areBytesEqual(a: Uint8Array, b: Uint8Array): boolean {
  let i = a.length === b.length ? 0 : -1
  while (i >= 0 && i < a.length && a[i] === b[i]) i++
  return i === a.length
}

async function decodePrepared(prepared: Blob, bytes: Uint8Array): Promise<PreparedPhoto> {
  const { width, height } = readImageHeader(bytes)
  if (Math.max(width, height) > defaultUploadSize.longSide)
    throw new Error('The photo must be prepared by preparePhoto')
  const bitmap = await decode(prepared)
  try {
    return { width: bitmap.width, height: bitmap.height, resized: await downscale(bitmap) }
  } finally {
    bitmap.close()
  }
}

/** Reads the pixels from a frame where the browser can, otherwise from a canvas. */
async function downscale(bitmap: ImageBitmap): Promise<RgbImage> {
  const { width, height } = bitmap
  let frame: VideoFrame | undefined
  try {
    frame = hasVideoFrames ? new VideoFrame(bitmap, { timestamp: 0 }) : undefined
    if (frame?.format) return await downscalePhoto(width, height, createFrameReader(frame))
  } catch {
    // A canvas serves all browsers.
  } finally {
    frame?.close()
  }
  return downscalePhoto(width, height, area => drawPixels(bitmap, area))
}

/** Returns a function that copies pixels without a canvas, in a tenth of its time. Its result is valid until the next call. */
function createFrameReader(frame: VideoFrame): ReadPixels {
  let pixels = new Int32Array(0)
  return async ({ left: x, top: y, width, height }) => {
    if (pixels.length < width * height) pixels = new Int32Array(width * height)
    await frame.copyTo(pixels, { rect: { x, y, width, height }, format: 'RGBA', colorSpace: 'srgb' })
    return pixels.subarray(0, width * height)
  }
}

function drawPixels(bitmap: ImageBitmap, { left, top, width, height }: PixelRect): Int32Array {
  const { context } = drawOnCanvas(width, height, canvas => canvas.drawImage(bitmap, -left, -top))
  // All platforms with browsers are little-endian, so red is the lowest byte.
  return new Int32Array(context.getImageData(0, 0, width, height).data.buffer)
}

/** Draws a heat map as a PNG overlay. */
export async function encodeHeatmap(heatmap: Heatmap): Promise<Blob> {
  const { width, height, data } = drawHeatmap(heatmap)
  const canvas = new OffscreenCanvas(width, height)
  getContext2d(canvas).putImageData(new ImageData(Uint8ClampedArray.from(data), width, height), 0, 0)
  return canvas.convertToBlob({ type: 'image/png' })
}

/** Decodes to an upright bitmap in sRGB, whatever color profile the file has. */
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
  // willReadFrequently selects the software canvas: a GPU may round colors differently.
  const context = canvas.getContext('2d', { willReadFrequently: true, colorSpace: 'srgb' })
  if (context === null) throw new Error('This browser has no OffscreenCanvas 2D context')
  return context
}

const app2Marker = 0xe2

/**
 * Removes the ICC profile (APP2 segments) of a JPEG. Some browsers write an sRGB profile. The server would convert the
 * pixels through it and get slightly different ones than without a profile.
 */
export const stripIccProfile = (jpeg: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  rewriteJpeg(jpeg, ({ marker, bytes }) => (marker === app2Marker ? null : bytes))
