// Prints a digest of every intermediate result of photos: input of the network, quality, segmentation, heat map and answer.
// A change for speed must leave all of them as they are: run this before and after, and compare with diff.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renderHeatmap } from '../../packages/vision/src/heatmap/heatmap.ts'
import { segmentPhoto } from '../../packages/vision/src/heatmap/segmentation.ts'
import { diagnosePhoto } from '../../packages/vision/src/inference/diagnose.ts'
import { computeViewSquare } from '../../packages/vision/src/inference/rgb-image.ts'
import { createInputTensor } from '../../packages/vision/src/inference/tensor.ts'
import { findModelDir, getShippedModelsDir, readModelFiles } from '../../packages/vision/src/node/model-files.ts'
import { openNetwork } from '../../packages/vision/src/node/network.ts'
import { decodePhoto } from '../../packages/vision/src/node/photo-codec.ts'
import { perceptualHash } from '../../packages/vision/src/quality/perceptual-hash.ts'
import { measureQuality } from '../../packages/vision/src/quality/photo-quality.ts'
import { readIntegerOption } from '../support/load.ts'

const dataDir = process.env.LEAF_DATA
if (dataDir === undefined) throw new Error('LEAF_DATA names no folder of leaf photos')
const photoCount = readIntegerOption('photos', 120)
const { card, head, networkPath } = await readModelFiles(await findModelDir(getShippedModelsDir(), undefined))
const model = { card, head, network: await openNetwork(networkPath, card) }

const valDir = join(dataDir, 'val')
const files = (await readdir(valDir, { recursive: true })).filter(name => /\.(jpe?g|png)$/i.test(name)).sort()
const step = Math.max(1, Math.floor(files.length / photoCount))
for (const file of files.filter((_, i) => i % step === 0).slice(0, photoCount))
  console.log(`${file} ${(await computeDigests(join(valDir, file))).join(' ')}`)

async function computeDigests(file: string): Promise<string[]> {
  const { resized, width, height } = await decodePhoto(await readFile(file))
  const original = { width, height }
  const { scale } = card.views[0]
  const tensor = createInputTensor(resized, card)
  const { features } = await model.network(tensor)
  const square = computeViewSquare(resized.width, resized.height, scale)
  const segmentation = segmentPhoto(resized, square, features, head, card)
  // Rendered for healthy leaves as well, so that every photo has one.
  const heatmap = renderHeatmap(
    segmentation,
    original,
    computeViewSquare(width, height, scale),
    'common_rust',
    card.thresholds.heat,
  )
  const { viewEmbeddings, embedding, heatmap: shownHeatmap, ...answer } = await diagnosePhoto(resized, original, model)
  return [
    tensor,
    JSON.stringify([measureQuality(resized, original), String(perceptualHash(resized))]),
    segmentation.leaf.values,
    segmentation.affected.values,
    heatmap?.data ?? '',
    shownHeatmap?.data ?? '',
    viewEmbeddings,
    embedding,
    JSON.stringify(answer),
  ].map(digest)
}

function digest(content: string | Uint8Array | Float32Array | Float64Array): string {
  const bytes =
    typeof content === 'string' ? content : new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}
