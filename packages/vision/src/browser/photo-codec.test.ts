import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { blackPng, drawPattern, toSharp } from '../../test/synthetic-images.ts'
import { computeViewSquare, type RgbImage } from '../inference/rgb-image.ts'
import { decodePhoto, encodeStoredPhoto } from '../node/photo-codec.ts'
import { VisionError } from '../vision-error.ts'
import { downscalePhoto, type ReadPixels } from './downscale.ts'
import { readImageHeader } from './image-header.ts'
import { stripIccProfile } from './photo-codec.ts'

const photo = drawPattern('discs', 320, 240)
const jpeg = await toSharp(photo).jpeg({ quality: 95 }).toBuffer()
const png = await toSharp(photo).png().toBuffer()

function readErrorCode(bytes: Uint8Array): string {
  try {
    readImageHeader(bytes)
  } catch (error) {
    return error instanceof VisionError ? error.code : String(error)
  }
  return 'read'
}

/** Returns pixels in the format of a browser's canvas. */
const createPixelReader =
  ({ width: rowLength, data }: RgbImage): ReadPixels =>
  ({ left, top, width, height }) => {
    const pixels = new Int32Array(width * height)
    for (let y = 0, index = 0; y < height; y++)
      for (let x = 0, offset = ((top + y) * rowLength + left) * 3; x < width; x++, offset += 3, index++)
        pixels[index] =
          (data[offset] ?? 0) | ((data[offset + 1] ?? 0) << 8) | ((data[offset + 2] ?? 0) << 16) | (0xff << 24)
    return pixels
  }

/** Returns the pixels of a central crop with the size of another image. */
function getCenterCrop(photo: RgbImage, { width, height }: RgbImage): Buffer {
  const left = (photo.width - width) / 2
  const top = (photo.height - height) / 2
  const rows = Array.from({ length: height }, (_, y) => {
    const start = ((top + y) * photo.width + left) * 3
    return photo.data.subarray(start, start + width * 3)
  })
  return Buffer.concat(rows)
}

describe('the phone downscales a photo exactly like the server', () => {
  test.each([
    ['discs', 1600, 1200],
    ['waves', 1200, 1600],
    ['blocks', 1600, 900],
    ['discs', 1067, 1600],
    ['waves', 1600, 1600],
    ['discs', 700, 513],
    ['blocks', 1600, 531],
    ['waves', 1280, 1280],
    ['discs', 768, 1024],
  ] as const)('%s of %d x %d', async (formula, width, height) => {
    const bytes = await toSharp(drawPattern(formula, width, height))
      .jpeg()
      .toBuffer()
    const pixels = { width, height, data: await sharp(bytes).raw().toBuffer() }
    const { resized } = await decodePhoto(bytes)
    const reduced = await downscalePhoto(width, height, createPixelReader(pixels))
    expect(Math.min(reduced.width, reduced.height)).toBe(512)
    expect(Math.max(reduced.width, reduced.height)).toBeLessThanOrEqual(513)
    expect(Buffer.compare(reduced.data, getCenterCrop(resized, reduced))).toBe(0)
  })

  test('a small photo is only cropped', async () => {
    const crop = await downscalePhoto(photo.width, photo.height, createPixelReader(photo))
    expect([crop.width, crop.height]).toEqual([240, 240])
    expect(Buffer.compare(crop.data, getCenterCrop(photo, crop))).toBe(0)
  })

  test('every view has the same square as in the full photo', async () => {
    for (const [width, height] of [
      [683, 512],
      [512, 768],
      [300, 300],
      [97, 180],
    ] as const) {
      const crop = await downscalePhoto(width, height, ({ width, height }) => new Int32Array(width * height))
      for (const scale of [1, 0.8, 0.65]) {
        const inWhole = computeViewSquare(width, height, scale)
        const inCrop = computeViewSquare(crop.width, crop.height, scale)
        expect(inCrop.side).toBe(inWhole.side)
        expect(inCrop.left + (width - crop.width) / 2).toBe(inWhole.left)
        expect(inCrop.top + (height - crop.height) / 2).toBe(inWhole.top)
      }
    }
  })
})

describe('the header of a photo', () => {
  test('gives its size without decoding it', () => {
    expect(readImageHeader(jpeg)).toEqual({ type: 'jpeg', width: 320, height: 240, isCanonical: true })
    expect(readImageHeader(png)).toEqual({ type: 'png', width: 320, height: 240, isCanonical: false })
  })

  test('shows which photos decoders may read differently', async () => {
    const nonCanonical = [
      toSharp(photo).withMetadata({ orientation: 6 }).jpeg(),
      toSharp(photo).withIccProfile('p3').jpeg(),
      toSharp(photo).toColourspace('cmyk').jpeg(),
    ]
    for (const picture of nonCanonical)
      expect(readImageHeader(await picture.toBuffer())).toMatchObject({ isCanonical: false })
    const tagged = await toSharp(photo)
      .withExif({ IFD0: { Make: 'Farmcam', Orientation: '1' } })
      .jpeg()
      .toBuffer()
    expect(readImageHeader(tagged)).toMatchObject({ isCanonical: true })
    expect(readImageHeader(await toSharp(photo).jpeg({ progressive: true }).toBuffer())).toMatchObject({
      isCanonical: true,
    })
    expect(readImageHeader(await encodeStoredPhoto(png))).toMatchObject({ isCanonical: true })
  })

  test('is rejected with the same error codes as on the server', async () => {
    expect(readErrorCode(new Uint8Array())).toBe('image_unreadable')
    expect(readErrorCode(Buffer.from('%PDF-1.7\n'))).toBe('unsupported_type')
    expect(readErrorCode(await toSharp(photo).webp().toBuffer())).toBe('unsupported_type')
    expect(readErrorCode(blackPng(10_000, 5001))).toBe('image_too_large')
    expect(readErrorCode(blackPng(10_000, 5000))).toBe('read')
    expect(readErrorCode(Buffer.concat([jpeg, Buffer.from('PK and more')]))).toBe('read')
    for (const share of [0.01, 0.1, 0.5, 0.9, 0.99]) {
      expect(readErrorCode(jpeg.subarray(0, jpeg.length * share))).toBe('image_unreadable')
      expect(readErrorCode(png.subarray(0, png.length * share))).toBe('image_unreadable')
    }
  })
})

test('stripping the ICC profile of a JPEG leaves everything else unchanged', async () => {
  const tagged = await toSharp(photo).withIccProfile('srgb').jpeg().toBuffer()
  const stripped = stripIccProfile(Uint8Array.from(tagged))
  expect((await sharp(tagged).metadata()).icc).toBeDefined()
  expect((await sharp(stripped).metadata()).icc).toBeUndefined()
  expect(await sharp(stripped).raw().toBuffer()).toEqual(await sharp(tagged, { ignoreIcc: true }).raw().toBuffer())
  expect(stripIccProfile(stripped)).toEqual(stripped)
})
