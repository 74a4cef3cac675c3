// Measures the CPU time of a training session: the refit of the head, and the promotion gate. The images are synthetic:
// validation embeddings of the shipped model with up to 20 % noise, and labels of which one in ten is wrong.

import { readBaseStatistics } from '../../packages/vision/src/node/base-statistics-file.ts'
import { findModelDir, getShippedModelsDir, readModelFiles } from '../../packages/vision/src/node/model-files.ts'
import { evaluatePromotion } from '../../packages/vision/src/refit/promotion-gate.ts'
import { refitHead, type TrainingImage } from '../../packages/vision/src/refit/refit-head.ts'
import { readIntegerOption } from '../support/measure.ts'
import { createRandom } from '../support/random.ts'

const maxImages = readIntegerOption('images', 10_000)

const dir = await findModelDir(getShippedModelsDir(), undefined)
const { card, head } = await readModelFiles(dir)
const base = await readBaseStatistics(dir)
console.log(`model ${card.version}; CPU time in milliseconds\n`)
console.log('images    refit     gate      lambda    loss before and after')
for (const count of [25, 100, 1000, maxImages]) {
  const images = createImages(count)
  const refitRun = measureCpu(() => refitHead(base, { card, head }, images))
  const holdout = images.slice(0, count / 5)
  const gateRun = measureCpu(() => evaluatePromotion(base, card, head, refitRun.result.head, holdout, head))
  const { lambda, loss } = refitRun.result
  const columns = [count, refitRun.cpuMs, gateRun.cpuMs, lambda].map(value => String(value).padEnd(10))
  console.log(`${columns.join('')}${loss.before.toFixed(3)} ${loss.after.toFixed(3)}`)
}

function createImages(count: number): TrainingImage[] {
  const { embeddings, photos } = base.validation
  const random = createRandom(count)
  return Array.from({ length: count }, (_, i) => {
    const index = i % photos.length
    const { label, crop } = photos[index] ?? { label: 'healthy', crop: 'maize' }
    const values = embeddings.slice(index * base.embeddingSize, (index + 1) * base.embeddingSize)
    const embedding = values.map(value => value * (0.8 + 0.4 * random()))
    const noisyLabel = random() < 0.1 ? 'healthy' : label
    return { hash: `image ${i}`, embedding, label: noisyLabel, crop }
  })
}

function measureCpu<T>(run: () => T): { result: T; cpuMs: number } {
  const cpuBefore = process.cpuUsage()
  const result = run()
  const { user, system } = process.cpuUsage(cpuBefore)
  return { result, cpuMs: Math.round((user + system) / 1000) }
}
