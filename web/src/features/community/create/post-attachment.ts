import type { Analysis } from '@kutu/contract/detection'
import { VisionError } from '@kutu/vision/vision-error'
import { callApi } from '../../../api/api-client.ts'
import { ApiError } from '../../../api/errors.ts'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { t } from '../../../i18n/i18n.ts'
import { prepareUpload } from '../../../vision/worker-client.ts'

/** The attachment of a post: none, a file to upload, an analysis (for its photo), or the photo it already has. */
export type PostAttachment =
  | { kind: 'none' }
  | { kind: 'file'; file: File }
  | { kind: 'analysis'; analysis: Analysis }
  | { kind: 'uploaded'; image: string }

type OnProgress = (fraction: number) => void
type AttachmentIds = { image?: string | null; rust_detection?: string | null }

/** Thrown when the server or the browser rejects the photo; `message` is shown beside the photo field. */
export class PhotoRejectedError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PhotoRejectedError'
  }
}

/**
 * Uploads the attachment when needed and returns the ids that go into the post request.
 * A file is uploaded only once, even when submitting the post fails and is retried.
 * @throws PhotoRejectedError when the photo itself is the problem
 */
export async function uploadAttachment(attachment: PostAttachment, onProgress: OnProgress): Promise<AttachmentIds> {
  if (attachment.kind === 'uploaded') return {}
  if (attachment.kind === 'none') return { image: null }
  if (attachment.kind === 'analysis') return { image: attachment.analysis.id, rust_detection: attachment.analysis.id }
  return { image: await upload(attachment.file, onProgress) }
}

/** Upload state per file: its idempotency key, the prepared file, and its id once uploaded. */
const uploads = new WeakMap<File, { key: string; prepared?: File; id?: string }>()

async function upload(file: File, onProgress: OnProgress): Promise<string> {
  const entry = uploads.get(file) ?? { key: newIdempotencyKey() }
  uploads.set(file, entry)
  if (entry.id !== undefined) return entry.id
  try {
    entry.prepared ??= await prepareUpload(file)
    const files = [entry.prepared]
    const { id } = await callApi('POST /api/community/photos/', { files, idempotencyKey: entry.key, onProgress })
    entry.id = id
    return id
  } catch (error) {
    if (error instanceof VisionError && error.code !== 'overloaded')
      throw new PhotoRejectedError(t(`upload.${error.code}`))
    if (error instanceof ApiError && photoErrorStatuses.has(error.status)) throw new PhotoRejectedError(error.message)
    throw error
  }
}

/** Returns the prepared photo of an upload that did not succeed, with its key and, if it arrived, its id. */
export function getPreparedUpload(file: File): { file: File; key: string; id?: string } | null {
  const { prepared, key, id } = uploads.get(file) ?? {}
  return prepared && key !== undefined ? { file: prepared, key, ...(id !== undefined && { id }) } : null
}

/** HTTP statuses that are caused by the photo itself. */
const photoErrorStatuses: ReadonlySet<number> = new Set([400, 413, 415, 422])
