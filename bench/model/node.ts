// Measures the time of a photo in Node: the network alone on one and two threads of ONNX Runtime, and the whole diagnosis
// from JPEG bytes to answer with one and with two photos in parallel.
import * as ort from 'onnxruntime-node'
import { findModelDir, getShippedModelsDir, readModelFiles } from '../../packages/vision/src/node/model-files.ts'
import { openVision } from '../../packages/vision/src/node/vision.ts'
import { percentile, readIntegerOption } from '../support/load.ts'
import { createPhotos } from '../support/uploads.ts'

const runs = readIntegerOption('runs', 40)
const rounds = readIntegerOption('rounds', 3)
const sizes = [
  [1600, 1200],
  [1024, 1024],
] as const

const { card, networkPath } = await readModelFiles(await findModelDir(getShippedModelsDir(), undefined))
const photos = await createPhotos(sizes, 8)
console.log(
  `model ${card.version}, ${card.views.length} views of ${card.inputSize} px; JPEGs of ${sizes.map(size => size.join(' x ')).join(' and ')} px\n`,
)
await measureInTurns('network alone', await Promise.all([1, 2].map(createNetworkRun)))
const [one, two] = await Promise.all([1, 2].map(threads => openVision({ threads, maxQueueSize: 100 })))
if (one === undefined || two === undefined) throw new Error('The model did not open')
const getPhoto = (index: number) => photos[index % photos.length] ?? Buffer.alloc(0)
await measureInTurns('decode, views, network, heat map, re-encoding', [
  async index => void (await one.diagnose(getPhoto(index))),
  // Two photos in parallel: the time per photo is half of the total.
  async index => void (await Promise.all([two.diagnose(getPhoto(index)), two.diagnose(getPhoto(index + 1))])),
])
await Promise.all([one.close(), two.close()])

async function createNetworkRun(threads: number): Promise<() => Promise<void>> {
  const session = await ort.InferenceSession.create(networkPath, {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
  })
  const shape = [card.views.length, 3, card.inputSize, card.inputSize]
  const values = Float32Array.from({ length: shape.reduce((product, side) => product * side, 1) }, (_, i) =>
    Math.sin(i),
  )
  return async () => void (await session.run({ image: new ort.Tensor('float32', values, shape) }))
}

/** Measures the variants in turns, so that other load on the machine affects both. */
async function measureInTurns(name: string, variants: ((index: number) => Promise<void>)[]): Promise<void> {
  const times: number[][] = variants.map(() => [])
  for (let round = 0; round <= rounds; round++)
    for (const [i, runOnce] of variants.entries())
      for (let index = 0; index < runs; index++) {
        const startedAt = performance.now()
        await runOnce(index)
        // The first round is a warm-up.
        if (round > 0) times[i]?.push(performance.now() - startedAt)
      }
  console.log(name)
  const isPair = name !== 'network alone'
  for (const [i, durations] of times.entries()) {
    const perPhoto = isPair && i === 1 ? durations.map(ms => ms / 2) : durations
    const title = i === 0 ? '1 thread ' : `2 threads${isPair ? ', a photo each' : ''}`
    console.log(
      `  ${title}: p50 ${percentile(perPhoto, 0.5).toFixed(1)} ms a photo, p95 ${percentile(perPhoto, 0.95).toFixed(1)} ms`,
    )
  }
  const [first = [], second = []] = times
  const ratio = percentile(second, 0.5) / percentile(first, 0.5) / (isPair ? 2 : 1)
  console.log(`  two threads take ${ratio.toFixed(2)} of the time of one (p50)\n`)
}
