// Lets queries answer from replies stored on the device: TanStack Query's `persister` option. Its own package
// (query-persist-client-core) is not used because it requires another version of the query core, which would load twice.
import type { QueryClient, QueryKey, QueryPersister } from '@tanstack/react-query'
import { getStoredUser } from '../session/session.ts'

/** First elements of the keys whose replies are stored: what a user reads in the field. */
const storedKeys = ['analyses', 'bookings', 'slots', 'posts', 'notifications', 'dashboard']

const isStored = (queryKey: QueryKey): boolean => storedKeys.some(key => key === queryKey[0])

/** Data that came from the device. Storing it again would make it look new. */
const restoredData = new WeakSet<object>()

let storage: Promise<typeof import('./stored-replies.ts')> | undefined

/** Loads the storage once: a second `import()` takes a task, in which the page may be left. A failed load is repeated. */
function loadStorage() {
  storage ??= import('./stored-replies.ts').catch(error => {
    storage = undefined
    throw error
  })
  return storage
}

/**
 * Creates a persister that answers a user's first request for a query from the device, and then asks the server. Without a
 * stored reply it asks the server at once.
 */
export function createPersister(ownerId: string): QueryPersister {
  return async (queryFn, context, query) => {
    if (query.state.data !== undefined || !isStored(query.queryKey)) return queryFn(context)
    const stored = await loadStorage()
      .then(({ readReply }) => readReply(ownerId, query.queryHash, Date.now()))
      .catch(() => undefined)
    if (!stored) return queryFn(context)
    if (typeof stored.data === 'object' && stored.data !== null) restoredData.add(stored.data)
    // After this fetch has ended, so that the state keeps the age of the stored reply.
    setTimeout(() => {
      query.setState({ dataUpdatedAt: stored.updatedAt })
      // Even a young reply may be outdated: something may have changed since, and a reload is meant to show it. Offline the
      // refetch fails, and the stored reply stays on the screen.
      query.fetch().catch(() => undefined)
    })
    return stored.data
  }
}

/** Stores the replies that a user's client receives from now on. Call it once for each client. */
export function storeReplies(client: QueryClient, ownerId: string): void {
  client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { queryKey, queryHash, state } = event.query
    if (typeof state.data === 'object' && state.data !== null && restoredData.has(state.data)) return
    // The session may have ended while the reply was on its way: nothing of it may stay on a shared phone.
    if (!isStored(queryKey) || getStoredUser()?.id !== ownerId) return
    const reply = { data: state.data, updatedAt: state.dataUpdatedAt }
    loadStorage()
      .then(async ({ writeReply }) => {
        if (getStoredUser()?.id === ownerId) await writeReply(ownerId, queryHash, reply)
      })
      // Without storage (full or disabled) the app works online only.
      .catch(() => undefined)
  })
}
