// @chunk photos
import type { CropType } from '@kutu/contract/common'
import type { Finding } from '@kutu/vision/inference/verdict'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { DeviceAnswer, OutboxItem } from './outbox-item.ts'

export interface OutboxSchema extends DBSchema {
  items: { key: string; value: OutboxItem; indexes: { owner: string } }
}

/**
 * Opens the outbox database and migrates items of earlier versions.
 * @param onClosed called when the connection is closed; the next access must open a new one
 * @throws Error when a tab with an earlier version blocks the upgrade
 */
export function openOutboxDatabase(onClosed: () => void): Promise<IDBPDatabase<OutboxSchema>> {
  return new Promise((resolve, reject) => {
    openDB<OutboxSchema>('outbox', 3, {
      upgrade: async (database, oldVersion, _newVersion, transaction) => {
        if (oldVersion === 0) database.createObjectStore('items', { keyPath: 'key' }).createIndex('owner', 'ownerId')
        const items = transaction.objectStore('items')
        for (const item of await items.getAll()) await items.put(migrateItem(item))
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

/** Version 2 stored the crop as the only field. */
type OutboxItemV2 = Omit<OutboxItem, 'input'> & { crop: CropType | null }

/** Version 1 stored a single photo in each item. */
type OutboxItemV1 = Omit<OutboxItemV2, 'photos' | 'answer'> & {
  photo: Blob
  name: string
  answer: { finding: Finding; modelVersion: string; heatmapPng: Blob | null } | null
}

/** Converts a record of any version to the current one. */
export function migrateItem(item: OutboxItem | OutboxItemV2 | OutboxItemV1): OutboxItem {
  if ('input' in item) return item
  const { crop, ...rest } = 'photos' in item ? item : migratePhoto(item)
  return { ...rest, input: crop === null ? {} : { crop_type: crop } }
}

function migratePhoto({ photo, name, answer, ...rest }: OutboxItemV1): OutboxItemV2 {
  return { ...rest, photos: [{ photo, name, quality: [] }], answer: answer && migrateAnswer(answer) }
}

const migrateAnswer = ({ heatmapPng, ...answer }: NonNullable<OutboxItemV1['answer']>): DeviceAnswer => ({
  ...answer,
  leaves: [{ finding: answer.finding, heatmapPng }],
  leading: 0,
  showsHeatmap: true,
})
