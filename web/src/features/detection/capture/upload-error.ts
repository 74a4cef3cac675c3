import { VisionError } from '@kutu/vision/vision-error'
import { ApiError, OfflineError } from '../../../api/errors.ts'
import type { OutboxPhoto } from '../../../api/outbox/outbox-item.ts'
import { t } from '../../../i18n/i18n.ts'
import type { SelectedLeaf } from './use-leaf-selection.ts'

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
 * Waits until every photo is prepared and returns them in order.
 * @throws VisionError for a single photo, LeafError for one of several
 */
export async function collectPhotos(leaves: readonly SelectedLeaf[]): Promise<OutboxPhoto[]> {
  const results = await Promise.allSettled(leaves.map(leaf => leaf.prepared))
  return results.map((result, index) => {
    if (result.status === 'fulfilled') return { ...result.value, name: result.value.photo.name }
    throw leaves.length > 1 ? new LeafError(index + 1, result.reason) : result.reason
  })
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
