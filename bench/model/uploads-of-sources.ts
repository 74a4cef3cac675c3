import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { averageEmbedding } from '../../packages/vision/src/inference/head.ts'
import { createInputTensor } from '../../packages/vision/src/inference/tensor.ts'
import { labelClasses } from '../../packages/vision/src/metrics/metrics.ts'
import { readBaseStatistics, readModelFiles } from '../../packages/vision/src/node/model-files.ts'
import { openNetwork } from '../../packages/vision/src/node/network.ts'
import { decodePhoto } from '../../packages/vision/src/node/photo-codec.ts'
import { seriesLength } from '../../packages/vision/src/refit/holdout.ts'
import type { TrainingImage } from '../../packages/vision/src/refit/refit-head.ts'
import type { Label } from '../../server/src/features/detection/evaluation/labels-file.ts'

export type Model = Awaited<ReturnType<typeof openModel>>

/** Opens an exported model with its base statistics. */
export async function openModel(dir: string) {
  const { card, head, networkPath } = await readModelFiles(dir)
  return { card, head, network: await openNetwork(networkPath, card), base: await readBaseStatistics(dir) }
}

/** Returns the photos of labels in a folder as the uploads of a training session. */
export async function readUploads({ card, network }: Model, folder: string, labels: Label[]): Promise<TrainingImage[]> {
  const images: TrainingImage[] = []
  for (const { path, product_class, crop } of labels) {
    const label = labelClasses.find(name => name === product_class)
    if (label === undefined) continue
    const { resized } = await decodePhoto(await readFile(join(folder, path)))
    const { embeddings } = await network(createInputTensor(resized, card))
    images.push({
      hash: path,
      embedding: Float32Array.from(averageEmbedding(embeddings, card.embeddingSize)),
      label,
      crop,
    })
  }
  return images
}

/** Shuffles series of photos whose paths are neighbors. A series may show one plant, so it stays together. */
export function shuffleSeries<T>(photos: T[], random: () => number): T[] {
  const series = Array.from({ length: Math.ceil(photos.length / seriesLength) }, (_, i) =>
    photos.slice(i * seriesLength, (i + 1) * seriesLength),
  )
  return series
    .map(each => ({ each, sortKey: random() }))
    .sort((a, b) => a.sortKey - b.sortKey)
    .flatMap(({ each }) => each)
}

export const byPath = (a: Label, b: Label): number => (a.path < b.path ? -1 : 1)
