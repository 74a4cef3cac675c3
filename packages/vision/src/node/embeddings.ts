// For ml/base_statistics.py and bench/: the embeddings of photos exactly as the server computes them when it answers.
//
//   npx tsx packages/vision/src/node/embeddings.ts MODEL_DIR DATA_DIR < paths > floats    (one path a line)
//
// Writes float32, little-endian, one embedding after the other in the order of the paths.

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { averageEmbedding } from '../head.ts'
import { photoTensor } from '../tensor.ts'
import { readModelFiles } from './model-files.ts'
import { openNetwork } from './network.ts'
import { readPhoto } from './photo.ts'

const [modelDir, dataDir] = process.argv.slice(2)
if (modelDir === undefined || dataDir === undefined)
  throw new Error('give the folder of a model and that of the photos')
const { card, networkPath } = await readModelFiles(modelDir)
const network = await openNetwork(networkPath, card)

for await (const line of createInterface({ input: process.stdin })) {
  if (line !== '') await write(await embeddingOf(line))
}

async function embeddingOf(name: string): Promise<Uint8Array> {
  const { small } = await readPhoto(await readFile(path.join(String(dataDir), name)))
  const { embeddings } = await network(photoTensor(small, card))
  const mean = Float32Array.from(averageEmbedding(embeddings, card.embeddingSize))
  return new Uint8Array(mean.buffer)
}

/** Waits while the reader is slower than we are. */
async function write(bytes: Uint8Array): Promise<void> {
  if (!process.stdout.write(bytes)) await new Promise(resolve => process.stdout.once('drain', resolve))
}
