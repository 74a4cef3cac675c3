// Measures the gain from training sessions. A model that was trained without one source gets its photos as experts' uploads,
// 25 at a time. After each session it is tested on other photos of that source and on the validation photos of all others.
//
//   node --import tsx bench/model/training-sessions.ts --model DIR --source CCMT-maize [--sessions 16]
//
// DIR is a model that was trained and exported without the source, see README.md. LEAF_DATA names the folder of photos: the
// train split of the source is uploaded, its val split is the test set.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { classifyEmbedding } from '../../packages/vision/src/inference/classify-embedding.ts'
import { averageEmbedding, type Head } from '../../packages/vision/src/inference/head.ts'
import { createInputTensor } from '../../packages/vision/src/inference/tensor.ts'
import { type LabelClass, labelClasses } from '../../packages/vision/src/metrics/metrics.ts'
import { readBaseStatistics } from '../../packages/vision/src/node/base-statistics-file.ts'
import { readModelFiles } from '../../packages/vision/src/node/model-files.ts'
import { openNetwork } from '../../packages/vision/src/node/network.ts'
import { decodePhoto } from '../../packages/vision/src/node/photo-codec.ts'
import { selectHoldout, seriesLength } from '../../packages/vision/src/refit/holdout.ts'
import { findContradiction } from '../../packages/vision/src/refit/label-contradiction.ts'
import { type Comparison, evaluatePromotion } from '../../packages/vision/src/refit/promotion-gate.ts'
import { refitHead, type TrainingImage } from '../../packages/vision/src/refit/refit-head.ts'
import { filterBySplit, type Label, readLabels } from '../../server/src/features/detection/evaluation/labels-file.ts'
import { createRandom } from '../support/random.ts'

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    source: { type: 'string' },
    sessions: { type: 'string', default: '16' },
    seed: { type: 'string', default: '1' },
  },
})
const folder = process.env.LEAF_DATA
const { model: dir, source } = values
if (!folder || !dir || !source) throw new Error('--model, --source and LEAF_DATA are required')
const imagesPerSession = 25

const { card, head: shipped, networkPath } = await readModelFiles(dir)
const network = await openNetwork(networkPath, card)
const base = await readBaseStatistics(dir)
const rows = (await readLabels(folder)).filter(label => label.source === source && isLabelClass(label.product_class))
const uploads = await readPhotos(
  shuffleSeries(filterBySplit(rows, ['train']).labels).slice(0, Number(values.sessions) * imagesPerSession),
)
const testImages = await readPhotos(filterBySplit(rows, ['val']).labels)
const crop = rows[0]?.crop ?? ''

console.log(`${card.version}: ${uploads.length} uploads of ${source}, ${testImages.length} test photos of it,`)
console.log(
  `${base.validation.photos.length} validation photos of other sources; right answers as a farmer gets them\n`,
)
const contradictedCount = uploads.filter(image => findContradiction(image, shipped, card).isStrong).length
console.log(
  `${contradictedCount} of the uploads contradict the model and wait for a second expert, who here confirms each\n`,
)
console.log('images  fitted  held  lambda   refit  active  promoted, or reasons')
console.log(
  `0       0       0     -        ${formatPercent(countCorrect(shipped), testImages.length)}  ${formatPercent(countCorrect(shipped), testImages.length)}`,
)

let active = shipped
let lastVerdict: ReturnType<typeof evaluatePromotion> | null = null
for (let count = imagesPerSession; count <= uploads.length; count += imagesPerSession) {
  const uploaded = uploads.slice(0, count)
  const heldOut = selectHoldout(uploaded.map(({ hash }, ordinal) => ({ hash, uploader: 'expert', ordinal })))
  const trainingImages = uploaded.filter(({ hash }) => !heldOut.has(hash))
  const { head, lambda } = refitHead(base, { card, head: shipped }, trainingImages)
  const verdict = evaluatePromotion(
    base,
    card,
    active,
    head,
    uploaded.filter(({ hash }) => heldOut.has(hash)),
    shipped,
  )
  if (verdict.isPromoted) active = head
  const reasonTexts = verdict.reasons.map(reason =>
    'class' in reason ? `${reason.word} ${reason.class}` : reason.word,
  )
  const numbers = [String(count).padEnd(8), String(trainingImages.length).padEnd(8), String(heldOut.size).padEnd(6)]
  const shares = [
    formatPercent(countCorrect(head), testImages.length),
    formatPercent(countCorrect(active), testImages.length),
  ]
  console.log(
    `${numbers.join('')}${String(lambda).padEnd(9)}${shares.join('  ')}  ${reasonTexts.join(', ') || 'promoted'}`,
  )
  lastVerdict = evaluatePromotion(base, card, shipped, active, [], shipped)
}
console.log('\nvalidation photos of other sources, before and after the last session')
for (const { class: name, crop, before, after } of lastVerdict?.figures.groups ?? [])
  console.log(`${name.padEnd(14)} ${(crop ?? 'all crops').padEnd(10)} ${formatComparison({ before, after })}`)
if (lastVerdict) console.log(`all${' '.repeat(23)}${formatComparison(lastVerdict.figures.validation)}`)
for (const name of new Set(base.validation.photos.map(photo => photo.crop)))
  console.log(`${name === crop ? `${name}, other sources` : name}`.padEnd(26) + formatComparison(sumCrop(name)))

function sumCrop(name: string): Comparison {
  const groups = lastVerdict?.figures.groups.filter(group => group.crop === name) ?? []
  const sum = (side: 'before' | 'after') => ({
    right: groups.reduce((total, group) => total + group[side].right, 0),
    photos: groups.reduce((total, group) => total + group[side].photos, 0),
  })
  return { before: sum('before'), after: sum('after') }
}

function formatComparison({ before, after }: Comparison): string {
  return `${formatPercent(before.right, before.photos)} -> ${formatPercent(after.right, after.photos)}  (${before.photos})`
}

function countCorrect(head: Head): number {
  return testImages.filter(({ embedding, label }) => {
    const detection = classifyEmbedding(embedding, head, card)
    return (detection.isLeaf ? detection.rustClass : 'not_leaf') === label
  }).length
}

function isLabelClass(name: string): name is LabelClass {
  return labelClasses.some(labelClass => labelClass === name)
}

/** Shuffles series of neighboring photos. A series may show one plant, so it stays together. */
function shuffleSeries(labels: Label[]): Label[] {
  const sorted = [...labels].sort((a, b) => (a.path < b.path ? -1 : 1))
  const seriesList = Array.from({ length: Math.ceil(sorted.length / seriesLength) }, (_, i) =>
    sorted.slice(i * seriesLength, (i + 1) * seriesLength),
  )
  const random = createRandom(Number(values.seed))
  return seriesList
    .map(series => ({ series, sortKey: random() }))
    .sort((a, b) => a.sortKey - b.sortKey)
    .flatMap(({ series }) => series)
}

async function readPhotos(labels: Label[]): Promise<TrainingImage[]> {
  const images: TrainingImage[] = []
  for (const { path, product_class, crop } of labels) {
    const { resized } = await decodePhoto(await readFile(join(folder ?? '', path)))
    const { embeddings } = await network(createInputTensor(resized, card))
    const embedding = Float32Array.from(averageEmbedding(embeddings, card.embeddingSize))
    if (isLabelClass(product_class)) images.push({ hash: path, embedding, label: product_class, crop })
  }
  return images
}

function formatPercent(correct: number, totalCount: number): string {
  return `${((100 * correct) / Math.max(1, totalCount)).toFixed(1)} %`
}
