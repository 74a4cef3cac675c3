import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { OutboxItem } from './outbox-item.ts'
import type { OutboxWrite } from './outbox-write.ts'

export interface OutboxSchema extends DBSchema {
  /** Photos for analysis. */
  items: { key: string; value: OutboxItem; indexes: { owner: string } }
  /** Everything else that was written offline. */
  writes: { key: string; value: OutboxWrite; indexes: { owner: string } }
}

/**
 * Opens the outbox database.
 * @param onClosed called when the connection is closed; the next access must open a new one
 * @throws Error when a tab with an earlier version blocks the upgrade
 */
export function openOutboxDatabase(onClosed: () => void): Promise<IDBPDatabase<OutboxSchema>> {
  return new Promise((resolve, reject) => {
    openDB<OutboxSchema>('outbox', 1, {
      upgrade: database => {
        database.createObjectStore('items', { keyPath: 'key' }).createIndex('owner', 'ownerId')
        database.createObjectStore('writes', { keyPath: 'key' }).createIndex('owner', 'ownerId')
      },
      blocked: () => reject(new Error('Another tab blocks the upgrade of the outbox')),
      // Closes at once when another tab wants to upgrade, because a background tab may stay open for days.
      blocking: (_oldVersion, _newVersion, event) => {
        if (event.target instanceof IDBDatabase) event.target.close()
        onClosed()
      },
      terminated: onClosed,
    }).then(resolve, reject)
  })
}
