import type { QualityWarning } from '@kutu/contract/detection'
import { maxPhotoAgeDays } from '@kutu/contract/upload-limits'
import { readExifTime } from '@kutu/vision/browser/exif-time'
import { VisionError } from '@kutu/vision/vision-error'
import { ApiError, OfflineError } from '../../../api/errors.ts'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import type { ItemData, OutboxPhoto } from '../../../api/outbox/outbox-item.ts'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { t } from '../../../i18n/i18n.ts'
import { type PreparedPhoto, prepareLeafPhoto } from '../../../vision/worker-client.ts'

/** A selected photo. Its preparation starts when it is added. */
export type SelectedLeaf = {
  id: string
  file: File
  prepared: Promise<PreparedPhoto>
  /** Read from the original: the prepared photo has no metadata. */
  takenAt: Promise<Date>
  /** Null until the quality check has finished. */
  quality: QualityWarning[] | null
}

export function prepareLeaf(file: File): SelectedLeaf {
  const prepared = prepareLeafPhoto(file)
  // The error is reported on submit, when this promise is awaited again.
  prepared.catch(() => undefined)
  return { id: newIdempotencyKey(), file, prepared, takenAt: readTimeTaken(file), quality: null }
}

/** Longer than the largest EXIF data, which come first. */
const headBytes = 128 * 1024
const maxAgeMs = maxPhotoAgeDays * 24 * 3600_000

/**
 * Returns when a chosen photo was taken: by its EXIF data, else by the time of the file if that is within the last 30 days,
 * else now. Never in the future, nor more than 30 days back. The camera and the file have the clock of the device, so only
 * the age is theirs.
 */
async function readTimeTaken(file: File): Promise<Date> {
  const head = await file
    .slice(0, headBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer())
  const taken = readExifTime(new Uint8Array(head))
  const age = Date.now() - (taken?.getTime() ?? file.lastModified)
  const isPlausible = taken !== null || age < maxAgeMs
  return new Date(getServerTime().getTime() - (isPlausible ? Math.min(Math.max(age, 0), maxAgeMs) : 0))
}

/** An error in one of several photos. `position` counts from 1. */
class LeafError extends Error {
  readonly position: number

  constructor(position: number, cause: unknown) {
    super(`Leaf ${position}`, { cause })
    this.name = 'LeafError'
    this.position = position
  }
}

/**
 * Waits until the photos of a plant are prepared and returns what is sent of them. They count for the time of the last one.
 * @throws VisionError for a single photo, LeafError for one of several
 */
export async function collectPhotos(
  leaves: readonly [SelectedLeaf, ...SelectedLeaf[]],
): Promise<Pick<ItemData['photo'], 'photos' | 'takenAt'>> {
  const results = await Promise.allSettled(leaves.map(leaf => leaf.prepared))
  const photos = results.map((result, index): OutboxPhoto => {
    if (result.status === 'fulfilled') return { ...result.value, name: result.value.photo.name }
    throw leaves.length > 1 ? new LeafError(index + 1, result.reason) : result.reason
  })
  const times = await Promise.all(leaves.map(leaf => leaf.takenAt))
  const takenAt = new Date(Math.max(...times.map(time => time.getTime()))).toISOString()
  return { photos: photos as ItemData['photo']['photos'], takenAt }
}

/**
 * Returns the message to show for any error of an upload: the server's message, offline, or a problem with the photo.
 */
export function getUploadErrorMessage(error: unknown): string {
  if (error instanceof LeafError) return withLeafNumber(error.position, getUploadErrorMessage(error.cause))
  if (error instanceof OfflineError) return error.message
  if (error instanceof ApiError && error.message !== t('error.unreadable')) return getServerErrorMessage(error)
  if (error instanceof VisionError && error.code !== 'overloaded') return t(`upload.${error.code}`)
  return t('upload_image.failed')
}

/** With several photos the server names the failing one by a zero-based index: `images.2`. */
function getServerErrorMessage({ message, errors }: ApiError): string {
  const index = /^images\.(\d)$/.exec(errors[0]?.field ?? '')?.[1]
  return index === undefined ? message : withLeafNumber(Number(index) + 1, message)
}

const withLeafNumber = (position: number, message: string) => t('plant.problem', { position, problem: message })
