import type { Analysis } from '@kutu/contract/detection'
import type { Vision } from '@kutu/vision/node'
import { refuse } from '../http/errors.ts'
import { answerOf } from './answer.ts'
import { isRefused, type RefusedFile, unlessRefused } from './photo-file.ts'

type Answered = ReturnType<typeof answerOf> & Pick<Analysis, 'model_version' | 'quality'>
type Result = { file: string } & (Answered | RefusedFile)

/**
 * Diagnoses photos on this machine: the answers HTTP gives, without an account, a history or a country.
 * @returns the text to print (a table, or JSON) and how many photos got no answer
 */
export async function diagnoseFiles(
  vision: Vision,
  paths: string[],
  { json = false }: { json?: boolean } = {},
): Promise<{ text: string; failures: number }> {
  const results: Result[] = []
  for (const file of paths) results.push({ file, ...(await diagnoseFile(vision, file)) })
  const failures = results.filter(isRefused).length
  return { text: json ? JSON.stringify(results, null, 2) : tableOf(results), failures }
}

function diagnoseFile(vision: Vision, file: string): Promise<Answered | RefusedFile> {
  return unlessRefused(file, async bytes => {
    const diagnosis = await vision.diagnose(bytes)
    if (!diagnosis.isLeaf) throw refuse('not_a_leaf')
    const answer = answerOf(diagnosis, { language: 'en', country: null, origin: '' })
    return { ...answer, model_version: vision.card.version, quality: diagnosis.quality }
  })
}

/** Columns under the names that the API and `--json` use. */
function tableOf(results: Result[]): string {
  const share = (value: number | null) => (value === null ? '-' : `${(value * 100).toFixed(2)} %`)
  const rows = results.map(result =>
    isRefused(result)
      ? [result.file, result.error, '-', '-', '-', '-', '-', result.message]
      : [
          result.file,
          result.rust_class,
          share(result.confidence),
          result.verdict,
          result.crop ?? '-',
          result.disease ?? '-',
          share(result.affected_area),
          result.feedback.message,
        ],
  )
  const head = ['file', 'rust_class', 'confidence', 'verdict', 'crop', 'disease', 'affected_area', 'message']
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map(row => row[i]?.length ?? 0)))
  return [head, ...rows]
    .map(row =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
