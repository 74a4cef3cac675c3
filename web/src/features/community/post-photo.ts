import type { Analysis } from '@kutu/contract/detection'
import { VisionError } from '@kutu/vision/vision-error'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/errors.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { say } from '../../text/say.ts'
import { prepareUpload } from '../../vision/on-device.ts'

/** What stands with the words of a post: a photo to be sent, that of an analysis, the one it already has, or none. */
export type PostPhoto =
  | { kind: 'none' }
  | { kind: 'file'; file: File }
  | { kind: 'analysis'; analysis: Analysis }
  | { kind: 'kept'; image: string }

type OnProgress = (share: number) => void
type Attached = { image?: string | null; rust_detection?: string | null }

/** The photo could not be sent; `message` says why, to stand at the photo. */
export class PhotoRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PhotoRefused'
  }
}

/** The ids that go into a post for what stands with it. A file goes up first, once, however often its post is tried. */
export async function attach(photo: PostPhoto, onProgress: OnProgress): Promise<Attached> {
  if (photo.kind === 'kept') return {}
  if (photo.kind === 'none') return { image: null }
  if (photo.kind === 'analysis') return { image: photo.analysis.id, rust_detection: photo.analysis.id }
  return { image: await upload(photo.file, onProgress) }
}

/** What became of a chosen file: as it is sent, under which key, and its id once it is on the server. */
const sent = new WeakMap<File, { key: string; prepared?: File; id?: string }>()

async function upload(file: File, onProgress: OnProgress): Promise<string> {
  const known = sent.get(file) ?? { key: newIdempotencyKey() }
  sent.set(file, known)
  if (known.id !== undefined) return known.id
  try {
    known.prepared ??= await prepareUpload(file)
    const files = [known.prepared]
    const { id } = await call('POST /api/community/photos/', { files, idempotencyKey: known.key, onProgress })
    known.id = id
    return id
  } catch (error) {
    if (error instanceof VisionError && error.word !== 'overloaded') throw new PhotoRefused(say(`upload.${error.word}`))
    if (error instanceof ApiError && refusals.has(error.status)) throw new PhotoRefused(error.message)
    throw error
  }
}

/** Statuses that are about the photo itself. */
const refusals: ReadonlySet<number> = new Set([400, 413, 415, 422])
