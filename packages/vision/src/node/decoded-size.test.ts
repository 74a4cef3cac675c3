import type { Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawPattern, toSharp, withJpegSize, withPngSize } from '../../test/synthetic-images.ts'
import { VisionError } from '../vision-error.ts'
import { readDecodedSize } from './decoded-size.ts'

type Encoder = [encode: (photo: Sharp) => Sharp, withSize: typeof withPngSize]
const formats = {
  'a PNG of 8 bits': [photo => photo.png(), withPngSize],
  'a transparent PNG of 8 bits': [photo => photo.ensureAlpha().png(), withPngSize],
  'a PNG of 16 bits': [photo => photo.toColourspace('rgb16').png(), withPngSize],
  'a transparent PNG of 16 bits': [photo => photo.ensureAlpha().toColourspace('rgb16').png(), withPngSize],
  'a JPEG': [photo => photo.jpeg(), withJpegSize],
  'a progressive JPEG': [photo => photo.jpeg({ progressive: true }), withJpegSize],
  'a progressive JPEG with full color': [
    photo => photo.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
    withJpegSize,
  ],
} satisfies Record<string, Encoder>

/** Returns if a photo of this size is large or too large; undefined if it is neither. */
async function classify(format: keyof typeof formats, width: number, height: number): Promise<string | undefined> {
  const [encode, withSize] = formats[format]
  const bytes = withSize(await encode(toSharp(drawPattern('discs', 64, 64))).toBuffer(), width, height)
  try {
    const size = await readDecodedSize(bytes)
    expect(size).toMatchObject({ width, height })
    return size.isLarge ? 'large' : undefined
  } catch (error) {
    return error instanceof VisionError ? error.code : String(error)
  }
}

describe('the decoded size of a photo', () => {
  test.each<[keyof typeof formats, string, string, string]>([
    ['a PNG of 8 bits', '4000 x 4000', '4100 x 4100', '7080 x 7080'],
    ['a transparent PNG of 8 bits', '3500 x 3500', '3600 x 3600', '7080 x 7080'],
    ['a PNG of 16 bits', '2800 x 2800', '2900 x 2900', '5800 x 5800'],
    ['a transparent PNG of 16 bits', '2500 x 2500', '2510 x 2510', '5010 x 5010'],
    ['a JPEG', '4000 x 4000', '4100 x 4100', '7080 x 7080'],
    ['a progressive JPEG', '4000 x 4000', '4100 x 4100', '7080 x 7080'],
    ['a progressive JPEG with full color', '2800 x 2800', '2900 x 2900', '5800 x 5800'],
  ])('of %s is normal at %s, large at %s and too large at %s', async (format, normal, large, tooLarge) => {
    const classifySize = (size: string) => {
      const [width = 0, height = 0] = size.split(' x ').map(Number)
      return classify(format, width, height)
    }
    expect([await classifySize(normal), await classifySize(large), await classifySize(tooLarge)]).toEqual([
      undefined,
      'large',
      'image_too_large',
    ])
  })

  test('of a rotated photo is upright', async () => {
    const rotated = await toSharp(drawPattern('discs', 64, 32))
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer()
    expect(await readDecodedSize(rotated)).toEqual({ width: 32, height: 64, isLarge: false })
  })
})
