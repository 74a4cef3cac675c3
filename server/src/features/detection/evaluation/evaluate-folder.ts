import { join } from 'node:path'
import { parseStatedCrop, type StatedCrop } from '@kutu/vision/inference/crop'
import type { Detection } from '@kutu/vision/inference/detect'
import { computeMetrics, type LabelClass, labelClasses } from '@kutu/vision/metrics/metrics'
import type { Vision } from '@kutu/vision/node/vision'
import PQueue from 'p-queue'
import { computeBandFigures } from './band-figures.ts'
import { type Evaluation, evaluationToJson, formatEvaluation } from './evaluation-report.ts'
import { filterBySplit, type Label, readLabels } from './labels-file.ts'
import { isRejected, processPhotoFile, type RejectedFile } from './photo-file.ts'

type Options = {
  splits?: string[] | undefined
  json?: boolean | undefined
  /** The model is told the crop of each leaf, as by a farmer who states it. */
  isCropKnown?: boolean | undefined
  /** Number of photos processed concurrently. */
  concurrency: number
  onProgress?: (done: number, total: number) => void
}

/**
 * Evaluates the model on the photos of a folder with a labels.csv.
 * @returns the text to print (tables or JSON) and the number of scored photos
 * @throws Error when labels.csv is missing or lacks a column
 */
export async function evaluateFolder(
  vision: Vision,
  folder: string,
  options: Options,
): Promise<{ text: string; scored: number }> {
  const { labels, splits } = filterBySplit(await readLabels(folder), options.splits)
  const scoredPhotos = labels.flatMap(row => {
    const label = toScoredClass(row)
    return label ? [{ path: row.path, crop: row.crop, setting: row.setting, label }] : []
  })
  const results = await detectAll(vision, folder, scoredPhotos, options)
  const scored = results.flatMap(result => ('detection' in result ? [result] : []))
  const evaluation: Evaluation = {
    model_version: vision.card.version,
    splits,
    is_crop_known: options.isCropKnown ?? false,
    scores: computeMetrics(scored),
    bands: computeBandFigures(scored),
    notScored: countByName(labels.filter(label => !toScoredClass(label)).map(({ product_class }) => product_class)),
    unreadable: results
      .flatMap(result =>
        isRejected(result) ? [{ path: result.path, error: result.error, message: result.message }] : [],
      )
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  }
  const text = options.json ? JSON.stringify(evaluationToJson(evaluation), null, 2) : formatEvaluation(evaluation)
  return { text, scored: evaluation.scores.photos }
}

const toScoredClass = (label: Label): LabelClass | undefined => labelClasses.find(name => name === label.product_class)

/** Returns the crop that the farmer would state: none for a photo without a leaf. */
function toStatedCrop({ crop, label }: { crop: string; label: LabelClass }): StatedCrop {
  return label === 'not_leaf' ? null : (parseStatedCrop(crop) ?? 'other')
}

function countByName(names: string[]): Record<string, number> {
  return Object.fromEntries([...new Set(names)].sort().map(name => [name, names.filter(each => each === name).length]))
}

/**
 * Returns the detection or the error of every photo, in the given order. Each photo is read only when its turn comes,
 * so that memory stays small.
 */
async function detectAll<T extends { path: string; crop: string; label: LabelClass }>(
  vision: Vision,
  folder: string,
  photos: T[],
  { concurrency, isCropKnown = false, onProgress }: Options,
): Promise<(T & ({ detection: Detection } | RejectedFile))[]> {
  let done = 0
  return new PQueue({ concurrency }).addAll(
    photos.map(photo => async () => {
      const statedCrop = isCropKnown ? toStatedCrop(photo) : null
      const detect = async (bytes: Buffer) => ({ detection: await vision.detect(bytes, statedCrop) })
      const result = await processPhotoFile(join(folder, photo.path), detect)
      onProgress?.(++done, photos.length)
      return { ...photo, ...result }
    }),
  )
}
