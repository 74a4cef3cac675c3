// How much several leaves of one plant gain over one, on simulated plants: photos of one class and source drawn together,
// from the split val alone. LEAF_DATA names the folder of photos. Half of the photos choose the rule, the other half
// measure it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { productClasses } from '../packages/vision/src/card.ts'
import type { Detection, LeafDetection } from '../packages/vision/src/detect.ts'
import { openVision, type Vision } from '../packages/vision/src/node.ts'
import { detectPlant, type PlantRule, plantRule } from '../packages/vision/src/plant.ts'
import { calibrationError } from '../packages/vision/src/scores.ts'
import { labelsOf, readLabels } from '../server/src/detection/labels-file.ts'
import { numberGiven } from './load.ts'

const folder = process.env.LEAF_DATA
if (!folder) throw new Error('LEAF_DATA must name a folder of leaf photos with a labels.csv')
const plants = numberGiven('plants', 6000)
const most = 6

type Leaf = { truth: string; group: string; isField: boolean; detection: Detection }
/** Photos of one plant, and whether a further one shows a leaf that was photographed before. */
type Plant = { truth: string; photos: Detection[] }

const vision = await openVision()
const { labels } = labelsOf(await readLabels(folder), ['val'])
const leaves = await readLeaves(vision)
await vision.close()

const halves = [0, 1].map(half => groupsOf(leaves.filter((_, i) => i % 2 === half)))
const [choosing = [], measuring = []] = halves
console.log(`${leaves.length} photos; model ${vision.card.version}; ${plants} plants a line\n`)
chooseRule()
for (const [title, groups] of [
  ['all photos', measuring],
  [
    'field photos',
    measuring.map(group => group.filter(({ isField }) => isField)).filter(({ length }) => length >= most),
  ],
] as const)
  for (const repeats of [0, 0.5]) {
    console.log(`\n${title} (${groups.flat().length}), each further leaf new in ${(1 - repeats) * 100} of 100 cases`)
    console.log('leaves  accuracy  answered  right of answered  calibration error')
    for (const count of [1, 2, 3, 4, 6])
      console.log(`${String(count).padEnd(8)}${lineOf(measure(groups, count, repeats, plantRule))}`)
  }

async function readLeaves(open: Vision): Promise<Leaf[]> {
  const rows = labels.filter(({ product_class }) => ['common_rust', 'healthy', 'other_disease'].includes(product_class))
  const read: Leaf[] = []
  const waiting = rows.entries()
  const work = async () => {
    for (const [i, { path, crop, disease, source = '', product_class, setting }] of waiting) {
      const detection = await open.detect(await readFile(join(folder ?? '', path)))
      read[i] = { truth: product_class, group: [crop, disease, source].join(), isField: setting === 'field', detection }
    }
  }
  await Promise.all([work(), work(), work(), work()])
  return read
}

/** Photos that may be of one plant; groups too small to fill one are left out. */
function groupsOf(photos: Leaf[]): Leaf[][] {
  const names = [...new Set(photos.map(({ group }) => group))]
  return names.map(name => photos.filter(({ group }) => group === name)).filter(({ length }) => length >= most)
}

/** Numbers from 0 to 1, the same on every run. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function drawPlant(groups: Leaf[][], photos: Leaf[], count: number, repeats: number, next: () => number): Plant {
  const first = photos[Math.floor(next() * photos.length)]
  const unseen = groups.find(group => group[0]?.group === first?.group)?.filter(leaf => leaf !== first) ?? []
  const chosen = first ? [first] : []
  while (chosen.length < count) {
    const again = chosen[Math.floor(next() * chosen.length)]
    const [fresh] = next() < repeats ? [again] : unseen.splice(Math.floor(next() * unseen.length), 1)
    if (fresh) chosen.push(fresh)
  }
  return { truth: first?.truth ?? '', photos: chosen.map(({ detection }) => detection) }
}

type Measured = { accuracy: number; answered: number; rightOfAnswered: number; gap: number; loss: number }

/** A plant of which no photo shows a leaf gets no answer and is not right. */
function measure(groups: Leaf[][], count: number, repeats: number, rule: PlantRule): Measured {
  const next = chance(count)
  const all = groups.flat()
  const sums = { right: 0, answered: 0, rightOfAnswered: 0, loss: 0 }
  const answers: [number, boolean][] = []
  for (let i = 0; i < plants; i++) {
    const { truth, photos } = drawPlant(groups, all, count, repeats, next)
    const shown = photos.filter((photo): photo is LeafDetection => photo.isLeaf)
    if (shown.length === 0) continue
    const joint = detectPlant(shown, vision.card, rule)
    const isRight = joint.rustClass === truth
    const isAnswered = joint.verdict === 'confident'
    sums.right += isRight ? 1 : 0
    sums.answered += isAnswered ? 1 : 0
    sums.rightOfAnswered += isAnswered && isRight ? 1 : 0
    const given = productClasses.find(name => name === truth)
    sums.loss -= Math.log(Math.max(given ? joint.product[given] : 0, 1e-9))
    answers.push([joint.probabilities[joint.rustClass], isRight])
  }
  return {
    accuracy: sums.right / plants,
    answered: sums.answered / plants,
    rightOfAnswered: sums.rightOfAnswered / Math.max(1, sums.answered),
    gap: calibrationError(answers),
    loss: sums.loss / Math.max(1, answers.length),
  }
}

function lineOf({ accuracy, answered, rightOfAnswered, gap }: Measured): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  return `${percent(accuracy).padEnd(10)}${percent(answered).padEnd(10)}${percent(rightOfAnswered).padEnd(19)}${gap.toFixed(4)}`
}

/** What every rule loses on the choosing half, where each further leaf is in half of the cases one seen before. */
function chooseRule(): void {
  console.log('log loss on the choosing half, plants of 2, 3, 4 and 6 leaves, every second leaf new')
  const floors = [1e-6, 1e-4, 1e-3, 1e-2]
  console.log(`independence  ${floors.map(floor => `floor ${floor}`.padEnd(14)).join('')}`)
  for (const independence of [0, 0.25, 0.5, 0.75, 1]) {
    const losses = floors.map(floor => {
      const each = [2, 3, 4, 6].map(count => measure(choosing, count, 0.5, { independence, floor }).loss)
      return (each.reduce((sum, loss) => sum + loss, 0) / each.length).toFixed(4).padEnd(14)
    })
    console.log(`${String(independence).padEnd(14)}${losses.join('')}`)
  }
}
