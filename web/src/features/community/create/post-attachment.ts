import type { Analysis } from '@kutu/contract/detection'
import { VisionError } from '@kutu/vision/vision-error'
import { callApi } from '../../../api/api-client.ts'
import { ApiError } from '../../../api/errors.ts'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { t } from '../../../i18n/i18n.ts'
import { prepareUpload } from '../../../vision/worker-client.ts'

/** What stands with the words of a post: a photo to be sent, that of an analysis, the one it already has, or none. */
export type PostAttachment =
  | { kind: 'none' }
  | { kind: 'file'; file: File }
  | { kind: 'analysis'; analysis: Analysis }
  | { kind: 'kept'; image: string }

type OnProgress = (fraction: number) => void
type AttachmentIds = { image?: string | null; rust_detection?: string | null }

/** The photo could not be sent; `message` says why, to stand at the photo. */
export class PhotoRejectedError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PhotoRefused'
  }
}

/** The ids that go into a post for what stands with it. A file goes up first, once, however often its post is tried. */
export async function uploadAttachment(attachment: PostAttachment, onProgress: OnProgress): Promise<AttachmentIds> {
  if (attachment.kind === 'kept') return {}
  if (attachment.kind === 'none') return { image: null }
  if (attachment.kind === 'analysis') return { image: attachment.analysis.id, rust_detection: attachment.analysis.id }
  return { image: await upload(attachment.file, onProgress) }
}

/** What became of a chosen file: as it is sent, under which key, and its id once it is on the server. */
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

/** Statuses that are about the photo itself. */
const photoErrorStatuses: ReadonlySet<number> = new Set([400, 413, 415, 422])
