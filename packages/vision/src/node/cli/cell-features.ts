// Prints the cell features of photos for ml/kutu_ml/affected/fit.py, which fits and measures the segmentation on the shipped code.
//
//   npx tsx packages/vision/src/node/cli/cell-features.ts MODEL_DIR DATA_DIR < paths    (one path per line)
//
// Output: one JSON object per line, first about the model, then about each photo.

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { cellFeatureNames, computeCellFeatures } from '../../heatmap/cell-features.ts'
import { computeLeafMask, maskSize, minLeafShare, resizeToMaskGrid } from '../../heatmap/leaf-mask.ts'
import { segmentPhoto } from '../../heatmap/segmentation.ts'
import { findSpots } from '../../heatmap/spots.ts'
import { diagnoseImage, type Model } from '../../inference/detect.ts'
import { computeViewSquare } from '../../inference/rgb-image.ts'
import { createInputTensor } from '../../inference/tensor.ts'
import { readModelFiles } from '../model-files.ts'
import { openNetwork } from '../network.ts'
import { decodePhoto } from '../photo-codec.ts'

/**
 * Half width in log-odds of the interval around an estimated area that covers the true share of 8 in 10 leaves with hand-drawn
 * masks (`spread` in ml/results/affected.json).
 */
const areaLogOddsMargin = 1.5

const [modelDir, dataDir] = process.argv.slice(2)
if (modelDir === undefined || dataDir === undefined) throw new Error('usage: cell-features.ts MODEL_DIR DATA_DIR')
const { card, head, networkPath } = await readModelFiles(modelDir)
const model: Model = { card, head, network: await openNetwork(networkPath, card) }

writeLine({
  version: card.version,
  size: maskSize,
  least_leaf: minLeafShare,
  evidence: cellFeatureNames,
  spread: areaLogOddsMargin,
})
for await (const line of createInterface({ input: process.stdin })) {
  if (line !== '') writeLine(await describePhoto(line))
}

function writeLine(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

async function describePhoto(photoPath: string) {
  const photo = await decodePhoto(await readFile(path.join(String(dataDir), photoPath)))
  const { resized } = photo
  const square = computeViewSquare(resized.width, resized.height, card.views[0].scale)
  const planes = resizeToMaskGrid(resized, square)
  const mask = computeLeafMask(planes)
  const { features } = await model.network(createInputTensor(resized, card))
  const evidence = computeCellFeatures(planes, mask, features, head, card)
  const { detection, affectedArea } = await diagnoseImage(resized, photo, model)
  return {
    path: photoPath,
    answer: detection.isLeaf ? detection.rustClass : 'not_leaf',
    affected_area: affectedArea,
    mask: toBase64(mask.values),
    spots: toBase64(findSpots(segmentPhoto(resized, square, features, head, card))),
    evidence: cellFeatureNames.map(featureName => toBase64(evidence[featureName])),
  }
}

function toBase64({ buffer, byteOffset, byteLength }: Uint8Array | Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}
