// @slow
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeHeatmap } from './photo-codec.ts'
import { type LeafDiagnosis, openVision, type Vision } from './vision.ts'

const data = process.env.LEAF_DATA || undefined
const photosPerClass = 15

/** Folders of validation photos by class. */
const folders = {
  common_rust: ['maize__common_rust', 'beans__rust', 'wheat__leaf_rust', 'wheat__stem_rust'],
  healthy: ['maize__healthy', 'beans__healthy', 'wheat__healthy', 'rice__healthy'],
  other_disease: ['maize__gray_leaf_spot', 'maize__northern_leaf_blight', 'beans__angular_leaf_spot', 'rice__blast'],
  not_leaf: ['other__not_leaf'],
}

/** Returns photos of one class, spread evenly over its folders and within each folder. */
function samplePhotos(expected: keyof typeof folders): string[] {
  const names = folders[expected]
  const photosPerFolder = Math.ceil(photosPerClass / names.length)
  const photos = names.flatMap(name => {
    const files = readdirSync(path.join(data ?? '', 'val', name)).sort()
    const step = Math.max(1, Math.floor(files.length / photosPerFolder))
    return files
      .filter((_, i) => i % step === 0)
      .slice(0, photosPerFolder)
      .map(file => path.join(data ?? '', 'val', name, file))
  })
  return photos.slice(0, photosPerClass)
}

describe.skipIf(data === undefined)('real photos (skipped unless LEAF_DATA names a folder)', () => {
  let vision: Vision
  beforeAll(async () => {
    vision = await openVision({ threads: 2, maxQueueSize: 100 })
  })
  afterAll(() => vision.close())

  const diagnoseAll = (files: string[]) => Promise.all(files.map(async file => vision.diagnose(await readFile(file))))

  test('are classified correctly in more than 70 % of the cases', async () => {
    const classes = ['common_rust', 'healthy', 'other_disease', 'not_leaf'] as const
    const correctCounts = await Promise.all(
      classes.map(async expected => {
        const answers = await diagnoseAll(samplePhotos(expected))
        return answers.filter(answer => (answer.isLeaf ? answer.rustClass : 'not_leaf') === expected).length
      }),
    )
    const total = correctCounts.reduce((sum, count) => sum + count, 0)
    expect(total / (classes.length * photosPerClass)).toBeGreaterThan(0.7)
  })

  test('of leaves are recognized as leaves in at least 90 % of the cases', async () => {
    const leaves = (['common_rust', 'healthy', 'other_disease'] as const).flatMap(samplePhotos)
    const answers = await diagnoseAll(leaves)
    expect(answers.filter(({ isLeaf }) => isLeaf).length / leaves.length).toBeGreaterThanOrEqual(0.9)
  })

  test('of a diseased leaf get a stored photo, a heat map and an affected area', async () => {
    const answers = await diagnoseAll(samplePhotos('common_rust'))
    const rusty = answers.filter(
      (answer): answer is LeafDiagnosis => answer.isLeaf && answer.rustClass === 'common_rust',
    )
    expect(rusty.length).toBeGreaterThan(0)
    const marked = rusty.flatMap(answer => (answer.heatmap === null ? [] : { ...answer, heatmap: answer.heatmap }))
    expect(marked.length / rusty.length).toBeGreaterThan(0.6)
    for (const { width, height, photoJpeg, heatmap, affectedArea } of marked) {
      expect(await sharp(photoJpeg).metadata()).toMatchObject({ format: 'jpeg', width, height })
      const map = await sharp(await encodeHeatmap(heatmap)).metadata()
      expect(map).toMatchObject({ format: 'png', hasAlpha: true })
      expect(map.width / map.height).toBeCloseTo(width / height, 1)
      expect(heatmap.length).toBeLessThan(2000)
      if (affectedArea === null) continue
      expect(affectedArea).toBeGreaterThanOrEqual(0)
      expect(affectedArea).toBeLessThanOrEqual(1)
    }
  })

  test('of a healthy leaf get no heat map', async () => {
    const answers = await diagnoseAll(samplePhotos('healthy'))
    for (const answer of answers) {
      if (answer.isLeaf && answer.rustClass === 'healthy') {
        expect(answer).toMatchObject({ heatmap: null, affectedArea: null, disease: null })
      }
    }
  })

  test('get quality warnings when they are degraded, and hardly ever otherwise', async () => {
    const photos = (['common_rust', 'healthy', 'other_disease'] as const).flatMap(samplePhotos)
    const collectWarnings = async (degrade: (photo: Sharp) => Sharp) => {
      const diagnoses = photos.map(async file =>
        vision.diagnose(await degrade(sharp(file)).jpeg({ quality: 85 }).toBuffer()),
      )
      return (await Promise.all(diagnoses)).map(({ quality }) => quality)
    }
    const warnedShare = (warnings: string[][], warning: string) =>
      warnings.filter(warnings => warnings.includes(warning)).length / photos.length
    const unmodified = await collectWarnings(photo => photo)
    expect(unmodified.filter(warnings => warnings.length > 0).length).toBeLessThanOrEqual(1)
    expect(warnedShare(await collectWarnings(photo => photo.linear(0.15, 0)), 'too_dark')).toBeGreaterThan(0.8)
    expect(warnedShare(await collectWarnings(photo => photo.blur(5)), 'too_blurred')).toBeGreaterThan(0.8)
    expect(warnedShare(await collectWarnings(photo => photo.resize(64)), 'too_small')).toBeGreaterThan(0.8)
  })

  test('of a systemic virus get no affected area', async () => {
    const folder = path.join(data ?? '', 'val', 'maize__streak_virus')
    const files = readdirSync(folder)
      .sort()
      .slice(0, photosPerClass)
      .map(file => path.join(folder, file))
    const named = (await diagnoseAll(files)).filter(
      (answer): answer is LeafDiagnosis => answer.isLeaf && answer.disease === 'streak_virus',
    )
    expect(named.length).toBeGreaterThan(0)
    for (const answer of named) expect(answer.affectedArea).toBeNull()
  })

  test('get the same class when the stored photo is uploaded again', async () => {
    const [file = ''] = samplePhotos('other_disease')
    const first = await vision.diagnose(await readFile(file))
    if (!first.isLeaf) throw new Error(`${file} is taken for no leaf`)
    const again = await vision.detect(first.photoJpeg)
    expect(again).toMatchObject({ isLeaf: true, rustClass: first.rustClass })
  })
})
