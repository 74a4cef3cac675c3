// Measures the gain of several leaves of one plant over one leaf, on simulated plants: random photos of one class and
// source of the split val. LEAF_DATA names the folder of photos. Half of the photos select the pooling
// parameters, the other half evaluate them.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { productClasses } from '../../packages/vision/src/inference/classes.ts'
import type { Detection, LeafDetection } from '../../packages/vision/src/inference/detect.ts'
import { defaultPlantPooling, detectPlant } from '../../packages/vision/src/inference/plant.ts'
import { expectedCalibrationError } from '../../packages/vision/src/metrics/metrics.ts'
import { openVision, type Vision } from '../../packages/vision/src/node/vision.ts'
import { filterBySplit, readLabels } from '../../server/src/features/detection/evaluation/labels-file.ts'
import { readIntegerOption } from '../support/measure.ts'
import { createRandom } from '../support/random.ts'

const folder = process.env.LEAF_DATA
if (!folder) throw new Error('LEAF_DATA must name a folder of leaf photos with a labels.csv')
const plants = readIntegerOption('plants', 6000)
const maxLeaves = 6

type Leaf = { label: string; group: string; isField: boolean; detection: Detection }
/** A simulated plant; a photo may occur more than once, for a leaf that is photographed again. */
type Plant = { label: string; photos: Detection[] }

const vision = await openVision()
const { labels } = filterBySplit(await readLabels(folder), ['val'])
const leaves = await readLeaves(vision)
await vision.close()

const [selectionGroups, plantGroups] = [0, 1].map(half => groupLeaves(leaves.filter((_, i) => i % 2 === half))) as [
  Leaf[][],
  Leaf[][],
]
console.log(`${leaves.length} photos; model ${vision.card.version}; ${plants} plants a line\n`)
comparePoolingParams()
for (const [title, groups] of [
  ['all photos', plantGroups],
  [
    'field photos',
    plantGroups.map(group => group.filter(({ isField }) => isField)).filter(({ length }) => length >= maxLeaves),
  ],
] as const)
  for (const repeatProbability of [0, 0.5]) {
    console.log(
      `\n${title} (${groups.flat().length}), each further leaf new in ${(1 - repeatProbability) * 100} of 100 cases`,
    )
    console.log('leaves  accuracy  coverage  selective accuracy  calibration error')
    for (const count of [1, 2, 3, 4, 6])
      console.log(`${String(count).padEnd(8)}${measure(groups, count, repeatProbability).columns}`)
  }

async function readLeaves(openedVision: Vision): Promise<Leaf[]> {
  const rows = labels.filter(({ product_class }) => ['common_rust', 'healthy', 'other_disease'].includes(product_class))
  const results: Leaf[] = []
  const entries = rows.entries()
  const readNext = async () => {
    for (const [i, { path, crop, disease, source = '', product_class, setting }] of entries) {
      const detection = await openedVision.detect(await readFile(join(folder ?? '', path)))
      results[i] = {
        label: product_class,
        group: [crop, disease, source].join(),
        isField: setting === 'field',
        detection,
      }
    }
  }
  await Promise.all([readNext(), readNext(), readNext(), readNext()])
  return results
}

/** Groups photos that may be of one plant. Groups smaller than the largest plant are left out. */
function groupLeaves(photos: Leaf[]): Leaf[][] {
  const names = [...new Set(photos.map(({ group }) => group))]
  return names.map(name => photos.filter(({ group }) => group === name)).filter(({ length }) => length >= maxLeaves)
}

function drawPlant(
  groups: Leaf[][],
  photos: Leaf[],
  count: number,
  repeatProbability: number,
  random: () => number,
): Plant {
  const first = photos[Math.floor(random() * photos.length)]
  const remaining = groups.find(group => group[0]?.group === first?.group)?.filter(leaf => leaf !== first) ?? []
  const chosen = first ? [first] : []
  while (chosen.length < count) {
    const repeated = chosen[Math.floor(random() * chosen.length)]
    const [nextLeaf] =
      random() < repeatProbability ? [repeated] : remaining.splice(Math.floor(random() * remaining.length), 1)
    if (nextLeaf) chosen.push(nextLeaf)
  }
  return { label: first?.label ?? '', photos: chosen.map(({ detection }) => detection) }
}

/** Simulates plants and measures the answers. A plant without a recognized leaf counts as wrong. */
function measure(groups: Leaf[][], count: number, repeatProbability: number, pooling = defaultPlantPooling) {
  const random = createRandom(count)
  const allLeaves = groups.flat()
  let [correct, confident, confidentAndCorrect, loss] = [0, 0, 0, 0]
  const answers: [number, boolean][] = []
  for (let i = 0; i < plants; i++) {
    const { label, photos } = drawPlant(groups, allLeaves, count, repeatProbability, random)
    const leafPhotos = photos.filter((photo): photo is LeafDetection => photo.isLeaf)
    if (leafPhotos.length === 0) continue
    const joint = detectPlant(leafPhotos, vision.card, null, pooling)
    const isCorrect = joint.rustClass === label
    const isConfident = joint.verdict === 'confident'
    correct += Number(isCorrect)
    confident += Number(isConfident)
    confidentAndCorrect += Number(isConfident && isCorrect)
    const knownClass = productClasses.find(name => name === label)
    loss -= Math.log(Math.max(knownClass ? joint.productProbabilities[knownClass] : 0, 1e-9))
    answers.push([joint.probabilities[joint.rustClass], isCorrect])
  }
  const percent = (share: number, width: number) => `${(share * 100).toFixed(1)} %`.padEnd(width)
  const columns =
    percent(correct / plants, 10) +
    percent(confident / plants, 10) +
    percent(confidentAndCorrect / Math.max(1, confident), 19) +
    expectedCalibrationError(answers).toFixed(4)
  return { columns, loss: loss / Math.max(1, answers.length) }
}

/** Prints the log loss of each parameter pair on the selection half, with half of the further photos repeated. */
function comparePoolingParams(): void {
  console.log('log loss on the selection half, plants of 2, 3, 4 and 6 leaves, every second leaf new')
  const floors = [1e-6, 1e-4, 1e-3, 1e-2]
  console.log(`independence  ${floors.map(floor => `floor ${floor}`.padEnd(16)).join('')}`)
  for (const independence of [0, 0.25, 0.5, 0.75, 1]) {
    const losses = floors.map(floor => {
      const each = [2, 3, 4, 6].map(count => measure(selectionGroups, count, 0.5, { independence, floor }).loss)
      return (each.reduce((sum, loss) => sum + loss, 0) / each.length).toFixed(4).padEnd(16)
    })
    console.log(`${String(independence).padEnd(14)}${losses.join('')}`)
  }
}
