import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawPattern, type Pattern, toSharp } from '../../test/synthetic-images.ts'
import { decodePhoto } from '../node/photo-codec.ts'
import { findFrameHint } from './frame-hint.ts'
import { checkQuality, measureQuality, type PhotoQuality } from './photo-quality.ts'

type Golden = { formula: Pattern; width: number; height: number; light: number; burnt: number; sharpness: number }
const golden: Golden[] = JSON.parse(await readFile(new URL('../../test/golden/quality.json', import.meta.url), 'utf8'))

const thresholds: PhotoQuality = { shortSide: 100, light: 100, burnt: 0.15, sharpness: 0.3 }

/** Measures a photo after encoding and decoding it like an upload. */
async function measureEncoded(picture: Sharp): Promise<PhotoQuality> {
  const { resized, width, height } = await decodePhoto(await picture.jpeg({ quality: 90 }).toBuffer())
  return measureQuality(resized, { width, height })
}
const getWarnings = async (picture: Sharp) => checkQuality(await measureEncoded(picture), thresholds)

/** Draws a scene with many sharp edges and medium brightness, of the size of a camera photo. */
const drawScene = (width = 1200, height = 900) => {
  const { data } = drawPattern('discs', width, height)
  for (let i = 0; i < data.length; i++) {
    const x = Math.floor(i / 3) % width
    const y = Math.floor(i / 3 / width)
    const isEdge = (Math.floor((x * 40) / height) * 7 + Math.floor((y * 40) / height) * 11) % 5 < 2
    data[i] = (data[i] ?? 0) * (isEdge ? 0.6 : 1)
  }
  return toSharp({ width, height, data })
}

describe('the quality of a photo', () => {
  test.each(golden.map(entry => ({ ...entry, name: `${entry.formula} ${entry.width} x ${entry.height}` })))(
    'is the same as in the training code: $name',
    ({ formula, width, height, light, burnt, sharpness }) => {
      const measured = measureQuality(drawPattern(formula, width, height), { width, height })
      expect(measured.shortSide).toBe(Math.min(width, height))
      expect(measured.light).toBeCloseTo(light, 2)
      expect(measured.burnt).toBeCloseTo(burnt, 3)
      expect(measured.sharpness).toBeCloseTo(sharpness, 3)
    },
  )

  test('does not depend on the size of the upload', async () => {
    const original = await drawScene(1600, 1200).png().toBuffer()
    const large = await measureEncoded(sharp(original))
    const resized = await measureEncoded(sharp(original).resize(800, 600))
    expect(Math.abs(large.light - resized.light)).toBeLessThan(3)
    expect(Math.abs(large.sharpness / resized.sharpness - 1)).toBeLessThan(0.1)
    expect(checkQuality(large, thresholds)).toEqual([])
    expect(checkQuality(resized, thresholds)).toEqual([])
  })

  test('gives separate warnings for dark, bright and blurred photos', async () => {
    expect(await getWarnings(drawScene().linear(0.4, 0))).toEqual(['too_dark'])
    expect(await getWarnings(drawScene().linear(1.6, 0))).toEqual(['too_bright'])
    expect(await getWarnings(drawScene().blur(24))).toEqual(['too_blurred'])
    expect(await getWarnings(drawScene().linear(0.4, 0).blur(24))).toEqual(['too_dark', 'too_blurred'])
  })

  test('ignores a black or white background around the leaf', async () => {
    for (const background of ['#000000', '#ffffff']) {
      const leaf = await drawScene(600, 600).png().toBuffer()
      const cutOut = sharp({ create: { width: 1200, height: 1200, channels: 3, background } }).composite([
        { input: leaf, left: 300, top: 300 },
      ])
      expect(await getWarnings(cutOut)).toEqual([])
    }
  })

  test('of a photo with too few pixels gives only that warning', async () => {
    expect(await getWarnings(drawScene().resize(120, 90))).toEqual(['too_small'])
    expect(await getWarnings(drawScene().linear(0.3, 0).resize(120, 90))).toEqual(['too_small'])
    expect(await getWarnings(drawScene().resize(140, 105))).not.toContain('too_small')
  })

  test('of one plain color is measured without a division by zero', () => {
    const plain = { width: 200, height: 200, data: new Uint8Array(200 * 200 * 3).fill(180) }
    const measured = measureQuality(plain, plain)
    expect(measured).toEqual({ shortSide: 200, light: expect.closeTo(180, 2), burnt: 0, sharpness: 0 })
    expect(checkQuality(measured, thresholds)).toEqual(['too_blurred'])
  })
})

describe('the hint before a photo is taken', () => {
  const side = 320
  /** Draws a green leaf with veins on gray, as a camera held at some distance sees it. */
  async function drawFrame(leafSide: number, change: (frame: Sharp) => Sharp = frame => frame) {
    const leaf = await drawScene(leafSide, leafSide).tint('#3f8f3f').png().toBuffer()
    const place = Math.floor((side - leafSide) / 2)
    const frame = await sharp({ create: { width: side, height: side, channels: 3, background: '#b0b0b0' } })
      .composite([{ input: leaf, left: place, top: place }])
      .png()
      .toBuffer()
    const data = await change(sharp(frame)).removeAlpha().raw().toBuffer()
    return { width: side, height: side, data: new Uint8Array(data) }
  }

  test('is about light first, then the distance, then the sharpness, and nothing for a good picture', async () => {
    const near = 280
    const getHint = async (...args: Parameters<typeof drawFrame>) => findFrameHint(await drawFrame(...args), thresholds)
    expect(await getHint(near)).toBeNull()
    expect(await getHint(near, frame => frame.linear(0.3, 0))).toBe('too_dark')
    expect(await getHint(100)).toBe('too_far')
    expect(await getHint(100, frame => frame.blur(12))).toBe('too_far')
    expect(await getHint(near, frame => frame.blur(12))).toBe('too_blurred')
  })
})
