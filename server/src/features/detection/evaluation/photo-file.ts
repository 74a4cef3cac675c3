import { readFile, stat } from 'node:fs/promises'
import type { ErrorCode } from '@kutu/contract/errors'
import { imageLimits } from '@kutu/contract/upload-limits'
import { ApiError, apiError } from '../../../platform/http/api-error.ts'
import { t } from '../../../platform/i18n/translate.ts'
import { mapVisionErrors } from '../vision-errors.ts'

/** A file of this machine that got no answer; `message` is English. */
export type RejectedFile = { error: ErrorCode | 'file_unreadable'; message: string }

export const isRejected = <T extends object>(result: T | RejectedFile): result is RejectedFile => 'error' in result

/** Asks about a photo that lies on this machine, within an upload's bounds. */
export async function processPhotoFile<T extends object>(
  file: string,
  handle: (bytes: Buffer) => Promise<T>,
): Promise<T | RejectedFile> {
  try {
    // Judged before reading, as an upload is: a file of any size must not fill the memory.
    if ((await stat(file)).size > imageLimits.bytes) throw apiError('too_big')
    return await mapVisionErrors(handle(await readFile(file)))
  } catch (error) {
    if (error instanceof ApiError) return { error: error.code, message: t('en', `error.${error.code}`) }
    if (!(error instanceof Error) || !('code' in error)) throw error
    return { error: 'file_unreadable', message: error.message }
  }
}
