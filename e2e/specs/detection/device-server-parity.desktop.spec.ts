import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataSaverUploadSize, defaultUploadSize } from '@kutu/vision/browser/upload-size'
import { serializeHead } from '@kutu/vision/inference/head'
import { type Diagnosis, openVision, type Vision } from '@kutu/vision/node/vision'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '../../support/fixtures.ts'
import { noLeafPhotosReason } from '../../support/leaf-photos.ts'

const dataDir = process.env.LEAF_DATA
const batchSize = 20

test.skip(dataDir === undefined, noLeafPhotosReason)
test.skip(({ viewport }) => (viewport?.width ?? 0) < 1000, 'the engine is the same on a narrow screen')

/** Photos the model may have learned from or been tuned on, spread evenly over all classes and sources; never a test split. */
function samplePhotos(count: number): string[] {
  const [, ...rows] = readFileSync(join(dataDir ?? '', 'labels.csv'), 'utf8')
    .trim()
    .split('\n')
  const paths = rows.map(row => row.split(',')[0] ?? '').filter(path => /^(val|train)\//.test(path))
  return Array.from({ length: count }, (_, i) =>
    join(dataDir ?? '', paths[Math.floor((i * paths.length) / count)] ?? ''),
  )
}

/** Most photos as they are; every tenth as a camera would deliver it, large, and some of these turned; some too dark. */
function preparePhoto(path: string, i: number): Promise<Buffer> | Buffer {
  const bytes = readFileSync(path)
  if (i % 25 === 3) return sharp(bytes).linear(0.4, 0).jpeg({ quality: 92 }).toBuffer()
  if (i % 10 !== 0) return bytes
  const large = sharp(bytes).resize({ width: i % 20 === 0 ? 2400 : 1400 })
  return (i % 30 === 0 ? large.withMetadata({ orientation: 6 }) : large).jpeg({ quality: 92 }).toBuffer()
}

/** Every other large one is sent as by who saves data. */
const getUploadSize = (i: number) => (i % 20 === 10 ? dataSaverUploadSize : defaultUploadSize)

/** The addresses of the built worker and of the files it works with. */
function builtFiles() {
  const assets = new URL('../../../web/dist/assets/', import.meta.url)
  const byNumber = new Intl.Collator('en', { numeric: true })
  const findAssets = (pattern: RegExp) =>
    readdirSync(assets)
      .filter(name => pattern.test(name))
      .sort(byNumber.compare)
      .map(name => `/assets/${name}`)
  return {
    worker: findAssets(/^worker-.*\.js$/)[0] ?? 'missing',
    files: {
      card: findAssets(/^card-.*\.json$/),
      head: findAssets(/^head-.*\.bin$/),
      network: findAssets(/^network-\d+-.*\.bin$/),
      runtime: findAssets(/^runtime-\d+-.*\.bin$/),
    },
  }
}

/** Opens a page that holds nothing but the worker, under the policy of the real pages. Answers the model's version. */
async function openWorker(page: Page, refit: { version: string; head: string } | null): Promise<string> {
  await page.goto('/manifest.webmanifest')
  return page.evaluate(
    async ({ worker, files, refit }) => {
      const instance = new Worker(worker, { type: 'module' })
      let count = 0
      const ask = (request: object) =>
        new Promise<{ type: string; message?: string; version?: string; photo?: Blob; diagnosis?: object }>(
          (resolve, reject) => {
            const id = count++
            instance.addEventListener('error', event => reject(new Error(event.message)))
            instance.addEventListener('message', ({ data }) => data.id === id && resolve(data))
            instance.postMessage({ ...request, id })
          },
        )
      const opened = await ask({ type: 'open', files, refit, threads: 2 })
      if (opened.version === undefined) throw new Error(opened.message)
      Object.assign(window, { ask })
      return opened.version
    },
    { ...builtFiles(), refit },
  )
}

type BrowserDiagnosis = { sent: string; detection: Diagnosis; quality: string[] }

/** What the browser sends of each photo (base64), and what it says of it. */
function diagnoseInBrowser(page: Page, photos: { encoded: string; size: object }[]): Promise<BrowserDiagnosis[]> {
  return page.evaluate(async inputs => {
    const { ask } = window as unknown as {
      ask: (request: object) => Promise<{ photo: Blob; diagnosis: { detection: never; quality: string[] } }>
    }
    const diagnoses = []
    for (const { encoded, size } of inputs) {
      const bytes = Uint8Array.from(atob(encoded), character => character.charCodeAt(0))
      const photo = new Blob([bytes], { type: 'image/jpeg' })
      const prepared = await ask({ type: 'prepare', photo, size })
      const { diagnosis } = await ask({ type: 'diagnose', photo: prepared.photo })
      const sent = new Uint8Array(await prepared.photo.arrayBuffer())
      const parts = []
      for (let offset = 0; offset < sent.length; offset += 8192)
        parts.push(String.fromCharCode(...sent.subarray(offset, offset + 8192)))
      diagnoses.push({ sent: btoa(parts.join('')), detection: diagnosis.detection, quality: diagnosis.quality })
    }
    return diagnoses
  }, photos)
}

const getClass = (diagnosis: Diagnosis) => (diagnosis.isLeaf ? diagnosis.rustClass : 'not_leaf')
const getScores = (diagnosis: Diagnosis) => [
  diagnosis.leafProbability,
  ...(diagnosis.isLeaf ? [diagnosis.confidence, ...Object.values(diagnosis.probabilities)] : []),
]

test('phone and server say the same of the same bytes', async ({ page }) => {
  test.setTimeout(15 * 60_000)
  const version = await openWorker(page, null)
  const vision = await openVision({ version, threads: 1, maxQueueSize: batchSize })
  await expectAgreement(page, vision, samplePhotos(500))
})

test('they do by a head that a training session made, too', async ({ page }) => {
  test.setTimeout(15 * 60_000)
  const vision = await openVision({ threads: 1, maxQueueSize: 100 })
  const { shippedHead: shipped, card } = vision
  // Sure of rust where the shipped one was not: two thirds of the answers are others, most of them unsure.
  const biases = shipped.biases.map((bias, i) => bias + (card.classes[i]?.productClass === 'common_rust' ? 8 : 0))
  const bytes = serializeHead({ ...shipped, biases })
  const refit = { version: `${card.version}.r1`, head: '/analysis/model-heads/made/' }
  const reply = { ...refit, base_version: card.version, head: Buffer.from(bytes).toString('base64') }
  await page.route(`**${refit.head}`, route => route.fulfill({ json: reply }))
  const paths = samplePhotos(60)
  const before = await Promise.all(paths.map(async path => getClass(await vision.diagnose(readFileSync(path)))))
  vision.activateHead(refit.version, bytes)
  const after = await Promise.all(paths.map(async path => getClass(await vision.diagnose(readFileSync(path)))))
  expect(after.filter((diagnosis, i) => diagnosis !== before[i]).length).toBeGreaterThan(5)
  expect(await openWorker(page, refit)).toBe(refit.version)
  await expectAgreement(page, vision, paths)
})

async function expectAgreement(page: Page, vision: Vision, paths: string[]): Promise<void> {
  const classMismatches: string[] = []
  const qualityMismatches: string[] = []
  let maxDifference = 0
  let warningCount = 0
  for (let at = 0; at < paths.length; at += batchSize) {
    const photos = await Promise.all(paths.slice(at, at + batchSize).map((path, i) => preparePhoto(path, at + i)))
    const diagnoses = await diagnoseInBrowser(
      page,
      photos.map((photo, i) => ({ encoded: photo.toString('base64'), size: getUploadSize(at + i) })),
    )
    for (const [i, { sent, detection, quality }] of diagnoses.entries()) {
      const serverDiagnosis = await vision.diagnose(Buffer.from(sent, 'base64'))
      // A photo that the phone has reduced must be judged as whoever sends the original has it judged.
      const original = (at + i) % 10 === 0 ? await vision.diagnose(photos[i] ?? Buffer.alloc(0)) : serverDiagnosis
      const qualities = [quality, serverDiagnosis.quality, original.quality].map(warnings => warnings.join() || 'good')
      if (new Set(qualities).size > 1)
        qualityMismatches.push(`${paths[at + i]}: here, there and as taken: ${qualities.join('; ')}`)
      if (quality.length > 0) warningCount++
      if (getClass(detection) !== getClass(serverDiagnosis)) {
        classMismatches.push(`${paths[at + i]}: ${getClass(detection)} here, ${getClass(serverDiagnosis)} there`)
        continue
      }
      const serverScores = getScores(serverDiagnosis)
      const difference = Math.max(
        ...getScores(detection).map((value, k) => Math.abs(value - (serverScores[k] ?? Number.NaN))),
      )
      maxDifference = Math.max(maxDifference, difference)
    }
  }
  await vision.close()
  console.log(
    `${paths.length} photos: ${classMismatches.length} of another class, figures at most ${maxDifference} apart; ${warningCount} warned of`,
  )
  expect(classMismatches.length / paths.length, classMismatches.join('\n')).toBeLessThanOrEqual(0.001)
  expect(maxDifference).toBeLessThanOrEqual(0.01)
  expect(qualityMismatches).toEqual([])
  expect(warningCount).toBeGreaterThan(0)
}
