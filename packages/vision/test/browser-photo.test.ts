import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readHeader } from '../src/browser/header.ts'
import { withoutProfile } from '../src/browser/profile.ts'
import { type ReadPixels, reducePhoto } from '../src/browser/reduce.ts'
import { encodeStoredPhoto, readPhoto } from '../src/node/photo.ts'
import { type RgbImage, viewSquare } from '../src/tensor.ts'
import { VisionError } from '../src/vision-error.ts'
import { blackPng, draw, pictureOf } from './pictures.ts'

const photo = draw('discs', 320, 240)
const jpeg = await pictureOf(photo).jpeg({ quality: 95 }).toBuffer()
const png = await pictureOf(photo).png().toBuffer()

function refusalOf(bytes: Uint8Array): string {
  try {
    readHeader(bytes)
  } catch (error) {
    return error instanceof VisionError ? error.word : String(error)
  }
  return 'read'
}

/** What a browser's canvas would hand out of a photo. */
const pixelsOf =
  ({ width: line, data }: RgbImage): ReadPixels =>
  ({ left, top, width, height }) => {
    const words = new Int32Array(width * height)
    for (let y = 0, to = 0; y < height; y++)
      for (let x = 0, at = ((top + y) * line + left) * 3; x < width; x++, at += 3, to++)
        words[to] = (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16) | (0xff << 24)
    return words
  }

/** The part of a photo that has another's size and centre. */
function middleOf(photo: RgbImage, { width, height }: RgbImage): Buffer {
  const left = (photo.width - width) / 2
  const top = (photo.height - height) / 2
  const rows = Array.from({ length: height }, (_, y) => {
    const start = ((top + y) * photo.width + left) * 3
    return photo.data.subarray(start, start + width * 3)
  })
  return Buffer.concat(rows)
}

describe('the phone reduces a photo as the server does', () => {
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
  ] as const)('%s of %d x %d, to the byte', async (formula, width, height) => {
    const bytes = await pictureOf(draw(formula, width, height))
      .png()
      .toBuffer()
    const { stored, small } = await readPhoto(bytes)
    const reduced = reducePhoto(width, height, pixelsOf(stored))
    expect(Math.min(reduced.width, reduced.height)).toBe(512)
    expect(Math.max(reduced.width, reduced.height)).toBeLessThanOrEqual(513)
    expect(Buffer.compare(reduced.data, middleOf(small, reduced))).toBe(0)
  })

  test('one that is small already stays as it is', () => {
    const kept = reducePhoto(photo.width, photo.height, pixelsOf(photo))
    expect([kept.width, kept.height]).toEqual([240, 240])
    expect(Buffer.compare(kept.data, middleOf(photo, kept))).toBe(0)
  })

  test('and every view looks at the same pixels in it', () => {
    for (const [width, height] of [
      [683, 512],
      [512, 768],
      [300, 300],
      [97, 180],
    ] as const) {
      const kept = reducePhoto(width, height, ({ width, height }) => new Int32Array(width * height))
      for (const scale of [1, 0.8, 0.65]) {
        const inWhole = viewSquare(width, height, scale)
        const inKept = viewSquare(kept.width, kept.height, scale)
        expect(inKept.side).toBe(inWhole.side)
        expect(inKept.left + (width - kept.width) / 2).toBe(inWhole.left)
        expect(inKept.top + (height - kept.height) / 2).toBe(inWhole.top)
      }
    }
  })
})

describe('the header of a photo', () => {
  test('tells its size without decoding it', () => {
    expect(readHeader(jpeg)).toEqual({ type: 'jpeg', width: 320, height: 240, isPlain: true })
    expect(readHeader(png)).toEqual({ type: 'png', width: 320, height: 240, isPlain: false })
  })

  test('tells what decoders may read differently', async () => {
    const odd = [
      pictureOf(photo).withMetadata({ orientation: 6 }).jpeg(),
      pictureOf(photo).withIccProfile('p3').jpeg(),
      pictureOf(photo).toColourspace('cmyk').jpeg(),
    ]
    for (const picture of odd) expect(readHeader(await picture.toBuffer())).toMatchObject({ isPlain: false })
    const noted = await pictureOf(photo)
      .withExif({ IFD0: { Make: 'Farmcam', Orientation: '1' } })
      .jpeg()
      .toBuffer()
    expect(readHeader(noted)).toMatchObject({ isPlain: true })
    expect(readHeader(await pictureOf(photo).jpeg({ progressive: true }).toBuffer())).toMatchObject({ isPlain: true })
    expect(readHeader(await encodeStoredPhoto(photo))).toMatchObject({ isPlain: true })
  })

  test('is refused with the words of the server', async () => {
    expect(refusalOf(new Uint8Array())).toBe('image_unreadable')
    expect(refusalOf(Buffer.from('%PDF-1.7\n'))).toBe('unsupported_type')
    expect(refusalOf(await pictureOf(photo).webp().toBuffer())).toBe('unsupported_type')
    expect(refusalOf(blackPng(10_000, 5001))).toBe('image_too_large')
    expect(refusalOf(blackPng(10_000, 5000))).toBe('read')
    expect(refusalOf(Buffer.concat([jpeg, Buffer.from('PK and more')]))).toBe('read')
    for (const share of [0.01, 0.1, 0.5, 0.9, 0.99]) {
      expect(refusalOf(jpeg.subarray(0, jpeg.length * share))).toBe('image_unreadable')
      expect(refusalOf(png.subarray(0, png.length * share))).toBe('image_unreadable')
    }
  })
})

test('a photo made by the browser loses its profile and nothing else', async () => {
  const noted = await pictureOf(photo).withIccProfile('srgb').jpeg().toBuffer()
  const bare = withoutProfile(Uint8Array.from(noted))
  expect((await sharp(noted).metadata()).icc).toBeDefined()
  expect((await sharp(bare).metadata()).icc).toBeUndefined()
  expect(await sharp(bare).raw().toBuffer()).toEqual(await sharp(noted, { ignoreIcc: true }).raw().toBuffer())
  expect(withoutProfile(bare)).toEqual(bare)
})
