import { callApi } from '../../api/api-client.ts'
import { endSession, getStoredUser } from '../../api/session/session.ts'

const timeoutMs = 3000

/** Loaded on demand: most people never have anything that waits. */
const loadOutbox = () => import('../../api/outbox/outbox-store.ts')

/** Counts of what is on this device only: photos for analysis, and other writes. */
type UnsentCounts = { photos: number; writes: number }
const nothing: UnsentCounts = { photos: 0, writes: 0 }

/** Returns how much of the user is on this device only. A device without storage has nothing. */
export async function countUnsent(): Promise<UnsentCounts> {
  const ownerId = getStoredUser()?.id
  if (ownerId === undefined) return nothing
  try {
    const unsent = await (await loadOutbox()).listUnsentItems(ownerId)
    const photos = unsent.filter(({ kind }) => kind === 'photo').length
    return { photos, writes: unsent.length - photos }
  } catch {
    return nothing
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
