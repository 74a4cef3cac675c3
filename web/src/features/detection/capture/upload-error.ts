import { VisionError } from '@kutu/vision/vision-error'
import { ApiError, OfflineError } from '../../../api/errors.ts'
import { t } from '../../../i18n/i18n.ts'
import type { OutboxPhoto } from '../outbox/outbox-item.ts'
import type { SelectedLeaf } from './use-leaf-selection.ts'

/** Something is wrong with one of several photos. `position` counts from 1. */
class LeafError extends Error {
  readonly position: number

  constructor(position: number, cause: unknown) {
    super(`Leaf ${position}`, { cause })
    this.name = 'LeafError'
    this.position = position
  }
}

/**
 * The photos as they are sent, once they are ready.
 * @throws VisionError; of several photos LeafError
 */
export async function collectPhotos(leaves: readonly SelectedLeaf[]): Promise<OutboxPhoto[]> {
  const results = await Promise.allSettled(leaves.map(leaf => leaf.prepared))
  return results.map((result, index) => {
    if (result.status === 'fulfilled') return { ...result.value, name: result.value.photo.name }
    throw leaves.length > 1 ? new LeafError(index + 1, result.reason) : result.reason
  })
}

/** What to say of anything thrown on the way: the server's reason, the missing network, the photo's fault. */
export function getUploadErrorMessage(error: unknown): string {
  if (error instanceof LeafError) return withLeafNumber(error.position, getUploadErrorMessage(error.cause))
  if (error instanceof OfflineError) return error.message
  if (error instanceof ApiError && error.message !== t('error.unreadable')) return getServerErrorMessage(error)
  if (error instanceof VisionError && error.code !== 'overloaded') return t(`upload.${error.code}`)
  return t('upload_image.failed')
}

/** Of several photos the server names the one at fault, counting from 0: `images.2`. */
function getServerErrorMessage({ message, errors }: ApiError): string {
  const index = /^images\.(\d)$/.exec(errors[0]?.field ?? '')?.[1]
  return index === undefined ? message : withLeafNumber(Number(index) + 1, message)
}

const withLeafNumber = (position: number, message: string) => t('plant.problem', { position, problem: message })
