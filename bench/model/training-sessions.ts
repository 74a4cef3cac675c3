// Measures the gain from training sessions. A model that was trained without one source gets its photos as experts' uploads,
// 25 at a time. After each session it is tested on other photos of that source and on the validation photos of all others.
//
//   node --import tsx bench/model/training-sessions.ts --model DIR --source CCMT-maize [--sessions 16]
//
// DIR is a model that was trained and exported without the source, see README.md. LEAF_DATA names the folder of photos: the
// train split of the source is uploaded, its val split is the test set.
import { classifyEmbedding } from '../../packages/vision/src/inference/detect.ts'
import type { Head } from '../../packages/vision/src/inference/head.ts'
import { selectHoldout } from '../../packages/vision/src/refit/holdout.ts'
import { findContradiction } from '../../packages/vision/src/refit/label-contradiction.ts'
import { type Comparison, evaluatePromotion } from '../../packages/vision/src/refit/promotion-gate.ts'
import { refitHead } from '../../packages/vision/src/refit/refit-head.ts'
import { filterBySplit, readLabels } from '../../server/src/features/detection/evaluation/labels-file.ts'
import { readIntegerOption, readTextOption } from '../support/measure.ts'
import { createRandom } from '../support/random.ts'
import { byPath, openModel, readUploads, shuffleSeries } from './uploads-of-sources.ts'

const [dir, source] = [readTextOption('model'), readTextOption('source')]
const sessions = readIntegerOption('sessions', 16)
const seed = readIntegerOption('seed', 1)
const folder = process.env.LEAF_DATA
if (!folder || !dir || !source) throw new Error('--model, --source and LEAF_DATA are required')
const imagesPerSession = 25

const model = await openModel(dir)
const { card, head: shipped, base } = model
const rows = (await readLabels(folder)).filter(label => label.source === source).sort(byPath)
const shuffled = shuffleSeries(filterBySplit(rows, ['train']).labels, createRandom(seed))
const uploads = await readUploads(model, folder, shuffled.slice(0, sessions * imagesPerSession))
const testImages = await readUploads(model, folder, filterBySplit(rows, ['val']).labels)
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

function formatPercent(correct: number, totalCount: number): string {
  return `${((100 * correct) / Math.max(1, totalCount)).toFixed(1)} %`
}
