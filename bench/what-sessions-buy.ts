// What training sessions buy: a model that has never seen one source's photos gets them as experts' uploads, 25 at a time,
// and after each session its answers about other photos of that source are counted, and those about all other photos.
//
//   node --import tsx bench/what-sessions-buy.ts --model DIR --source CCMT-maize [--sessions 16]
//
// DIR is a model trained and exported without the source (ml/train.py, left_out_sources; ml/export.py; ml/base_statistics.py).
// LEAF_DATA names the folder of photos: the split train of the source is uploaded, the split val of it is asked.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { answerTo } from '../packages/vision/src/answer.ts'
import { contradictionOf } from '../packages/vision/src/contradiction.ts'
import { type Compared, gate } from '../packages/vision/src/gate.ts'
import { averageEmbedding, type Head } from '../packages/vision/src/head.ts'
import { heldBackOf, seriesLength } from '../packages/vision/src/held-back.ts'
import { readBaseStatistics } from '../packages/vision/src/node/base-file.ts'
import { readModelFiles } from '../packages/vision/src/node/model-files.ts'
import { openNetwork } from '../packages/vision/src/node/network.ts'
import { readPhoto } from '../packages/vision/src/node/photo.ts'
import { refitHead, type TrainingImage } from '../packages/vision/src/refit.ts'
import { type JudgedClass, judgedClasses } from '../packages/vision/src/scores.ts'
import { photoTensor } from '../packages/vision/src/tensor.ts'
import { type Label, labelsOf, readLabels } from '../server/src/detection/labels-file.ts'

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
const step = 25

const { card, head: shipped, networkPath } = await readModelFiles(dir)
const network = await openNetwork(networkPath, card)
const base = await readBaseStatistics(dir)
const rows = (await readLabels(folder)).filter(label => label.source === source && isJudged(label.product_class))
const uploads = await readPhotos(inSeries(labelsOf(rows, ['train']).labels).slice(0, Number(values.sessions) * step))
const asked = await readPhotos(labelsOf(rows, ['val']).labels)
const crop = rows[0]?.crop ?? ''

console.log(`${card.version}: ${uploads.length} uploads of ${source}, ${asked.length} other photos of it asked,`)
console.log(
  `${base.validation.photos.length} validation photos of other sources; right answers as a farmer gets them\n`,
)
const doubted = uploads.filter(image => contradictionOf(image, shipped, card).isStrong).length
console.log(`${doubted} of the uploads contradict the model and wait for a second expert, who here confirms each\n`)
console.log('images  learnt  held  caution  refit  active  promoted, or why not')
console.log(
  `0       0       0     -        ${percent(rightOf(shipped), asked.length)}  ${percent(rightOf(shipped), asked.length)}`,
)

let active = shipped
let last: ReturnType<typeof gate> | null = null
for (let count = step; count <= uploads.length; count += step) {
  const sent = uploads.slice(0, count)
  const held = heldBackOf(sent.map(({ hash }, ordinal) => ({ hash, uploader: 'expert', ordinal })))
  const learnt = sent.filter(({ hash }) => !held.has(hash))
  const { head, caution } = refitHead(base, { card, head: shipped }, learnt)
  const verdict = gate(
    base,
    card,
    active,
    head,
    sent.filter(({ hash }) => held.has(hash)),
    shipped,
  )
  if (verdict.isPromoted) active = head
  const why = verdict.reasons.map(reason => ('class' in reason ? `${reason.word} ${reason.class}` : reason.word))
  const numbers = [String(count).padEnd(8), String(learnt.length).padEnd(8), String(held.size).padEnd(6)]
  const shares = [percent(rightOf(head), asked.length), percent(rightOf(active), asked.length)]
  console.log(`${numbers.join('')}${String(caution).padEnd(9)}${shares.join('  ')}  ${why.join(', ') || 'promoted'}`)
  last = gate(base, card, shipped, active, [], shipped)
}
console.log('\nvalidation photos of other sources, before and after the last session')
for (const { class: name, crop, before, after } of last?.figures.groups ?? [])
  console.log(`${name.padEnd(14)} ${(crop ?? 'all crops').padEnd(10)} ${compared({ before, after })}`)
if (last) console.log(`all${' '.repeat(23)}${compared(last.figures.validation)}`)
for (const name of new Set(base.validation.photos.map(photo => photo.crop)))
  console.log(`${name === crop ? `${name}, other sources` : name}`.padEnd(26) + compared(ofCrop(name)))

function ofCrop(name: string): Compared {
  const groups = last?.figures.groups.filter(group => group.crop === name) ?? []
  const sum = (when: 'before' | 'after') => ({
    right: groups.reduce((total, group) => total + group[when].right, 0),
    photos: groups.reduce((total, group) => total + group[when].photos, 0),
  })
  return { before: sum('before'), after: sum('after') }
}

function compared({ before, after }: Compared): string {
  return `${percent(before.right, before.photos)} -> ${percent(after.right, after.photos)}  (${before.photos})`
}

function rightOf(head: Head): number {
  return asked.filter(({ embedding, label }) => {
    const detection = answerTo(embedding, head, card)
    return (detection.isLeaf ? detection.rustClass : 'not_leaf') === label
  }).length
}

function isJudged(name: string): name is JudgedClass {
  return judgedClasses.some(judged => judged === name)
}

/** Runs of neighbours, which may show one plant, stay together; the runs come in a drawn order. */
function inSeries(labels: Label[]): Label[] {
  const sorted = [...labels].sort((a, b) => (a.path < b.path ? -1 : 1))
  const runs = Array.from({ length: Math.ceil(sorted.length / seriesLength) }, (_, i) =>
    sorted.slice(i * seriesLength, (i + 1) * seriesLength),
  )
  const next = chance(Number(values.seed))
  return runs
    .map(run => ({ run, draw: next() }))
    .sort((a, b) => a.draw - b.draw)
    .flatMap(({ run }) => run)
}

async function readPhotos(labels: Label[]): Promise<TrainingImage[]> {
  const images: TrainingImage[] = []
  for (const { path, product_class, crop } of labels) {
    const { small } = await readPhoto(await readFile(join(folder ?? '', path)))
    const { embeddings } = await network(photoTensor(small, card))
    const embedding = Float32Array.from(averageEmbedding(embeddings, card.embeddingSize))
    if (isJudged(product_class)) images.push({ hash: path, embedding, label: product_class, crop })
  }
  return images
}

/** Numbers from 0 to 1, the same on every run. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function percent(right: number, of: number): string {
  return `${((100 * right) / Math.max(1, of)).toFixed(1)} %`
}
