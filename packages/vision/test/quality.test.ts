import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { readPhoto } from '../src/node/photo.ts'
import { judgeQuality, measureQuality, type PhotoQuality } from '../src/quality.ts'
import { draw, type Formula, pictureOf } from './pictures.ts'

// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 60_000 })

type Golden = { formula: Formula; width: number; height: number; light: number; burnt: number; sharpness: number }
const golden: Golden[] = JSON.parse(await readFile(new URL('./golden/quality.json', import.meta.url), 'utf8'))

const thresholds: PhotoQuality = { shortSide: 100, light: 100, burnt: 0.15, sharpness: 0.3 }

/** A photo as it arrives: encoded, decoded and reduced like any other. */
async function measured(picture: Sharp): Promise<PhotoQuality> {
  const { small, width, height } = await readPhoto(await picture.jpeg({ quality: 90 }).toBuffer())
  return measureQuality(small, { width, height })
}
const warnings = async (picture: Sharp) => judgeQuality(await measured(picture), thresholds)

/** A scene of many sharp edges in middling light, a camera's photo in its size. */
const scene = (width = 1200, height = 900) => {
  const { data } = draw('discs', width, height)
  for (let i = 0; i < data.length; i++) {
    const x = Math.floor(i / 3) % width
    const y = Math.floor(i / 3 / width)
    const isEdge = (Math.floor((x * 40) / height) * 7 + Math.floor((y * 40) / height) * 11) % 5 < 2
    data[i] = (data[i] ?? 0) * (isEdge ? 0.6 : 1)
  }
  return pictureOf({ width, height, data })
}

describe('the quality of a photo', () => {
  test.each(golden.map(entry => ({ ...entry, name: `${entry.formula} ${entry.width} x ${entry.height}` })))(
    'is measured as the training measures it: $name',
    ({ formula, width, height, light, burnt, sharpness }) => {
      const found = measureQuality(draw(formula, width, height), { width, height })
      expect(found.shortSide).toBe(Math.min(width, height))
      expect(found.light).toBeCloseTo(light, 2)
      expect(found.burnt).toBeCloseTo(burnt, 3)
      expect(found.sharpness).toBeCloseTo(sharpness, 3)
    },
  )

  test('is the same however large the photo was sent', async () => {
    const original = await scene(1600, 1200).png().toBuffer()
    const large = await measured(sharp(original))
    const small = await measured(sharp(original).resize(800, 600))
    expect(Math.abs(large.light - small.light)).toBeLessThan(3)
    expect(Math.abs(large.sharpness / small.sharpness - 1)).toBeLessThan(0.1)
    expect(judgeQuality(large, thresholds)).toEqual([])
    expect(judgeQuality(small, thresholds)).toEqual([])
  })

  test('falls where light is missing, and blur or too much light are told by their own words', async () => {
    expect(await warnings(scene().linear(0.4, 0))).toEqual(['too_dark'])
    expect(await warnings(scene().linear(1.6, 0))).toEqual(['too_bright'])
    expect(await warnings(scene().blur(24))).toEqual(['too_blurred'])
    expect(await warnings(scene().linear(0.4, 0).blur(24))).toEqual(['too_dark', 'too_blurred'])
  })

  test('is that of the leaf, not of a black or white ground around it', async () => {
    for (const background of ['#000000', '#ffffff']) {
      const leaf = await scene(600, 600).png().toBuffer()
      const cutOut = sharp({ create: { width: 1200, height: 1200, channels: 3, background } }).composite([
        { input: leaf, left: 300, top: 300 },
      ])
      expect(await warnings(cutOut)).toEqual([])
    }
  })

  test('of too few pixels is called that and nothing else', async () => {
    expect(await warnings(scene().resize(120, 90))).toEqual(['too_small'])
    expect(await warnings(scene().linear(0.3, 0).resize(120, 90))).toEqual(['too_small'])
    expect(await warnings(scene().resize(140, 105))).not.toContain('too_small')
  })

  test('of one plain colour is told, too, and does not divide by nothing', () => {
    const plain = { width: 200, height: 200, data: new Uint8Array(200 * 200 * 3).fill(180) }
    const found = measureQuality(plain, plain)
    expect(found).toEqual({ shortSide: 200, light: expect.closeTo(180, 2), burnt: 0, sharpness: 0 })
    expect(judgeQuality(found, thresholds)).toEqual(['too_blurred'])
  })
})
