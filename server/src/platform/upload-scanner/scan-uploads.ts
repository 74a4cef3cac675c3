import PQueue from 'p-queue'
import type { App } from '../../context.ts'
import { apiError } from '../http/api-error.ts'
import type { Upload } from '../http/handlers.ts'
import { logSecurityEvent } from '../observability/security-events.ts'
import { ScannerUnavailableError, scanWithClamd } from './clamd.ts'

/** clamd scans ten streams at once by default, for all processes. */
const queue = new PQueue({ concurrency: 4 })

/**
 * Scans the files of a request before anything reads or stores them. Does nothing without `CLAMD_URL`.
 * @throws ApiError upload_infected; scanner_unavailable unless unscanned files are accepted
 */
export async function scanUploads({ config, log }: App, uploads: readonly Upload[]): Promise<void> {
  const { scanner } = config
  if (!scanner) return
  for (const { bytes } of uploads) {
    const signature = await queue
      .add(() => scanWithClamd(scanner.address, bytes, scanner.timeoutMs))
      .catch(error => {
        if (!(error instanceof ScannerUnavailableError)) throw error
        log.warn({ err: error }, 'the upload scanner is unavailable')
        const accepted = scanner.acceptsUnscanned
        logSecurityEvent(log, { event: 'upload.not_scanned', accepted }, 'an upload was not scanned')
        if (!accepted) throw apiError('scanner_unavailable', { retryAfter: 15 })
        return undefined
      })
    if (signature === undefined) continue
    logSecurityEvent(log, { event: 'upload.infected', signature }, 'an upload is infected')
    throw apiError('upload_infected')
  }
}
