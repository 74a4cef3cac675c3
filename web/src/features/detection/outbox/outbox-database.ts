import type { Finding } from '@kutu/vision/inference/verdict'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { DeviceAnswer, OutboxItem } from './outbox-item.ts'

export interface OutboxSchema extends DBSchema {
  items: { key: string; value: OutboxItem; indexes: { owner: string } }
}

/**
 * Opens the store on this device. Photos that wait in one of an earlier version are taken over.
 * @param onClosed the connection is gone; the next use must open another
 * @throws Error while a tab of an earlier version keeps the store from being brought up to date
 */
export function openOutboxDatabase(onClosed: () => void): Promise<IDBPDatabase<OutboxSchema>> {
  return new Promise((resolve, reject) => {
    openDB<OutboxSchema>('outbox', 2, {
      upgrade: async (database, oldVersion, _newVersion, transaction) => {
        if (oldVersion === 0) database.createObjectStore('items', { keyPath: 'key' }).createIndex('owner', 'ownerId')
        const items = transaction.objectStore('items')
        for (const item of await items.getAll()) await items.put(migrateItem(item))
      },
      blocked: () => reject(new Error('A tab of an earlier version holds the outbox')),
      // A newer version wants the store: it is given up at once, for a tab in the background may stay open for days.
      blocking: (_oldVersion, _newVersion, event) => {
        if (event.target instanceof IDBDatabase) event.target.close()
        onClosed()
      },
      terminated: onClosed,
    }).then(resolve, reject)
  })
}

/** Version 1 knew single photos only. */
type OutboxItemV1 = Omit<OutboxItem, 'photos' | 'answer'> & {
  photo: Blob
  name: string
  answer: { finding: Finding; modelVersion: string; heatmapPng: Blob | null } | null
}

function migrateItem(item: OutboxItem | OutboxItemV1): OutboxItem {
  if ('photos' in item) return item
  const { photo, name, answer, ...rest } = item
  return { ...rest, photos: [{ photo, name, quality: [] }], answer: answer && migrateAnswer(answer) }
}

const migrateAnswer = ({ heatmapPng, ...answer }: NonNullable<OutboxItemV1['answer']>): DeviceAnswer => ({
  ...answer,
  leaves: [{ finding: answer.finding, heatmapPng }],
  leading: 0,
  showsHeatmap: true,
})
