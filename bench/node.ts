// Milliseconds for one photo in Node: the network alone on one and on two threads of ONNX Runtime, and everything from the
// JPEG's bytes to the answer, with one photo and with two under way.
import * as ort from 'onnxruntime-node'
import { findModelDir, readModelFiles, shippedModelsDir } from '../packages/vision/src/node/model-files.ts'
import { openVision } from '../packages/vision/src/node.ts'
import { numberGiven, percentile } from './load.ts'
import { drawnPhotos } from './uploads.ts'

const runs = numberGiven('runs', 40)
const rounds = numberGiven('rounds', 3)
const sizes = [
  [1600, 1200],
  [1024, 1024],
] as const

const { card, networkPath } = await readModelFiles(await findModelDir(shippedModelsDir(), undefined))
const photos = await drawnPhotos(sizes, 8)
console.log(
  `model ${card.version}, ${card.views.length} views of ${card.inputSize} px; JPEGs of ${sizes.map(size => size.join(' x ')).join(' and ')} px\n`,
)
await inTurns('network alone', await Promise.all([1, 2].map(networkOn)))
const [one, two] = await Promise.all([1, 2].map(threads => openVision({ threads, queue: 100 })))
if (one === undefined || two === undefined) throw new Error('The model did not open')
const photoAt = (index: number) => photos[index % photos.length] ?? Buffer.alloc(0)
await inTurns('decode, views, network, heat map, re-encoding', [
  async index => void (await one.diagnose(photoAt(index))),
  // Two at once: each takes as long, or longer, but half of it is meanwhile spent on the other.
  async index => void (await Promise.all([two.diagnose(photoAt(index)), two.diagnose(photoAt(index + 1))])),
])
await Promise.all([one.close(), two.close()])

async function networkOn(threads: number): Promise<() => Promise<void>> {
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

/** With one thread and with two by turns, so that whatever else the machine does falls on both. */
async function inTurns(name: string, works: ((index: number) => Promise<void>)[]): Promise<void> {
  const times: number[][] = works.map(() => [])
  for (let round = 0; round <= rounds; round++)
    for (const [i, work] of works.entries())
      for (let index = 0; index < runs; index++) {
        const began = performance.now()
        await work(index)
        // The first round only warms up.
        if (round > 0) times[i]?.push(performance.now() - began)
      }
  console.log(name)
  const isPair = name !== 'network alone'
  for (const [i, found] of times.entries()) {
    const each = isPair && i === 1 ? found.map(ms => ms / 2) : found
    const title = i === 0 ? '1 thread ' : `2 threads${isPair ? ', a photo each' : ''}`
    console.log(
      `  ${title}: p50 ${percentile(each, 0.5).toFixed(1)} ms a photo, p95 ${percentile(each, 0.95).toFixed(1)} ms`,
    )
  }
  const [first = [], second = []] = times
  const ratio = percentile(second, 0.5) / percentile(first, 0.5) / (isPair ? 2 : 1)
  console.log(`  two threads take ${ratio.toFixed(2)} of the time of one (p50)\n`)
}
