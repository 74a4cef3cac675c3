// Writes the embeddings of photos for ml/kutu_ml/export/base_statistics.py, computed with the code of the server.
//
//   npx tsx packages/vision/src/node/cli/embeddings.ts MODEL_DIR DATA_DIR < paths > floats    (one path per line)
//
// Output: one embedding per path, float32, little-endian, in the order of the paths.

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { averageEmbedding } from '../../inference/head.ts'
import { createInputTensor } from '../../inference/tensor.ts'
import { readModelFiles } from '../model-files.ts'
import { openNetwork } from '../network.ts'
import { decodePhoto } from '../photo-codec.ts'

const [modelDir, dataDir] = process.argv.slice(2)
if (modelDir === undefined || dataDir === undefined) throw new Error('usage: embeddings.ts MODEL_DIR DATA_DIR')
const { card, networkPath } = await readModelFiles(modelDir)
const network = await openNetwork(networkPath, card)

for await (const line of createInterface({ input: process.stdin })) {
  if (line !== '') await writeChunk(await embedPhoto(line))
}

async function embedPhoto(name: string): Promise<Uint8Array> {
  const { resized } = await decodePhoto(await readFile(path.join(String(dataDir), name)))
  const { embeddings } = await network(createInputTensor(resized, card))
  const mean = Float32Array.from(averageEmbedding(embeddings, card.embeddingSize))
  return new Uint8Array(mean.buffer)
}

/** Writes to stdout and waits for `drain` when the reader is slower. */
async function writeChunk(bytes: Uint8Array): Promise<void> {
  if (!process.stdout.write(bytes)) await new Promise(resolve => process.stdout.once('drain', resolve))
}
