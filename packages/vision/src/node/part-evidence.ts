// For ml/affected.py: what this package sees in each cell of some photos, so that it is measured as it is shipped.
//
//   npx tsx packages/vision/src/node/part-evidence.ts MODEL_DIR DATA_DIR < paths    (one path a line)
//
// Writes one JSON a line: first about the model, then about each photo.

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { areaSpread } from '../area-band.ts'
import { diagnosePhoto, type Model } from '../diagnose.ts'
import { evidenceNames, gatherEvidence } from '../evidence.ts'
import { findLeaf, leafPlanes, leastLeaf, maskSize } from '../leaf.ts'
import { photoTensor, viewSquare } from '../tensor.ts'
import { readModelFiles } from './model-files.ts'
import { openNetwork } from './network.ts'
import { readPhoto } from './photo.ts'

const [modelDir, dataDir] = process.argv.slice(2)
if (modelDir === undefined || dataDir === undefined)
  throw new Error('give the folder of a model and that of the photos')
const { card, head, networkPath } = await readModelFiles(modelDir)
const model: Model = { card, head, network: await openNetwork(networkPath, card) }

say({
  version: card.version,
  size: maskSize,
  least_leaf: leastLeaf,
  evidence: evidenceNames,
  spread: areaSpread,
})
for await (const line of createInterface({ input: process.stdin })) {
  if (line !== '') say(await partsOf(line))
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

async function partsOf(name: string) {
  const photo = await readPhoto(await readFile(path.join(String(dataDir), name)))
  const { small } = photo
  const planes = leafPlanes(small, viewSquare(small.width, small.height, card.views[0].scale))
  const mask = findLeaf(planes)
  const { features } = await model.network(photoTensor(small, card))
  const evidence = gatherEvidence(planes, mask, features, head, card)
  const { detection, affectedArea } = await diagnosePhoto(small, photo, model)
  return {
    path: name,
    answer: detection.isLeaf ? detection.rustClass : 'not_leaf',
    affected_area: affectedArea,
    mask: bytesOf(mask.values),
    evidence: evidenceNames.map(of => bytesOf(evidence[of])),
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array | Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}
