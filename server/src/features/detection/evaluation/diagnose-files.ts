import type { Analysis } from '@kutu/contract/detection'
import type { Vision } from '@kutu/vision/node/vision'
import { apiError } from '../../../platform/http/api-error.ts'
import { toDiagnosisReply } from '../analyses/diagnosis-reply.ts'
import { isRejected, processPhotoFile, type RejectedFile } from './photo-file.ts'

type DiagnosedFile = ReturnType<typeof toDiagnosisReply> & Pick<Analysis, 'model_version' | 'quality'>
type FileResult = { file: string } & (DiagnosedFile | RejectedFile)

/**
 * Diagnoses photos on this machine with the same answers as the API, without account, history and country.
 * @returns the text to print (a table or JSON) and the number of photos without an answer
 */
export async function diagnoseFiles(
  vision: Vision,
  paths: string[],
  { json = false }: { json?: boolean } = {},
): Promise<{ text: string; failures: number }> {
  const results: FileResult[] = []
  for (const file of paths) results.push({ file, ...(await diagnoseFile(vision, file)) })
  const failures = results.filter(isRejected).length
  return { text: json ? JSON.stringify(results, null, 2) : formatTable(results), failures }
}

function diagnoseFile(vision: Vision, file: string): Promise<DiagnosedFile | RejectedFile> {
  return processPhotoFile(file, async bytes => {
    const diagnosis = await vision.diagnose(bytes)
    if (!diagnosis.isLeaf) throw apiError('not_a_leaf')
    const reply = toDiagnosisReply(diagnosis, { language: 'en', country: null, origin: '' })
    return { ...reply, model_version: vision.card.version, quality: diagnosis.quality }
  })
}

/** Formats the results as a table whose columns have the names of the API and of `--json`. */
function formatTable(results: FileResult[]): string {
  const formatPercent = (value: number | null) => (value === null ? '-' : `${(value * 100).toFixed(2)} %`)
  const rows = results.map(result =>
    isRejected(result)
      ? [result.file, result.error, '-', '-', '-', '-', '-', result.message]
      : [
          result.file,
          result.rust_class,
          formatPercent(result.confidence),
          result.verdict,
          result.crop ?? '-',
          result.disease ?? '-',
          formatPercent(result.affected_area),
          result.feedback.message,
        ],
  )
  const header = ['file', 'rust_class', 'confidence', 'verdict', 'crop', 'disease', 'affected_area', 'message']
  const widths = header.map((title, i) => Math.max(title.length, ...rows.map(row => row[i]?.length ?? 0)))
  return [header, ...rows]
    .map(row =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
