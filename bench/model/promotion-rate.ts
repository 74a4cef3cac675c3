// Measures how often training sessions pass the promotion gate, and what they do to photos that nobody used. A model that was
// trained without some sources gets their photos as the uploads of two experts: with right labels, with wrong labels of one
// expert, and with wrong labels of both. Each draw takes other photos; the rest of these sources is the test set.
//
//   node --import tsx bench/model/promotion-rate.ts --model DIR --sources tannu24-wheat,crack-platoon-rice [--draws 20]
//
// DIR is a model that was trained and exported without the sources, see README.md. LEAF_DATA names the folders of photos.
import { delimiter } from 'node:path'
import { classifyEmbedding } from '../../packages/vision/src/inference/detect.ts'
import type { Head } from '../../packages/vision/src/inference/head.ts'
import { selectHoldout, seriesLength } from '../../packages/vision/src/refit/holdout.ts'
import { evaluatePromotion } from '../../packages/vision/src/refit/promotion-gate.ts'
import { refitHead, type TrainingImage } from '../../packages/vision/src/refit/refit-head.ts'
import { readLabels } from '../../server/src/features/detection/evaluation/labels-file.ts'
import { readIntegerOption, readTextOption } from '../support/measure.ts'
import { createRandom } from '../support/random.ts'
import { byPath, openModel, readUploads, shuffleSeries } from './uploads-of-sources.ts'

const [dir, sources] = [readTextOption('model'), readTextOption('sources')?.split(',')]
const sizes = (readTextOption('sizes') ?? '100').split(',').map(Number)
const drawCount = readIntegerOption('draws', 20)
const seed = readIntegerOption('seed', 1)
const folders = (process.env.LEAF_DATA ?? '').split(delimiter).filter(Boolean)
if (folders.length === 0 || !dir || !sources) throw new Error('--model, --sources and LEAF_DATA are required')

const model = await openModel(dir)
const { card, head: shipped, base } = model
const photos: TrainingImage[] = []
for (const folder of folders) {
  const rows = (await readLabels(folder)).filter(
    ({ source = '', split, product_class }) =>
      sources.includes(source) && !split?.startsWith('test') && product_class !== 'not_leaf',
  )
  photos.push(...(await readUploads(model, folder, rows.sort(byPath))))
}
console.log(`${card.version}: ${photos.length} photos of sources that it was trained without,`)
console.log(`${base.validation.photos.length} validation photos of other sources; ${drawCount} draws each\n`)

type Upload = TrainingImage & { uploader: string; ordinal: number }

/** A `share` of the photos of each wrong expert gets the wrong label. */
const scenarios = [
  { title: 'both experts right', wrongExperts: 0, share: 0 },
  { title: 'one expert: all wrong', wrongExperts: 1, share: 1 },
  { title: 'both: 3 of 10 wrong', wrongExperts: 2, share: 0.3 },
  { title: 'both: all wrong', wrongExperts: 2, share: 1 },
] as const
const wrongLabelFor = {
  common_rust: 'healthy',
  healthy: 'common_rust',
  other_disease: 'healthy',
  not_leaf: 'healthy',
} as const

console.log(
  'labels                     photos  passed  unused photos: passed, change in points   others: change   reasons of the rest',
)
for (const scenario of scenarios)
  for (const size of sizes) {
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
  const random = createRandom(1000 * seed + draw)
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

function countCorrect(images: TrainingImage[], head: Head): number {
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
