import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawPattern, type Pattern, toSharp } from '../../test/synthetic-images.ts'
import { VisionError } from '../vision-error.ts'
import { findModelDir, getShippedModelsDir } from './model-files.ts'
import { type Diagnosis, openVision, type Vision } from './vision.ts'

const formulas: Pattern[] = ['waves', 'discs', 'blocks']
let vision: Vision
let photos: Buffer[]

beforeAll(async () => {
  vision = await openVision({ threads: 2, maxQueueSize: 64 })
  photos = await Promise.all([
    ...formulas.map(formula =>
      toSharp(drawPattern(formula, 300, 260))
        .jpeg()
        .toBuffer(),
    ),
    ...formulas.map(formula =>
      toSharp(drawPattern(formula, 900, 1200))
        .png()
        .toBuffer(),
    ),
  ])
})
afterAll(() => vision.close())

/** Returns all of a diagnosis as a string, with hashes of its images. */
const hashDiagnosis = (answer: Diagnosis) =>
  JSON.stringify(answer, (_, value) =>
    value instanceof Uint8Array
      ? createHash('sha256').update(value).digest('hex')
      : typeof value === 'bigint'
        ? String(value)
        : value,
  )
const getErrorCode = (thrown: unknown) => (thrown instanceof VisionError ? thrown.code : String(thrown))

describe('an open model', () => {
  test('gives the same bytes the same answer, sequentially and concurrently', async () => {
    const first: string[] = []
    for (const photo of photos) first.push(hashDiagnosis(await vision.diagnose(photo)))
    const concurrent = await Promise.all([...photos, ...photos, ...photos].map(photo => vision.diagnose(photo)))
    concurrent.forEach((answer, i) => {
      expect(hashDiagnosis(answer)).toBe(first[i % photos.length])
    })
  })

  test('returns the size of the upright photo', async () => {
    const rotated = await toSharp(drawPattern('discs', 300, 200))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(await vision.diagnose(rotated)).toMatchObject({ width: 200, height: 300 })
  })

  test('gives a photo with an EXIF rotation the same answer as the upright one', async () => {
    const upright = await toSharp(drawPattern('discs', 320, 240))
      .png()
      .toBuffer()
    const rotated = await sharp(await sharp(upright).rotate(270).png().toBuffer())
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer()
    expect(hashDiagnosis(await vision.diagnose(rotated))).toBe(hashDiagnosis(await vision.diagnose(upright)))
  })

  test('does not modify its input', async () => {
    const bytes = new Uint8Array(photos[0] ?? [])
    await vision.detect(bytes)
    expect(Buffer.from(bytes)).toEqual(photos[0])
  })

  test('rejects bad photos with the error codes of the API and keeps working', async () => {
    const [photo = Buffer.alloc(0)] = photos
    const broken = [Buffer.alloc(0), Buffer.from('<html>'), photo.subarray(0, photo.length / 2)]
    const outcomes = await Promise.all(broken.map(bytes => vision.diagnose(bytes).catch(getErrorCode)))
    expect(outcomes).toEqual(['image_unreadable', 'unsupported_type', 'image_unreadable'])
    expect(await vision.detect(photo)).toHaveProperty('isLeaf')
  })

  test('gives the same answers when its threads start lazily', async () => {
    const lazy = await openVision({ threads: 1, isLazy: true })
    const [photo = Buffer.alloc(0)] = photos
    const answers = await Promise.all([lazy.detect(photo), lazy.detect(photo)])
    await lazy.close()
    const eager = await vision.detect(photo)
    expect(answers).toEqual([eager, eager])
  })

  test('answers small photos while large ones wait for their turn', async () => {
    const [small = Buffer.alloc(0)] = photos
    const large = await toSharp(drawPattern('discs', 300, 300))
      .resize(3500, 3500, { kernel: 'nearest' })
      .ensureAlpha()
      .toColourspace('rgb16')
      .png({ progressive: true, compressionLevel: 1 })
      .toBuffer()
    const finished: string[] = []
    const detect = (name: string, bytes: Uint8Array) => vision.detect(bytes).then(() => finished.push(name))
    await Promise.all([
      ...Array.from({ length: 3 }, () => detect('large', large)),
      ...Array.from({ length: 3 }, () => detect('small', small)),
    ])
    expect(finished.slice(-2)).toEqual(['large', 'large'])
  })

  test('is overloaded when its queue is full and still answers the photos that it accepted', async () => {
    const queued = await openVision({ threads: 1, maxQueueSize: 2 })
    const [photo = Buffer.alloc(0)] = photos
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () =>
        queued.detect(photo).then(
          () => 'answered',
          (error: unknown) => getErrorCode(error),
        ),
      ),
    )
    await queued.close()
    expect(outcomes).toEqual(['answered', 'answered', 'answered', 'overloaded', 'overloaded', 'overloaded'])
  })
})

describe('a model that cannot be used', () => {
  let dir: string
  let shipped: string

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'kutu-models-'))
    shipped = await findModelDir(getShippedModelsDir(), undefined)
  })
  afterAll(() => rm(dir, { recursive: true }))

  async function copyModel(version: string, modify: (folder: string) => Promise<void>): Promise<void> {
    const folder = path.join(dir, version)
    await mkdir(folder)
    for (const name of ['card.json', 'head.bin', 'model.onnx']) {
      await copyFile(path.join(shipped, name), path.join(folder, name))
    }
    await modify(folder)
  }
  const openCopy = (version: string) => openVision({ modelsDir: dir, version, threads: 1 })

  test('is reported by name when its files are missing', async () => {
    await expect(openCopy('1999.1.1')).rejects.toThrow('card.json')
    await expect(openVision({ modelsDir: tmpdir(), threads: 1, version: 'none' })).rejects.toThrow('card.json')
  })

  test('is rejected when a field of its card is missing', async () => {
    await copyModel('holed', async folder => {
      const card = JSON.parse(await readFile(path.join(folder, 'card.json'), 'utf8'))
      await writeFile(path.join(folder, 'card.json'), JSON.stringify({ ...card, temperature: undefined }))
    })
    await expect(openCopy('holed')).rejects.toThrow('temperature must be a number above 0')
  })

  test('is rejected when its head belongs to another network', async () => {
    await copyModel('headless', folder => writeFile(path.join(folder, 'head.bin'), Buffer.alloc(12)))
    await expect(openCopy('headless')).rejects.toThrow('head.bin has 12 bytes')
  })

  test('is rejected when its network file is invalid', async () => {
    await copyModel('netless', folder => writeFile(path.join(folder, 'model.onnx'), 'no network'))
    await expect(openCopy('netless')).rejects.toThrow(/model\.onnx|protobuf/i)
  })

  test('is not opened when a newer one exists', async () => {
    await copyModel('newest', async folder => {
      const card = JSON.parse(await readFile(path.join(folder, 'card.json'), 'utf8'))
      const newest = { ...card, version: '2999.1.1-10', created: '2999-01-01' }
      await writeFile(path.join(folder, 'card.json'), JSON.stringify(newest))
    })
    await copyModel('morning', async folder => {
      const card = JSON.parse(await readFile(path.join(folder, 'card.json'), 'utf8'))
      const earlier = { ...card, version: '2999.1.1-9', created: '2999-01-01' }
      await writeFile(path.join(folder, 'card.json'), JSON.stringify(earlier))
    })
    await rm(path.join(dir, 'holed'), { recursive: true })
    const opened = await openVision({ modelsDir: dir, threads: 1 })
    await opened.close()
    expect(opened.card.version).toBe('2999.1.1-10')
  })
})
