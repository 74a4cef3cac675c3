import { join } from 'node:path'
import type { Detection } from '@kutu/vision/inference/detect'
import { computeMetrics, type LabelClass, labelClasses } from '@kutu/vision/metrics/metrics'
import type { Vision } from '@kutu/vision/node/vision'
import { type Evaluation, evaluationToJson, formatEvaluation } from './evaluation-report.ts'
import { filterBySplit, type Label, readLabels } from './labels-file.ts'
import { isRejected, processPhotoFile, type RejectedFile } from './photo-file.ts'

type Options = {
  splits?: string[] | undefined
  json?: boolean | undefined
  /** Photos in hand at the same time. */
  concurrency: number
  onProgress?: (done: number, total: number) => void
}

/**
 * Judges the model by the photos of a folder whose labels.csv says what they show.
 * @returns the text to print (tables, or JSON) and how many photos it speaks of
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
  const evaluation: Evaluation = {
    model_version: vision.card.version,
    splits,
    scores: computeMetrics(results.flatMap(result => ('detection' in result ? [result] : []))),
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

function countByName(names: string[]): Record<string, number> {
  return Object.fromEntries([...new Set(names)].sort().map(name => [name, names.filter(each => each === name).length]))
}

/** Every photo's answer or refusal, in the order given; a photo is read when its turn comes and let go at once. */
async function detectAll<T extends { path: string }>(
  vision: Vision,
  folder: string,
  photos: T[],
  { concurrency, onProgress }: Options,
): Promise<(T & ({ detection: Detection } | RejectedFile))[]> {
  const queue = photos.entries()
  const results: (T & ({ detection: Detection } | RejectedFile))[] = []
  let done = 0
  const worker = async () => {
    for (const [i, photo] of queue) {
      const file = join(folder, photo.path)
      const result = await processPhotoFile(file, async bytes => ({ detection: await vision.detect(bytes) }))
      results[i] = { ...photo, ...result }
      done += 1
      onProgress?.(done, photos.length)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return results
}
