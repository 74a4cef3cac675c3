import { findModelDir, getShippedModelsDir, readBaseStatistics, readModelFiles } from '../src/node/model-files.ts'
import type { TrainingImage } from '../src/refit/refit-head.ts'

/** Returns the shipped model with its base statistics, and its validation photos in the form of training images. */
export async function loadShippedModel() {
  const dir = await findModelDir(getShippedModelsDir(), undefined)
  const { card, head } = await readModelFiles(dir)
  const base = await readBaseStatistics(dir)
  const { embeddings, photos } = base.validation
  const images = photos.map(
    ({ label, crop }, i): TrainingImage => ({
      hash: `photo-${i}`,
      embedding: embeddings.slice(i * base.embeddingSize, (i + 1) * base.embeddingSize),
      label: label,
      crop,
    }),
  )
  return { card, head, base, images }
}
