import { readBaseStatistics } from '../src/node/base-file.ts'
import { findModelDir, readModelFiles, shippedModelsDir } from '../src/node/model-files.ts'
import type { TrainingImage } from '../src/refit.ts'

/** The shipped model with its base statistics, and its validation photos as if experts had sent them. */
export async function shippedBase() {
  const dir = await findModelDir(shippedModelsDir(), undefined)
  const { card, head } = await readModelFiles(dir)
  const base = await readBaseStatistics(dir)
  const { embeddings, photos } = base.validation
  const images = photos.map(
    ({ truth, crop }, i): TrainingImage => ({
      hash: `photo-${i}`,
      embedding: embeddings.slice(i * base.embeddingSize, (i + 1) * base.embeddingSize),
      label: truth,
      crop,
    }),
  )
  return { card, head, base, images }
}
