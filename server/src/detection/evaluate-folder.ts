import { join } from 'node:path'
import type { Detection } from '@kutu/vision/detect'
import type { Vision } from '@kutu/vision/node'
import { type JudgedClass, judgedClasses, scoresOf } from '@kutu/vision/scores'
import { type Evaluation, jsonOf, textOf } from './evaluation-report.ts'
import { type Label, labelsOf, readLabels } from './labels-file.ts'
import { isRefused, type RefusedFile, unlessRefused } from './photo-file.ts'

type Options = {
  splits?: string[] | undefined
  json?: boolean | undefined
  /** Photos in hand at the same time. */
  atOnce: number
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
  const { labels, splits } = labelsOf(await readLabels(folder), options.splits)
  const judged = labels.flatMap(label => {
    const truth = judgedClassOf(label)
    return truth ? [{ path: label.path, crop: label.crop, setting: label.setting, truth }] : []
  })
  const answers = await detectAll(vision, folder, judged, options)
  const evaluation: Evaluation = {
    model_version: vision.card.version,
    splits,
    scores: scoresOf(answers.flatMap(answer => ('detection' in answer ? [answer] : []))),
    notScored: countsOf(labels.filter(label => !judgedClassOf(label)).map(({ product_class }) => product_class)),
    unreadable: answers
      .flatMap(answer =>
        isRefused(answer) ? [{ path: answer.path, error: answer.error, message: answer.message }] : [],
      )
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  }
  const text = options.json ? JSON.stringify(jsonOf(evaluation), null, 2) : textOf(evaluation)
  return { text, scored: evaluation.scores.photos }
}

const judgedClassOf = (label: Label): JudgedClass | undefined =>
  judgedClasses.find(name => name === label.product_class)

function countsOf(names: string[]): Record<string, number> {
  return Object.fromEntries([...new Set(names)].sort().map(name => [name, names.filter(each => each === name).length]))
}

/** Every photo's answer or refusal, in the order given; a photo is read when its turn comes and let go at once. */
async function detectAll<T extends { path: string }>(
  vision: Vision,
  folder: string,
  photos: T[],
  { atOnce, onProgress }: Options,
): Promise<(T & ({ detection: Detection } | RefusedFile))[]> {
  const waiting = photos.entries()
  const answers: (T & ({ detection: Detection } | RefusedFile))[] = []
  let done = 0
  const work = async () => {
    for (const [i, photo] of waiting) {
      const file = join(folder, photo.path)
      const answer = await unlessRefused(file, async bytes => ({ detection: await vision.detect(bytes) }))
      answers[i] = { ...photo, ...answer }
      done += 1
      onProgress?.(done, photos.length)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return answers
}
