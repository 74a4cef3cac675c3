// How long a training session's arithmetic takes: the head refitted to many images, and the gate. The images are drawn:
// validation embeddings of the shipped model, each value changed by up to a fifth, with the labels of their photos, of
// which one in ten is wrong.
import { gate } from '../packages/vision/src/gate.ts'
import { readBaseStatistics } from '../packages/vision/src/node/base-file.ts'
import { findModelDir, readModelFiles, shippedModelsDir } from '../packages/vision/src/node/model-files.ts'
import { refitHead, type TrainingImage } from '../packages/vision/src/refit.ts'
import { numberGiven } from './load.ts'

const most = numberGiven('images', 10_000)

const dir = await findModelDir(shippedModelsDir(), undefined)
const { card, head } = await readModelFiles(dir)
const base = await readBaseStatistics(dir)
console.log(`model ${card.version}; milliseconds of processor time\n`)
console.log('images    refit     gate      caution   loss before and after')
for (const count of [25, 100, 1000, most]) {
  const images = drawnImages(count)
  const refitted = timed(() => refitHead(base, { card, head }, images))
  const held = images.slice(0, count / 5)
  const gated = timed(() => gate(base, card, head, refitted.found.head, held, head))
  const { caution, loss } = refitted.found
  const columns = [count, refitted.spent, gated.spent, caution].map(value => String(value).padEnd(10))
  console.log(`${columns.join('')}${loss.before.toFixed(3)} ${loss.after.toFixed(3)}`)
}

function drawnImages(count: number): TrainingImage[] {
  const { embeddings, photos } = base.validation
  const next = chance(count)
  return Array.from({ length: count }, (_, i) => {
    const at = i % photos.length
    const { truth, crop } = photos[at] ?? { truth: 'healthy', crop: 'maize' }
    const values = embeddings.slice(at * base.embeddingSize, (at + 1) * base.embeddingSize)
    const embedding = values.map(value => value * (0.8 + 0.4 * next()))
    const label = next() < 0.1 ? 'healthy' : truth
    return { hash: `image ${i}`, embedding, label, crop }
  })
}

/** Numbers from 0 to 1, the same on every run. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function timed<T>(work: () => T): { found: T; spent: number } {
  const before = process.cpuUsage()
  const found = work()
  const { user, system } = process.cpuUsage(before)
  return { found, spent: Math.round((user + system) / 1000) }
}
