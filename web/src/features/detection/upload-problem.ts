import { VisionError } from '@kutu/vision/vision-error'
import { ApiError, OfflineError } from '../../api/errors.ts'
import { say } from '../../text/say.ts'
import type { OutboxPhoto } from './outbox-item.ts'
import type { ChosenLeaf } from './use-chosen-leaves.ts'

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
export async function photosOf(leaves: readonly ChosenLeaf[]): Promise<OutboxPhoto[]> {
  const ready = await Promise.allSettled(leaves.map(leaf => leaf.ready))
  return ready.map((each, at) => {
    if (each.status === 'fulfilled') return { ...each.value, name: each.value.photo.name }
    throw leaves.length > 1 ? new LeafError(at + 1, each.reason) : each.reason
  })
}

/** What to say of anything thrown on the way: the server's reason, the missing network, the photo's fault. */
export function reasonOf(error: unknown): string {
  if (error instanceof LeafError) return ofLeaf(error.position, reasonOf(error.cause))
  if (error instanceof OfflineError) return error.message
  if (error instanceof ApiError && error.message !== say('error.unreadable')) return reasonOfServer(error)
  if (error instanceof VisionError && error.word !== 'overloaded') return say(`upload.${error.word}`)
  return say('upload_image.failed')
}

/** Of several photos the server names the one at fault, counting from 0: `images.2`. */
function reasonOfServer({ message, errors }: ApiError): string {
  const at = /^images\.(\d)$/.exec(errors[0]?.field ?? '')?.[1]
  return at === undefined ? message : ofLeaf(Number(at) + 1, message)
}

const ofLeaf = (position: number, problem: string) => say('plant.problem', { position, problem })
