import { readFile, stat } from 'node:fs/promises'
import type { ErrorCode } from '@kutu/contract/errors'
import { imageLimits } from '@kutu/contract/upload-limits'
import { ApiError, apiError } from '../../../platform/http/api-error.ts'
import { t } from '../../../platform/i18n/translate.ts'
import { mapVisionErrors } from '../vision-errors.ts'

/** A file without an answer; `message` is in English. */
export type RejectedFile = { error: ErrorCode | 'file_unreadable'; message: string }

export const isRejected = <T extends object>(result: T | RejectedFile): result is RejectedFile => 'error' in result

/**
 * Reads a local photo within the limits of an upload and passes its bytes to `handle`. Errors about the photo are
 * returned, not thrown.
 */
export async function processPhotoFile<T extends object>(
  file: string,
  handle: (bytes: Buffer) => Promise<T>,
): Promise<T | RejectedFile> {
  try {
    // Checked before reading: a huge file would exhaust the memory, and a named pipe would never end.
    const stats = await stat(file)
    if (!stats.isFile()) return { error: 'file_unreadable', message: 'It is not a regular file.' }
    if (stats.size > imageLimits.bytes) throw apiError('too_big')
    return await mapVisionErrors(handle(await readFile(file)))
  } catch (error) {
    if (error instanceof ApiError) return { error: error.code, message: t('en', `error.${error.code}`) }
    if (!(error instanceof Error) || !('code' in error)) throw error
    return { error: 'file_unreadable', message: error.message }
  }
}
