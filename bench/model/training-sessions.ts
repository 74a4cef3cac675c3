// What training sessions buy: a model that has never seen one source's photos gets them as experts' uploads, 25 at a time,
// and after each session its answers about other photos of that source are counted, and those about all other photos.
//
//   node --import tsx bench/model/training-sessions.ts --model DIR --source CCMT-maize [--sessions 16]
//
// DIR is a model trained and exported without the source (ml/train.py, left_out_sources; ml/export.py; ml/base_statistics.py).
// LEAF_DATA names the folder of photos: the split train of the source is uploaded, the split val of it is asked.
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
if (!folder || !dir || !source) throw new Error('give --model and --source, and set LEAF_DATA')
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

console.log(`${card.version}: ${uploads.length} uploads of ${source}, ${testImages.length} other photos of it asked,`)
console.log(
  `${base.validation.photos.length} validation photos of other sources; right answers as a farmer gets them\n`,
)
const contradictedCount = uploads.filter(image => findContradiction(image, shipped, card).isStrong).length
console.log(
  `${contradictedCount} of the uploads contradict the model and wait for a second expert, who here confirms each\n`,
)
console.log('images  learnt  held  caution  refit  active  promoted, or why not')
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

/** Runs of neighbours, which may show one plant, stay together; the runs come in a drawn order. */
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

/** Numbers from 0 to 1, the same on every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function formatPercent(correct: number, totalCount: number): string {
  return `${((100 * correct) / Math.max(1, totalCount)).toFixed(1)} %`
}
