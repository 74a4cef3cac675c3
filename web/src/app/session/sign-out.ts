import { callApi } from '../../api/api-client.ts'
import { endSession, getStoredUser } from '../../api/session/session.ts'

const timeoutMs = 3000

/** Loaded on demand: most people never have anything that waits. */
const loadOutbox = () => import('../../api/outbox/outbox-store.ts')

/** Returns how many photos and texts of the user are on this device only. A device without storage has none. */
export async function countUnsent(): Promise<number> {
  const ownerId = getStoredUser()?.id
  if (ownerId === undefined) return 0
  try {
    return (await (await loadOutbox()).listUnsentItems(ownerId)).length
  } catch {
    return 0
  }
}

/**
 * Ends the session on the server, if it can be reached, and on this device, then reloads the page.
 * @param outbox what happens to what was not sent: they stay for this account only, or they are deleted
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
