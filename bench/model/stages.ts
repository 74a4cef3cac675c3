// Measures the stages of a diagnosis in Node, one after the other on one thread, from JPEG bytes to stored photo and heat map.
import { segmentPhoto } from '../../packages/vision/src/heatmap/segmentation.ts'
import { findSpots } from '../../packages/vision/src/heatmap/spots.ts'
import { answerEmbeddings } from '../../packages/vision/src/inference/detect.ts'
import { computeViewSquare } from '../../packages/vision/src/inference/rgb-image.ts'
import { createInputTensor } from '../../packages/vision/src/inference/tensor.ts'
import { findModelDir, getShippedModelsDir, readModelFiles } from '../../packages/vision/src/node/model-files.ts'
import { openNetwork } from '../../packages/vision/src/node/network.ts'
import {
  decodePhoto,
  encodeHeatmap,
  encodeStoredPhoto,
  packHeatmap,
} from '../../packages/vision/src/node/photo-codec.ts'
import { measureQuality } from '../../packages/vision/src/quality/photo-quality.ts'
import { percentile, readIntegerOption } from '../support/measure.ts'
import { createPhotos } from '../support/uploads.ts'

const runs = readIntegerOption('runs', 60)
const width = readIntegerOption('width', 1600)
const height = readIntegerOption('height', 1200)

const { card, head, networkPath } = await readModelFiles(await findModelDir(getShippedModelsDir(), undefined))
const network = await openNetwork(networkPath, card)
const photos = await createPhotos([[width, height]], 4)
const { scale } = card.views[0]
const durations = new Map<string, number[]>()

async function measure<Result>(stage: string, run: () => Result | Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  const result = await run()
  const times = durations.get(stage) ?? []
  times.push(performance.now() - startedAt)
  durations.set(stage, times)
  return result
}

for (let run = 0; run < runs; run++) {
  // The first runs are a warm-up.
  if (run === 15) durations.clear()
  const bytes = photos[run % photos.length] ?? Buffer.alloc(0)
  const decoded = await measure('decode', () => decodePhoto(bytes))
  const photo = decoded.resized
  const tensor = await measure('input of the network', () => createInputTensor(photo, card))
  const { features, embeddings } = await measure('network', () => network(tensor))
  await measure('answer', () => answerEmbeddings(embeddings, { card, head }, null))
  await measure('quality', () => measureQuality(photo, decoded))
  const square = computeViewSquare(photo.width, photo.height, scale)
  const segmentation = await measure('segmentation', () => segmentPhoto(photo, square, features, head, card))
  const originalSquare = computeViewSquare(decoded.width, decoded.height, scale)
  const heatmap = await measure('spots', () =>
    packHeatmap({ rustClass: 'common_rust', width, height, square: originalSquare, spots: findSpots(segmentation) }),
  )
  await measure('stored photo', () => encodeStoredPhoto(bytes))
  await measure('heat map on demand', () => encodeHeatmap(heatmap))
}

// The lower quartile, because other load on the machine only adds time.
const times = [...durations].map(([stage, all]) => ({ stage, ms: percentile(all, 0.25) }))
const total = times.reduce((sum, { ms }) => sum + ms, 0)
console.log(`JPEG of ${width} x ${height} px, model ${card.version}, lower quartile of ${runs - 15} runs`)
for (const { stage, ms } of times)
  console.log(`  ${stage.padEnd(22)} ${ms.toFixed(2).padStart(6)} ms  ${((100 * ms) / total).toFixed(0).padStart(3)} %`)
const ownStages = ['input of the network', 'answer', 'quality', 'segmentation', 'spots']
const own = times.reduce((sum, { stage, ms }) => (ownStages.includes(stage) ? sum + ms : sum), 0)
console.log(`  total ${total.toFixed(1)} ms, own JavaScript ${own.toFixed(1)} ms`)
