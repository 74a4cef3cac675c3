import { buildDiagnosisReply } from '@kutu/advice/diagnosis-reply'
import { rustClass, type StatedCropType } from '@kutu/contract/common'
import { type Analysis, band, verdict } from '@kutu/contract/detection'
import { uploadErrors } from '@kutu/contract/errors'
import { parseStatedCrop } from '@kutu/vision/inference/crop'
import type { Vision } from '@kutu/vision/node/vision'
import { apiError } from '../../../platform/http/api-error.ts'
import { isRejected, processPhotoFile, type RejectedFile } from './photo-file.ts'

type DiagnosedFile = ReturnType<typeof buildDiagnosisReply> &
  Pick<Analysis, 'model_version' | 'quality' | 'crop_type' | 'crop_estimate' | 'band'>
type FileResult = { file: string } & (DiagnosedFile | RejectedFile)

type Options = {
  /** The crop of all photos, if it is known. */
  cropType?: StatedCropType | undefined
  /** One JSON object per line instead of a table. */
  json?: boolean
  /** Receives each line without its line break, as soon as its photo is diagnosed. */
  print: (line: string) => void
  onProgress?: (done: number, total: number) => void
}

/**
 * Diagnoses photos on this machine with the same answers as the API, without account, history and country.
 * @returns the number of photos without an answer
 */
export async function diagnoseFiles(
  vision: Vision,
  paths: string[],
  { cropType, json = false, print, onProgress }: Options,
): Promise<number> {
  let failures = 0
  const columns = measureColumns(vision, paths)
  if (!json) print(formatRow(columns, columnNames))
  for (const [index, file] of paths.entries()) {
    const result: FileResult = { file, ...(await diagnoseFile(vision, file, cropType)) }
    if (isRejected(result)) failures += 1
    print(json ? JSON.stringify(result) : formatRow(columns, toCells(result)))
    onProgress?.(index + 1, paths.length)
  }
  return failures
}

function diagnoseFile(
  vision: Vision,
  file: string,
  cropType: StatedCropType | undefined,
): Promise<DiagnosedFile | RejectedFile> {
  return processPhotoFile(file, async bytes => {
    const diagnosis = await vision.diagnose(bytes, { statedCrop: parseStatedCrop(cropType) })
    if (!diagnosis.isLeaf) throw apiError('not_a_leaf')
    const reply = buildDiagnosisReply(diagnosis, { language: 'en', country: null, origin: '' })
    const { band, cropEstimate: crop_estimate, quality } = diagnosis
    return { ...reply, crop_type: cropType ?? null, crop_estimate, band, model_version: vision.card.version, quality }
  })
}

/** The table has the names of the API and of `--json`. A rejected photo has its error code in the second column. */
const columnNames = [
  'file',
  'rust_class',
  'confidence',
  'verdict',
  'band',
  'crop',
  'disease',
  'affected_area',
  'message',
]

/** Width of each column in characters. Rows are printed before later ones are known, so only known texts count. */
function measureColumns({ card }: Vision, paths: string[]): number[] {
  const texts: Record<string, readonly string[]> = {
    file: paths,
    rust_class: [...rustClass.options, ...uploadErrors, 'file_unreadable'],
    verdict: verdict.options,
    band: band.options,
    crop: ['other', ...card.classes.map(({ crop }) => crop ?? '')],
    disease: card.classes.map(({ disease }) => disease ?? ''),
  }
  return columnNames.map(name => (texts[name] ?? []).reduce((width, text) => Math.max(width, text.length), name.length))
}

const formatRow = (widths: number[], cells: string[]): string =>
  cells
    .map((cell, i) => cell.padEnd(widths[i] ?? 0))
    .join('  ')
    .trimEnd()

function toCells(result: FileResult): string[] {
  const formatPercent = (value: number | null) => (value === null ? '-' : `${(value * 100).toFixed(2)} %`)
  return isRejected(result)
    ? [result.file, result.error, '-', '-', '-', '-', '-', '-', result.message]
    : [
        result.file,
        result.rust_class,
        formatPercent(result.confidence),
        result.verdict,
        result.band,
        result.crop ?? '-',
        result.disease ?? '-',
        formatPercent(result.affected_area),
        result.feedback.message,
      ]
}
