// Replies of the server in IndexedDB, so that lists and articles can be read without network after a reload.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

export const databaseName = 'replies'
/** Upper limit of what all replies take on the device. */
export const maxTotalBytes = 20 * 1024 * 1024
/** Older replies are neither shown nor kept. */
export const maxAgeMs = 60 * 24 * 3600_000

export type StoredReply = { data: unknown; updatedAt: number }
type Key = [ownerId: string, queryHash: string]
type Entry = { ownerId: string; queryHash: string; updatedAt: number; bytes: number }

interface RepliesSchema extends DBSchema {
  /** Sizes and ages, apart from the replies: the limit is checked without reading them. */
  entries: { key: Key; value: Entry }
  bodies: { key: Key; value: string }
}

let opened: Promise<IDBPDatabase<RepliesSchema>> | undefined

function open(): Promise<IDBPDatabase<RepliesSchema>> {
  opened ??= openDB<RepliesSchema>(databaseName, 1, {
    upgrade: database => {
      database.createObjectStore('entries', { keyPath: ['ownerId', 'queryHash'] })
      database.createObjectStore('bodies')
    },
    // Closes at once when a tab deletes the database, because a background tab may stay open for days.
    blocking: (_oldVersion, _newVersion, event) => {
      if (event.target instanceof IDBDatabase) event.target.close()
      opened = undefined
    },
    terminated: () => {
      opened = undefined
    },
  })
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

/** Returns a user's stored reply, or undefined when there is none that is recent enough. */
export async function readReply(ownerId: string, queryHash: string, now: number): Promise<StoredReply | undefined> {
  const transaction = (await open()).transaction(['entries', 'bodies'])
  const key: Key = [ownerId, queryHash]
  const [entry, body] = await Promise.all([
    transaction.objectStore('entries').get(key),
    transaction.objectStore('bodies').get(key),
  ])
  if (!entry || body === undefined || now - entry.updatedAt > maxAgeMs) return undefined
  return { data: JSON.parse(body), updatedAt: entry.updatedAt }
}

/** Stores a reply and deletes the oldest ones, of any user, beyond the limit. A reply over the limit is not stored. */
export async function writeReply(ownerId: string, queryHash: string, { data, updatedAt }: StoredReply): Promise<void> {
  const body = JSON.stringify(data)
  const bytes = new Blob([body]).size
  if (bytes > maxTotalBytes) return
  const database = await open()
  const transaction = database.transaction(['entries', 'bodies'], 'readwrite')
  const puts = [
    transaction.objectStore('entries').put({ ownerId, queryHash, updatedAt, bytes }),
    transaction.objectStore('bodies').put(body, [ownerId, queryHash]),
  ]
  // A browser aborts a transaction that waits for its page when the page is left. A committed one needs no page.
  transaction.commit()
  await Promise.all([...puts, transaction.done])
  await deleteOldest(database, updatedAt)
}

/** Deletes the oldest replies beyond the limit, and those too old at the time `now`. */
async function deleteOldest(database: IDBPDatabase<RepliesSchema>, now: number): Promise<void> {
  const transaction = database.transaction(['entries', 'bodies'], 'readwrite')
  const [entries, bodies] = [transaction.objectStore('entries'), transaction.objectStore('bodies')]
  const newestFirst = (await entries.getAll()).sort((a, b) => b.updatedAt - a.updatedAt)
  let total = 0
  for (const entry of newestFirst) {
    total += entry.bytes
    if (total <= maxTotalBytes && now - entry.updatedAt <= maxAgeMs) continue
    const key: Key = [entry.ownerId, entry.queryHash]
    await Promise.all([entries.delete(key), bodies.delete(key)])
  }
  await transaction.done
}
