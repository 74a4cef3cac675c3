import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { animated, blackPng, drawPattern, toSharp, withJpegSize, withPngSize } from '../../test/synthetic-images.ts'
import { drawHeatmap, type Heatmap } from '../heatmap/heatmap.ts'
import { maskSize } from '../heatmap/leaf-mask.ts'
import { VisionError } from '../vision-error.ts'
import { decodePhoto, encodeHeatmap, encodeStoredPhoto, packHeatmap } from './photo-codec.ts'

const photo = drawPattern('discs', 320, 240)
const jpeg = await toSharp(photo).jpeg({ quality: 95 }).toBuffer()
const png = await toSharp(photo).png().toBuffer()
const webPage = Buffer.from('<!doctype html><html><script>alert(1)</script></html>')

/** Returns the error code that a photo is rejected with. */
async function getErrorCode(bytes: Uint8Array): Promise<string> {
  const error = await decodePhoto(bytes).then(
    () => new Error('the photo was read'),
    (thrown: unknown) => thrown,
  )
  return error instanceof VisionError ? error.code : String(error)
}

/** Returns the mean absolute difference of two images of the same size, 0 to 255. */
function meanAbsoluteDifference(a: Uint8Array, b: Uint8Array): number {
  expect(a.length).toBe(b.length)
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length
}

describe('a file that is not a photo', () => {
  test('is image_unreadable when it is empty', async () => {
    expect(await getErrorCode(new Uint8Array())).toBe('image_unreadable')
  })

  const others: [string, () => Buffer | Promise<Buffer>][] = [
    ['a web page', () => webPage],
    ['a PDF', () => Buffer.from('%PDF-1.7\n')],
    ['one byte', () => Buffer.from([0xff])],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a GIF', () => toSharp(photo).gif().toBuffer()],
    ['a WebP', () => toSharp(photo).webp().toBuffer()],
    ['a TIFF', () => toSharp(photo).tiff().toBuffer()],
    [
      'an AVIF',
      () =>
        toSharp(drawPattern('discs', 32, 32))
          .avif()
          .toBuffer(),
    ],
    ['a photo behind a web page', () => Buffer.concat([webPage, jpeg])],
  ]

  test.each(others)('is unsupported_type when it is %s', async (_, bytes) => {
    expect(await getErrorCode(await bytes())).toBe('unsupported_type')
  })

  test.each([0.01, 0.1, 0.5, 0.9, 0.99])('is image_unreadable when it is truncated to a share of %d', async share => {
    expect(await getErrorCode(jpeg.subarray(0, jpeg.length * share))).toBe('image_unreadable')
    expect(await getErrorCode(png.subarray(0, png.length * share))).toBe('image_unreadable')
  })

  test('is image_unreadable when its pixels are corrupt', async () => {
    const broken = Buffer.from(png)
    broken.fill(0x55, png.length / 2, png.length / 2 + 40)
    expect(await getErrorCode(broken)).toBe('image_unreadable')
    expect(await getErrorCode(Buffer.concat([jpeg.subarray(0, 4), webPage]))).toBe('image_unreadable')
  })
})

describe('a JPEG of two color components', () => {
  /** Leaves the first two components of a baseline JPEG, whose scan then has the wrong data. */
  function keepTwoComponents(bytes: Buffer): Buffer {
    const parts = [bytes.subarray(0, 2)]
    for (let at = 2; ; ) {
      const length = bytes.readUInt16BE(at + 2)
      const segment = Buffer.from(bytes.subarray(at, at + 2 + length))
      at += 2 + length
      if (segment[1] === 0xda)
        return Buffer.concat([
          ...parts,
          Buffer.from([0xff, 0xda, 0, 10, 2, 1, 0, 2, 0x11, 0, 63, 0]),
          bytes.subarray(at),
        ])
      if (segment[1] === 0xc0) {
        segment.writeUInt16BE(14, 2)
        segment[9] = 2
        parts.push(segment.subarray(0, 16))
      } else if (segment[1] !== 0xe0) parts.push(segment)
    }
  }

  test('is image_unreadable, also for storage alone', async () => {
    const two = keepTwoComponents(await toSharp(photo).jpeg({ chromaSubsampling: '4:4:4' }).toBuffer())
    expect((await sharp(two).metadata()).channels).toBe(2)
    expect(await getErrorCode(two)).toBe('image_unreadable')
    await expect(encodeStoredPhoto(two)).rejects.toMatchObject({ code: 'image_unreadable' })
  })
})

describe('a very large photo', () => {
  test('is image_too_large above 50 megapixels even if the file is small', async () => {
    const bytes = blackPng(10_000, 5001)
    expect(bytes.length).toBeLessThan(20_000)
    expect(await getErrorCode(bytes)).toBe('image_too_large')
  })

  test('is image_too_large by the size in its header', async () => {
    expect(await getErrorCode(withPngSize(blackPng(8, 8), 60_000, 60_000))).toBe('image_too_large')
  })

  test('is image_too_large by its bytes in memory before it is decoded', async () => {
    const deep = await toSharp(photo).ensureAlpha().toColourspace('rgb16').png({ progressive: true }).toBuffer()
    expect(await getErrorCode(withPngSize(deep, 7060, 7060))).toBe('image_too_large')
    const progressive = await toSharp(photo).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
    expect(await getErrorCode(withJpegSize(progressive, 7060, 7060))).toBe('image_too_large')
  })

  test('is decoded up to 50 megapixels', async () => {
    const { width, height, resized } = await decodePhoto(blackPng(10_000, 5000))
    expect([width, height]).toEqual([10_000, 5000])
    expect([resized.width, resized.height]).toEqual([1024, 512])
  })

  test('is diagnosed by its central square when it is a long strip', async () => {
    const strip = await toSharp(drawPattern('discs', 600, 600))
      .extend({ left: 2700, right: 2700, background: '#0000ff' })
      .png()
      .toBuffer()
    const { width, height, resized } = await decodePhoto(strip)
    expect([width, height, resized.width, resized.height]).toEqual([6000, 600, 512, 512])
    const center = await toSharp(drawPattern('discs', 600, 600))
      .resize(512, 512, { kernel: 'linear' })
      .raw()
      .toBuffer()
    expect(meanAbsoluteDifference(resized.data, center)).toBeLessThan(1)
  })
})

describe('an unusual photo', () => {
  test('of 256 pixels is diagnosed without resizing', async () => {
    const resized = drawPattern('waves', 256, 300)
    expect((await decodePhoto(await toSharp(resized).png().toBuffer())).resized).toEqual({
      ...resized,
      data: Buffer.from(resized.data),
    })
  })

  test('in CMYK is converted to sRGB', async () => {
    const cmyk = await toSharp(photo).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    expect(meanAbsoluteDifference((await decodePhoto(cmyk)).resized.data, photo.data)).toBeLessThan(12)
  })

  test('of 16 bits is decoded like the same photo in 8 bits', async () => {
    const deep = await toSharp(photo).toColourspace('rgb16').png().toBuffer()
    expect((await sharp(deep).metadata()).depth).toBe('ushort')
    expect(meanAbsoluteDifference((await decodePhoto(deep)).resized.data, photo.data)).toBeLessThan(0.5)
  })

  test.each(['b-w', 'grey16'])('in grayscale (%s) is decoded to three equal channels', async space => {
    const gray = await toSharp(photo).toColourspace(space).png().toBuffer()
    expect((await sharp(gray).metadata()).channels).toBe(1)
    const { data } = (await decodePhoto(gray)).resized
    expect(data.every((value, i) => value === data[i - (i % 3)])).toBe(true)
  })

  test('with transparency is flattened on white', async () => {
    const clear = await sharp({
      create: { width: 40, height: 30, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    expect((await decodePhoto(clear)).resized.data.every(value => value === 255)).toBe(true)
  })

  test('with a palette is decoded to its colors', async () => {
    const palette = await toSharp(drawPattern('discs', 64, 64))
      .png({ palette: true, colours: 256 })
      .toBuffer()
    expect(
      meanAbsoluteDifference((await decodePhoto(palette)).resized.data, drawPattern('discs', 64, 64).data),
    ).toBeLessThan(12)
  })

  test('that is animated is decoded to its first frame', async () => {
    expect((await decodePhoto(animated(png))).resized).toEqual((await decodePhoto(png)).resized)
  })

  test('of one pixel is decoded', async () => {
    expect((await decodePhoto(blackPng(1, 1))).resized).toEqual({ width: 1, height: 1, data: Buffer.from([0, 0, 0]) })
  })
})

describe('the EXIF orientation', () => {
  const rotate = (degrees: number) => toSharp(photo).rotate(degrees).png().toBuffer()
  const orientations: [number, () => Promise<Buffer>][] = [
    [1, async () => png],
    [2, () => toSharp(photo).flop().png().toBuffer()],
    [3, () => rotate(180)],
    [4, () => toSharp(photo).flip().png().toBuffer()],
    [
      5,
      async () =>
        sharp(await rotate(90))
          .flop()
          .png()
          .toBuffer(),
    ],
    [6, () => rotate(270)],
    [
      7,
      async () =>
        sharp(await rotate(90))
          .flip()
          .png()
          .toBuffer(),
    ],
    [8, () => rotate(90)],
  ]

  test.each(orientations)('%d is applied, so that the pixels are upright', async (orientation, pixels) => {
    const bytes = await sharp(await pixels())
      .withMetadata({ orientation })
      .png()
      .toBuffer()
    expect((await sharp(bytes).metadata()).orientation).toBe(orientation)
    const read = await decodePhoto(bytes)
    expect([read.width, read.height]).toEqual([320, 240])
    expect(meanAbsoluteDifference(read.resized.data, photo.data)).toBe(0)
  })
})

describe('the stored photo', () => {
  test('contains no position, camera or other metadata', async () => {
    const tagged = await toSharp(photo)
      .withExif({
        IFD0: { Make: 'Farmcam', Copyright: 'Amina' },
        IFD3: { GPSLatitude: '0/1 18/1 0/1', GPSLatitudeRef: 'N' },
      })
      .jpeg()
      .toBuffer()
    expect(tagged.includes('Farmcam')).toBe(true)
    const stored = Buffer.from(await encodeStoredPhoto(tagged))
    const { format, exif, iptc, xmp, icc, orientation } = await sharp(stored).metadata()
    expect([format, exif, iptc, xmp, icc, orientation]).toEqual(['jpeg', ...Array(5).fill(undefined)])
    for (const trace of ['Exif', 'Farmcam', 'Amina']) expect(stored.includes(trace)).toBe(false)
  })

  test.each([
    ['JPEG', jpeg],
    ['PNG', png],
  ])('contains only the image of a %s file with other content behind it', async (_, bytes) => {
    const tail = Buffer.concat([webPage, Buffer.from('PK\u0003\u0004evil.exe', 'latin1')])
    const storedJpeg = Buffer.from(await encodeStoredPhoto(Buffer.concat([bytes, tail])))
    expect(storedJpeg).toEqual(Buffer.from(await encodeStoredPhoto(bytes)))
    for (const trace of ['script', 'evil.exe']) expect(storedJpeg.includes(trace)).toBe(false)
    expect(storedJpeg.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
  })

  test('is at most 1600 pixels long', async () => {
    const large = await toSharp(drawPattern('discs', 2400, 1800))
      .jpeg()
      .toBuffer()
    expect(await sharp(await encodeStoredPhoto(large)).metadata()).toMatchObject({ width: 1600, height: 1200 })
  })

  test('of the heat map is a PNG with transparency', async () => {
    const square = { left: 0, top: 0, side: 200 }
    const spots = Uint8Array.from({ length: maskSize ** 2 }, (_, i) => Number(i < 30 * maskSize))
    const heatmap: Heatmap = { rustClass: 'common_rust', width: 200, height: 200, square, spots }
    const packed = packHeatmap(heatmap)
    expect(packed.length).toBeLessThan(300)
    const { data, info } = await sharp(await encodeHeatmap(packed))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(info.channels).toBe(4)
    expect(new Uint8Array(data)).toEqual(drawHeatmap(heatmap).data)
  })
})
