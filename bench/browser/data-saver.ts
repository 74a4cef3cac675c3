// Measures how many bytes the data saver saves per photo, and if the answers and quality warnings stay the same. The app's
// own worker prepares each photo in Chromium at the default and at the smaller size; the shipped model answers both.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dataSaverUploadSize, defaultUploadSize, type UploadSize } from '@kutu/vision/browser/upload-size'
import { type Diagnosis, openVision } from '@kutu/vision/node/vision'
import sharp from 'sharp'
import { drawLeaf } from '../../server/src/testing/images/synthetic-photos.ts'
import { enlargeLikeCamera, readTrainingPaths } from '../support/camera-photos.ts'
import { findBuiltAssets, openWorker, prepareInPage, serveFolders, startChromium } from '../support/chromium.ts'

const { values } = parseArgs({
  options: {
    photos: { type: 'string', default: '300' },
    /** Sizes to compare with the default, for example 1024:0.6,800:0.75. */
    sizes: { type: 'string', default: `${dataSaverUploadSize.longSide}:${dataSaverUploadSize.quality}` },
  },
})
const folder = process.env.LEAF_DATA
if (folder === undefined) throw new Error('LEAF_DATA must name a folder of leaf photos')
const photoCount = Number(values.photos)
const sizes: UploadSize[] = values.sizes.split(',').map(text => {
  const [longSide = Number.NaN, quality = Number.NaN] = text.split(':').map(Number)
  return { longSide, quality }
})

/** Photos of all classes and sources. */
const paths = readTrainingPaths(folder)

type SourcePhoto = { name: string; photo: Buffer }

/** Creates a photo like a camera's: large, noisy, every fourth with EXIF rotation, some blurred or dark to varying degrees. */
async function createPhoto(i: number): Promise<SourcePhoto> {
  const path = paths[Math.floor((i * paths.length) / photoCount)] ?? ''
  const width = i % 3 === 0 ? 3200 : 2400
  const source = sharp(join(folder ?? '', path))
  // Blurred before enlarging: the same result for a hundredth of the time.
  if (i % 5 === 1) source.blur(0.6 * (1 + (i % 7)))
  const enlarged = await enlargeLikeCamera(source, width)
  if (i % 5 === 3) enlarged.linear(0.15 + (i % 6) * 0.1, 0)
  if (i % 4 === 0) enlarged.withMetadata({ orientation: 6 })
  return { name: path, photo: await enlarged.toBuffer() }
}

/** Number of synthetic, perfectly sharp photos. Drawing one takes seconds. */
const drawingCount = 3
const createDrawing = async (i: number): Promise<SourcePhoto> => ({
  name: `drawing ${i}`,
  photo: await drawLeaf({ seed: i + 1, spots: i > 0, width: 1800, height: 1350 })
    .jpeg({ quality: 92 })
    .toBuffer(),
})

const getClass = (answer: Diagnosis) => (answer.isLeaf ? answer.rustClass : 'not_leaf')
const getVerdict = (answer: Diagnosis) => (answer.isLeaf ? answer.verdict : 'not_leaf')
const getConfidence = (answer: Diagnosis) => (answer.isLeaf ? answer.confidence : answer.leafProbability)
type UploadResult = { answer: Diagnosis; bytes: number }
type Tally = {
  bytes: number[]
  classes: string[]
  verdicts: string[]
  warnings: string[]
  maxConfidenceDifference: number
}

const assets = findBuiltAssets()
const server = await serveFolders({ assets })
const browser = await startChromium()
const vision = await openVision({ threads: 1, maxQueueSize: 10 })
const tallies: Tally[] = sizes.map(() => ({
  bytes: [],
  classes: [],
  verdicts: [],
  warnings: [],
  maxConfidenceDifference: 0,
}))
const defaultBytes: number[] = []
let warnedCount = 0
try {
  const page = await browser.newPage()
  await page.goto(server.url)
  await openWorker(page, assets, [])
  const diagnoseUpload = async (photo: Buffer, size: UploadSize): Promise<UploadResult> => {
    const upload = await prepareInPage(page, photo, size)
    return { answer: await vision.diagnose(upload), bytes: upload.length }
  }
  for (let i = 0; i < photoCount; i += 1) {
    const { name, photo } = await (i < drawingCount ? createDrawing(i) : createPhoto(i))
    const atDefaultSize = await diagnoseUpload(photo, defaultUploadSize)
    defaultBytes.push(atDefaultSize.bytes)
    if (atDefaultSize.answer.quality.length > 0) warnedCount += 1
    for (const [index, size] of sizes.entries())
      recordComparison(name, atDefaultSize.answer, await diagnoseUpload(photo, size), tallies[index])
  }
} finally {
  await browser.close()
  server.stop()
  await vision.close()
}
printReport()

function recordComparison(
  name: string,
  atDefaultSize: Diagnosis,
  { answer, bytes }: UploadResult,
  tally: Tally | undefined,
): void {
  if (!tally) return
  tally.bytes.push(bytes)
  const describeChange = (getLabel: (answer: Diagnosis) => string) =>
    getLabel(atDefaultSize) === getLabel(answer)
      ? []
      : [
          `${name}: ${getLabel(atDefaultSize)} as usual (${getConfidence(atDefaultSize).toFixed(3)}), ${getLabel(answer)}`,
        ]
  tally.classes.push(...describeChange(getClass))
  tally.verdicts.push(...describeChange(getVerdict))
  tally.warnings.push(...describeChange(({ quality }) => quality.join() || 'good'))
  if (getClass(atDefaultSize) === getClass(answer))
    tally.maxConfidenceDifference = Math.max(
      tally.maxConfidenceDifference,
      Math.abs(getConfidence(atDefaultSize) - getConfidence(answer)),
    )
}

function printReport(): void {
  const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
  console.log(
    `${photoCount} photos, ${warnedCount} of them warned of; sent as usual ${Math.round(median(defaultBytes) / 1000)} kB (p50)`,
  )
  for (const [index, { longSide, quality }] of sizes.entries()) {
    const tally = tallies[index]
    if (!tally) continue
    const { bytes, classes, verdicts, warnings, maxConfidenceDifference } = tally
    const medianRatio = median(bytes.map((value, i) => value / (defaultBytes[i] ?? Number.NaN)))
    console.log(
      `${longSide} px, ${quality}: ${Math.round(median(bytes) / 1000)} kB (p50), ${medianRatio.toFixed(2)} of it; another class ` +
        `${classes.length}, another verdict ${verdicts.length}, other warnings ${warnings.length}, figures at most ${maxConfidenceDifference.toFixed(3)} apart`,
    )
    for (const line of [...classes, ...verdicts, ...warnings]) console.log(`  ${line}`)
  }
}
