// What a phone that saves data sends less of, and whether the answers and the verdicts on the photos' quality stay what they
// were: the same photos prepared as usual and smaller by the app's own worker in Chromium, all answered by the shipped model.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Diagnosis, openVision } from '@kutu/vision/node'
import { type SentSize, sparingSize, usualSize } from '@kutu/vision/sent-size'
import sharp from 'sharp'
import { drawnLeaf } from '../server/src/testing/drawings.ts'
import { builtAssets, openWorker, prepareIn, serveFolders, startChromium } from './chromium.ts'

const { values } = parseArgs({
  options: {
    photos: { type: 'string', default: '300' },
    /** Others to try, such as 1024:0.6,800:0.75. */
    sizes: { type: 'string', default: `${sparingSize.longSide}:${sparingSize.quality}` },
  },
})
const folder = process.env.LEAF_DATA
if (folder === undefined) throw new Error('LEAF_DATA names no folder of leaf photos')
const wanted = Number(values.photos)
const sizes: SentSize[] = values.sizes.split(',').map(text => {
  const [longSide = Number.NaN, quality = Number.NaN] = text.split(':').map(Number)
  return { longSide, quality }
})

/** Photos the model learned from or was tuned on, spread over all classes and sources; never a test split. */
const paths = readFileSync(join(folder, 'labels.csv'), 'utf8')
  .trim()
  .split('\n')
  .map(row => row.split(',')[0] ?? '')
  .filter(path => /^(val|train)\//.test(path))

type Taken = { name: string; photo: Buffer }

const grain = { type: 'gaussian', mean: 128, sigma: 12 } as const
const noise = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#808080', noise: grain } })
  .png()
  .toBuffer()

/** As a camera delivers them: large, with its noise, every fourth turned; some blurred or dark, from hardly to badly. */
async function takenPhoto(i: number): Promise<Taken> {
  const path = paths[Math.floor((i * paths.length) / wanted)] ?? ''
  const width = i % 3 === 0 ? 3200 : 2400
  const small = sharp(join(folder ?? '', path))
  // Before it is enlarged: the same blur, and a hundredth of the work.
  if (i % 5 === 1) small.blur(0.6 * (1 + (i % 7)))
  const large = sharp(await small.png().toBuffer()).resize({ width, height: width * 0.75, fit: 'cover' })
  if (i % 5 === 3) large.linear(0.15 + (i % 6) * 0.1, 0)
  if (i % 4 === 0) large.withMetadata({ orientation: 6 })
  const photo = large.composite([{ input: noise, tile: true, blend: 'soft-light' }]).jpeg({ quality: 90 })
  return { name: path, photo: await photo.toBuffer() }
}

/** Three are drawn, sharp to their last point; drawing one takes seconds. */
const drawings = 3
const drawnPhoto = async (i: number): Promise<Taken> => ({
  name: `drawing ${i}`,
  photo: await drawnLeaf({ seed: i + 1, spots: i > 0, width: 1800, height: 1350 })
    .jpeg({ quality: 92 })
    .toBuffer(),
})

const classOf = (answer: Diagnosis) => (answer.isLeaf ? answer.rustClass : 'not_leaf')
const verdictOf = (answer: Diagnosis) => (answer.isLeaf ? answer.verdict : 'not_leaf')
const leastOf = (answer: Diagnosis) => (answer.isLeaf ? answer.confidence : answer.leafProbability)
type Told = { answer: Diagnosis; bytes: number }
type Tally = { bytes: number[]; classes: string[]; verdicts: string[]; warnings: string[]; furthest: number }

const assets = builtAssets()
const served = await serveFolders({ assets })
const browser = await startChromium()
const vision = await openVision({ threads: 1, queue: 10 })
const tallies: Tally[] = sizes.map(() => ({ bytes: [], classes: [], verdicts: [], warnings: [], furthest: 0 }))
const usualBytes: number[] = []
let warned = 0
try {
  const page = await browser.newPage()
  await page.goto(served.url)
  await openWorker(page, assets, [], 1)
  const tell = async (photo: Buffer, size: SentSize): Promise<Told> => {
    const sent = await prepareIn(page, photo, size)
    return { answer: await vision.diagnose(sent), bytes: sent.length }
  }
  for (let i = 0; i < wanted; i += 1) {
    const { name, photo } = await (i < drawings ? drawnPhoto(i) : takenPhoto(i))
    const usual = await tell(photo, usualSize)
    usualBytes.push(usual.bytes)
    if (usual.answer.quality.length > 0) warned += 1
    for (const [at, size] of sizes.entries()) compare(name, usual.answer, await tell(photo, size), tallies[at])
  }
} finally {
  await browser.close()
  served.stop()
  await vision.close()
}
report()

function compare(name: string, usual: Diagnosis, { answer, bytes }: Told, tally: Tally | undefined): void {
  if (!tally) return
  tally.bytes.push(bytes)
  const differs = (of: (answer: Diagnosis) => string) =>
    of(usual) === of(answer) ? [] : [`${name}: ${of(usual)} as usual (${leastOf(usual).toFixed(3)}), ${of(answer)}`]
  tally.classes.push(...differs(classOf))
  tally.verdicts.push(...differs(verdictOf))
  tally.warnings.push(...differs(({ quality }) => quality.join() || 'good'))
  if (classOf(usual) === classOf(answer))
    tally.furthest = Math.max(tally.furthest, Math.abs(leastOf(usual) - leastOf(answer)))
}

function report(): void {
  const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
  console.log(
    `${wanted} photos, ${warned} of them warned of; sent as usual ${Math.round(middle(usualBytes) / 1000)} kB (p50)`,
  )
  for (const [at, { longSide, quality }] of sizes.entries()) {
    const tally = tallies[at]
    if (!tally) continue
    const { bytes, classes, verdicts, warnings, furthest } = tally
    const share = middle(bytes.map((each, i) => each / (usualBytes[i] ?? Number.NaN)))
    console.log(
      `${longSide} px, ${quality}: ${Math.round(middle(bytes) / 1000)} kB (p50), ${share.toFixed(2)} of it; another class ` +
        `${classes.length}, another verdict ${verdicts.length}, other warnings ${warnings.length}, figures at most ${furthest.toFixed(3)} apart`,
    )
    for (const line of [...classes, ...verdicts, ...warnings]) console.log(`  ${line}`)
  }
}
