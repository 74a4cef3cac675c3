// Measures how often training sessions pass the promotion gate, and what they do to photos that nobody used. A model that was
// trained without some sources gets their photos as the uploads of two experts: with right labels, with wrong labels of one
// expert, and with wrong labels of both. Each draw takes other photos; the rest of these sources is the test set.
//
//   node --import tsx bench/model/promotion-rate.ts --model DIR --sources tannu24-wheat,crack-platoon-rice [--draws 20]
//
// DIR is a model that was trained and exported without the sources, see README.md. LEAF_DATA names the folders of photos.
import { readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { healthClasses } from '../../packages/vision/src/inference/classes.ts'
import { classifyEmbedding } from '../../packages/vision/src/inference/classify-embedding.ts'
import { averageEmbedding, type Head } from '../../packages/vision/src/inference/head.ts'
import { createInputTensor } from '../../packages/vision/src/inference/tensor.ts'
import { readBaseStatistics } from '../../packages/vision/src/node/base-statistics-file.ts'
import { readModelFiles } from '../../packages/vision/src/node/model-files.ts'
import { openNetwork } from '../../packages/vision/src/node/network.ts'
import { decodePhoto } from '../../packages/vision/src/node/photo-codec.ts'
import { selectHoldout, seriesLength } from '../../packages/vision/src/refit/holdout.ts'
import { evaluatePromotion } from '../../packages/vision/src/refit/promotion-gate.ts'
import { refitHead, type TrainingImage } from '../../packages/vision/src/refit/refit-head.ts'
import { type Label, readLabels } from '../../server/src/features/detection/evaluation/labels-file.ts'
import { createRandom } from '../support/random.ts'

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    sources: { type: 'string' },
    draws: { type: 'string', default: '20' },
    sizes: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
  },
})
const { model: dir, sources } = values
const folders = (process.env.LEAF_DATA ?? '').split(delimiter).filter(Boolean)
if (folders.length === 0 || !dir || !sources) throw new Error('--model, --sources and LEAF_DATA are required')
const drawCount = Number(values.draws)

const { card, head: shipped, networkPath } = await readModelFiles(dir)
const network = await openNetwork(networkPath, card)
const base = await readBaseStatistics(dir)
const photos = await readPhotos(sources.split(','))
console.log(`${card.version}: ${photos.length} photos of sources that it was trained without,`)
console.log(`${base.validation.photos.length} validation photos of other sources; ${drawCount} draws each\n`)

type Image = TrainingImage & { label: (typeof healthClasses)[number] }
type Upload = Image & { uploader: string; ordinal: number }

/** A `share` of the photos of each wrong expert gets the wrong label. */
const scenarios = [
  { title: 'both experts right', wrongExperts: 0, share: 0 },
  { title: 'one expert: all wrong', wrongExperts: 1, share: 1 },
  { title: 'both: 3 of 10 wrong', wrongExperts: 2, share: 0.3 },
  { title: 'both: all wrong', wrongExperts: 2, share: 1 },
] as const
const wrongLabelFor = { common_rust: 'healthy', healthy: 'common_rust', other_disease: 'healthy' } as const

console.log(
  'labels                     photos  passed  unused photos: passed, change in points   others: change   reasons of the rest',
)
for (const scenario of scenarios)
  for (const size of values.sizes.split(',').map(Number)) {
    const results = Array.from({ length: drawCount }, (_, draw) => runDraw(draw, size, scenario))
    const passed = results.filter(({ verdict }) => verdict.isPromoted)
    const columns = [
      scenario.title.padEnd(27),
      String(size).padEnd(8),
      `${passed.length}/${results.length}`.padEnd(8),
      formatChanges(passed.map(({ unusedChange }) => unusedChange)).padEnd(43),
      formatChanges(passed.map(({ validationChange }) => validationChange)).padEnd(17),
      countReasons(results.map(({ verdict }) => verdict)),
    ]
    console.log(columns.join(''))
  }

function runDraw(draw: number, size: number, { wrongExperts, share }: (typeof scenarios)[number]) {
  const random = createRandom(1000 * Number(values.seed) + draw)
  const shuffled = shuffleSeries(photos, random)
  const uploads = shuffled.slice(0, size).map((photo, i): Upload => {
    const expert = Math.floor(i / seriesLength) % 2
    const isWrong = expert < wrongExperts && random() < share
    const label = isWrong ? wrongLabelFor[photo.label] : photo.label
    const ordinal = Math.floor(i / (2 * seriesLength)) * seriesLength + (i % seriesLength)
    return { ...photo, label, uploader: `expert ${expert}`, ordinal }
  })
  const heldOut = selectHoldout(uploads)
  const images = uploads.filter(({ hash }) => !heldOut.has(hash))
  const { head } = refitHead(base, { card, head: shipped }, images)
  const holdout = uploads.filter(({ hash }) => heldOut.has(hash))
  const verdict = evaluatePromotion(base, card, shipped, head, holdout, shipped)
  const unused = shuffled.slice(size)
  const { before, after } = verdict.figures.validation
  return {
    verdict,
    unusedChange: (100 * (countCorrect(unused, head) - countCorrect(unused, shipped))) / unused.length,
    validationChange: (100 * (after.right - before.right)) / after.photos,
  }
}

function countCorrect(images: Image[], head: Head): number {
  return images.filter(({ embedding, label }) => {
    const detection = classifyEmbedding(embedding, head, card)
    return detection.isLeaf && detection.rustClass === label
  }).length
}

/** Returns mean, minimum and maximum in points. */
function formatChanges(changes: number[]): string {
  if (changes.length === 0) return '-'
  const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length
  const sign = (change: number) => (change > 0 ? '+' : '') + change.toFixed(1)
  return `${sign(mean)} (${sign(Math.min(...changes))} to ${sign(Math.max(...changes))})`
}

function countReasons(verdicts: { reasons: { word: string }[] }[]): string {
  const counts = new Map<string, number>()
  for (const { reasons } of verdicts)
    for (const word of new Set(reasons.map(reason => reason.word))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].map(([word, count]) => `${word} ${count}`).join(', ')
}

/** Shuffles series of neighboring photos. A series may show one plant, so it stays together. */
function shuffleSeries(images: Image[], random: () => number): Image[] {
  const seriesList = Array.from({ length: Math.ceil(images.length / seriesLength) }, (_, i) =>
    images.slice(i * seriesLength, (i + 1) * seriesLength),
  )
  return seriesList
    .map(series => ({ series, sortKey: random() }))
    .sort((a, b) => a.sortKey - b.sortKey)
    .flatMap(({ series }) => series)
}

async function readPhotos(wanted: string[]): Promise<Image[]> {
  const images: Image[] = []
  for (const folder of folders) {
    const rows = (await readLabels(folder)).filter(
      ({ source, split }) => wanted.includes(source ?? '') && !split?.startsWith('test'),
    )
    for (const { path, product_class, crop } of rows.sort(byPath)) {
      const label = healthClasses.find(name => name === product_class)
      if (label === undefined) continue
      const { resized } = await decodePhoto(await readFile(join(folder, path)))
      const { embeddings } = await network(createInputTensor(resized, card))
      const embedding = Float32Array.from(averageEmbedding(embeddings, card.embeddingSize))
      images.push({ hash: path, embedding, label, crop })
    }
  }
  return images
}

function byPath(a: Label, b: Label): number {
  return a.path < b.path ? -1 : 1
}
