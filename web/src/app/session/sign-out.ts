import { callApi } from '../../api/api-client.ts'
import { endSession, getStoredUser } from '../../api/session/session.ts'

const timeoutMs = 3000

/** Loaded on demand: most people never have a photo that waits. */
const loadOutbox = () => import('../../features/detection/outbox/outbox-store.ts')

/** Returns how many photos of the user are on this device only. A device without storage has none. */
export async function countUnsentPhotos(): Promise<number> {
  const ownerId = getStoredUser()?.id
  if (ownerId === undefined) return 0
  try {
    const items = await (await loadOutbox()).listItems(ownerId)
    return items.filter(({ state }) => state.kind !== 'differs').length
  } catch {
    return 0
  }
}

/**
 * Ends the session on the server, if it can be reached, and on this device, then reloads the page.
 * @param outbox what happens to photos that were not sent: they stay for this account only, or they are deleted
 */
export async function signOut({ outbox }: { outbox: 'keep' | 'delete' } = { outbox: 'keep' }): Promise<void> {
  const ownerId = getStoredUser()?.id
  try {
    const { removeAnsweredItemsOf, removeItemsOf } = await loadOutbox()
    if (ownerId !== undefined) await (outbox === 'delete' ? removeItemsOf : removeAnsweredItemsOf)(ownerId)
  } catch {
    // Without storage there is nothing to delete.
  }
  try {
    await callApi('POST /api/auth/sign-out', { signal: AbortSignal.timeout(timeoutMs) })
  } catch {
    // Offline, or the session was already over: it still ends on this device.
  }
  endSession({ willReload: true })
  window.location.replace('/auth')
}
