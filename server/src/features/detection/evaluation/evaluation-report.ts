import { type GroupMetrics, labelClasses, type Metrics, type Proportion } from '@kutu/vision/metrics/metrics'
import type { BandFigures } from './band-figures.ts'
import type { RejectedFile } from './photo-file.ts'

export type Evaluation = {
  model_version: string
  /** Null when all photos of the folder were evaluated. */
  splits: string[] | null
  /** True if the model was told the crop of each leaf. */
  is_crop_known: boolean
  scores: Metrics
  bands: BandFigures
  /** Number of rows per product class that the model does not predict. */
  notScored: Record<string, number>
  unreadable: ({ path: string } & RejectedFile)[]
}

/** Returns the evaluation with the property names of card.json and the API. */
export function evaluationToJson(evaluation: Evaluation) {
  const { model_version, splits, is_crop_known, scores, bands, notScored, unreadable } = evaluation
  return {
    model_version,
    splits,
    is_crop_known,
    photos: scores.photos,
    ...groupToJson(scores),
    by_crop: mapValues(scores.byCrop, groupToJson),
    by_setting: mapValues(scores.bySetting, groupToJson),
    coverage: scores.coverage,
    right_of_answered: scores.selectiveAccuracy,
    bands,
    calibration_error: scores.expectedCalibrationError,
    not_leaves_accepted: scores.nonLeafAcceptanceRate,
    leaves_refused: scores.leafRejectionRate,
    not_scored: notScored,
    errors: unreadable.length,
    unreadable,
  }
}

const groupToJson = ({ accuracy, macroF1, recall }: GroupMetrics) => ({ accuracy, macro_f1: macroF1, recall })

const mapValues = <A, B>(all: Record<string, A>, transform: (one: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, transform(one)]))

/** Formats an evaluation as tables for the terminal. */
export function formatEvaluation(evaluation: Evaluation): string {
  const { model_version, splits, is_crop_known, scores, bands, notScored, unreadable } = evaluation
  const splitSuffix = splits ? ` of ${splits.join(', ')}` : ''
  const cropSuffix = is_crop_known ? ', crop known' : ''
  const shares: [string, Proportion][] = [
    ['accuracy', scores.accuracy],
    ...recallRows(scores),
    ['coverage', scores.coverage],
    ['selective accuracy', scores.selectiveAccuracy],
    ...Object.entries(bands).flatMap(([name, { share, accuracy }]): [string, Proportion][] => [
      [`answered ${name}`, share],
      [`correct if ${name}`, accuracy],
    ]),
    ['leaves rejected', scores.leafRejectionRate],
    ['non-leaves accepted', scores.nonLeafAcceptanceRate],
  ]
  const parts = [
    `Model ${model_version}: ${pluralize(scores.photos, 'photo')}${splitSuffix}${cropSuffix}, ${pluralize(unreadable.length, 'error')}`,
    scores.photos === 0
      ? 'No photo could be scored.'
      : [
          `macro-F1           ${scores.macroF1.toFixed(4)}`,
          `calibration error  ${scores.expectedCalibrationError.toFixed(4)}`,
          '',
          formatShareTable(shares),
          '',
          formatGroupTable('crop', scores.byCrop),
          '',
          formatGroupTable('setting', scores.bySetting),
        ].join('\n'),
    ...Object.entries(notScored).map(
      ([name, count]) => `Not scored: ${pluralize(count, 'row')} of product_class ${name || '(empty)'}`,
    ),
    unreadable.map(({ path, error, message }) => `Error: ${path || '(no path)'}: ${error}: ${message}`).join('\n'),
  ]
  return parts.filter(part => part !== '').join('\n\n')
}

const pluralize = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const recallRows = ({ recall }: GroupMetrics) =>
  labelClasses.flatMap((name): [string, Proportion][] => {
    const share = recall[name]
    return share ? [[`recall of ${name}`, share]] : []
  })

function formatShareTable(shares: [string, Proportion][]): string {
  return alignColumns([
    ['', 'share', '95 % interval', 'of'],
    ...shares.map(([name, { share, low, high, n }]) =>
      n === 0
        ? [name, '-', '-', '0']
        : [name, formatPercent(share), `${formatPercent(low)} to ${formatPercent(high)}`, String(n)],
    ),
  ])
}

/** Formats one row per group; a dash marks the recall of a class without photos. */
function formatGroupTable(title: string, groups: Record<string, GroupMetrics>): string {
  const recalls = labelClasses.filter(name => Object.values(groups).some(({ recall }) => recall[name]))
  return alignColumns([
    [title, 'photos', 'accuracy', 'macro-F1', ...recalls.map(name => `recall of ${name}`)],
    ...Object.entries(groups).map(([name, { accuracy, macroF1, recall }]) => [
      name || '(empty)',
      String(accuracy.n),
      formatPercent(accuracy.share),
      macroF1.toFixed(4),
      ...recalls.map(each => {
        const share = recall[each]
        return share ? `${formatPercent(share.share)} of ${share.n}` : '-'
      }),
    ]),
  ])
}

const formatPercent = (share: number) => `${(share * 100).toFixed(1)} %`

function alignColumns(rows: string[][]): string {
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
