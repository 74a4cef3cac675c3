import { readFile, stat } from 'node:fs/promises'
import type { ErrorWord } from '@kutu/contract/errors'
import { imageLimits } from '@kutu/contract/limits'
import type { Vision } from '@kutu/vision/node'
import { Refusal, refuse } from '../http/errors.ts'
import { say } from '../text/say.ts'
import { answerOf } from './answer.ts'
import { refusingBadPhotos } from './refusals.ts'

type Answered = { file: string } & ReturnType<typeof answerOf> & { model_version: string }
type Refused = { file: string; error: ErrorWord | 'file_unreadable'; message: string }

/**
 * Diagnoses photos on this machine: the answers HTTP gives, without an account, a history or a country.
 * @returns the text to print (a table, or JSON) and how many photos got no answer
 */
export async function diagnoseFiles(
  vision: Vision,
  paths: string[],
  { json = false }: { json?: boolean } = {},
): Promise<{ text: string; failures: number }> {
  const results: (Answered | Refused)[] = []
  for (const file of paths) results.push(await diagnoseFile(vision, file))
  const failures = results.filter(isRefused).length
  return { text: json ? JSON.stringify(results, null, 2) : tableOf(results), failures }
}

const isRefused = (result: Answered | Refused): result is Refused => 'error' in result

async function diagnoseFile(vision: Vision, file: string): Promise<Answered | Refused> {
  try {
    // Judged before reading, as an upload is: a file of any size must not fill the memory.
    if ((await stat(file)).size > imageLimits.bytes) throw refuse('too_big')
    const diagnosis = await refusingBadPhotos(vision.diagnose(await readFile(file)))
    if (!diagnosis.isLeaf) throw refuse('not_a_leaf')
    const answer = answerOf(diagnosis, { language: 'en', country: null, linkBase: '' })
    return { file, ...answer, model_version: vision.card.version }
  } catch (error) {
    if (error instanceof Refusal) return { file, error: error.word, message: say('en', `error.${error.word}`) }
    if (!(error instanceof Error) || !('code' in error)) throw error
    return { file, error: 'file_unreadable', message: error.message }
  }
}

/** Columns under the names that the API and `--json` use. */
function tableOf(results: (Answered | Refused)[]): string {
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
