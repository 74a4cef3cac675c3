import { readFile, stat } from 'node:fs/promises'
import type { ErrorWord } from '@kutu/contract/errors'
import { imageLimits } from '@kutu/contract/limits'
import { Refusal, refuse } from '../http/errors.ts'
import { say } from '../text/say.ts'
import { refusingBadPhotos } from './refusals.ts'

/** A file of this machine that got no answer; `message` is English. */
export type RefusedFile = { error: ErrorWord | 'file_unreadable'; message: string }

export const isRefused = <T extends object>(result: T | RefusedFile): result is RefusedFile => 'error' in result

/** Asks about a photo that lies on this machine, within an upload's bounds. */
export async function unlessRefused<T extends object>(
  file: string,
  ask: (bytes: Buffer) => Promise<T>,
): Promise<T | RefusedFile> {
  try {
    // Judged before reading, as an upload is: a file of any size must not fill the memory.
    if ((await stat(file)).size > imageLimits.bytes) throw refuse('too_big')
    return await refusingBadPhotos(ask(await readFile(file)))
  } catch (error) {
    if (error instanceof Refusal) return { error: error.word, message: say('en', `error.${error.word}`) }
    if (!(error instanceof Error) || !('code' in error)) throw error
    return { error: 'file_unreadable', message: error.message }
  }
}
