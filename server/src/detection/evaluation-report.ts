import { type GroupScores, judgedClasses, type Scores, type Share } from '@kutu/vision/scores'
import type { RefusedFile } from './photo-file.ts'

export type Evaluation = {
  model_version: string
  /** Null when all photos of the folder were wanted. */
  splits: string[] | null
  scores: Scores
  /** Rows of other product classes, which nobody can be right about. */
  notScored: Record<string, number>
  unreadable: ({ path: string } & RefusedFile)[]
}

/** Under the names that card.json and the API use. */
export function jsonOf({ model_version, splits, scores, notScored, unreadable }: Evaluation) {
  return {
    model_version,
    splits,
    photos: scores.photos,
    ...groupJson(scores),
    by_crop: mapped(scores.byCrop, groupJson),
    by_setting: mapped(scores.bySetting, groupJson),
    coverage: scores.answered,
    right_of_answered: scores.rightOfAnswered,
    calibration_error: scores.calibrationError,
    not_leaves_accepted: scores.notLeavesAccepted,
    leaves_refused: scores.leavesRefused,
    not_scored: notScored,
    errors: unreadable.length,
    unreadable,
  }
}

const groupJson = ({ accuracy, macroF1, recall }: GroupScores) => ({ accuracy, macro_f1: macroF1, recall })

const mapped = <A, B>(all: Record<string, A>, change: (one: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one)]))

/** An evaluation as tables for a terminal. */
export function textOf({ model_version, splits, scores, notScored, unreadable }: Evaluation): string {
  const of = splits ? ` of ${splits.join(', ')}` : ''
  const shares: [string, Share][] = [
    ['accuracy', scores.accuracy],
    ...recallLines(scores),
    ['answered with confidence', scores.answered],
    ['right of those answered', scores.rightOfAnswered],
    ['leaves refused as no leaf', scores.leavesRefused],
    ['not a leaf, yet accepted', scores.notLeavesAccepted],
  ]
  const parts = [
    `Model ${model_version}: ${countOf(scores.photos, 'photo')}${of}, ${countOf(unreadable.length, 'error')}`,
    scores.photos === 0
      ? 'No photo could be scored.'
      : [
          `macro-F1           ${scores.macroF1.toFixed(4)}`,
          `calibration error  ${scores.calibrationError.toFixed(4)}`,
          '',
          shareTable(shares),
          '',
          groupTable('crop', scores.byCrop),
          '',
          groupTable('setting', scores.bySetting),
        ].join('\n'),
    ...Object.entries(notScored).map(
      ([name, count]) => `Not scored: ${countOf(count, 'row')} of product_class ${name || '(empty)'}`,
    ),
    unreadable.map(({ path, error, message }) => `Error: ${path || '(no path)'}: ${error}: ${message}`).join('\n'),
  ]
  return parts.filter(part => part !== '').join('\n\n')
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const recallLines = ({ recall }: GroupScores) =>
  judgedClasses.flatMap((name): [string, Share][] => {
    const share = recall[name]
    return share ? [[`recall of ${name}`, share]] : []
  })

function shareTable(shares: [string, Share][]): string {
  return aligned([
    ['', 'share', '95 % interval', 'of'],
    ...shares.map(([name, { share, low, high, n }]) =>
      n === 0 ? [name, '-', '-', '0'] : [name, percent(share), `${percent(low)} to ${percent(high)}`, String(n)],
    ),
  ])
}

/** One line a group: recall of a class that it lacks is a dash. */
function groupTable(title: string, groups: Record<string, GroupScores>): string {
  const recalls = judgedClasses.filter(name => Object.values(groups).some(({ recall }) => recall[name]))
  return aligned([
    [title, 'photos', 'accuracy', 'macro-F1', ...recalls.map(name => `recall of ${name}`)],
    ...Object.entries(groups).map(([name, { accuracy, macroF1, recall }]) => [
      name || '(empty)',
      String(accuracy.n),
      percent(accuracy.share),
      macroF1.toFixed(4),
      ...recalls.map(each => {
        const share = recall[each]
        return share ? `${percent(share.share)} of ${share.n}` : '-'
      }),
    ]),
  ])
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

function aligned(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  return rows
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
