// @chunk outbox
import type { CropType } from '@kutu/contract/common'
import type { Finding } from '@kutu/vision/inference/verdict'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { DeviceAnswer, DeviceLeaf, OutboxItem } from './outbox-item.ts'
import type { OutboxWrite } from './outbox-write.ts'

export interface OutboxSchema extends DBSchema {
  /** Photos for analysis. */
  items: { key: string; value: OutboxItem; indexes: { owner: string } }
  /** Everything else that was written offline. */
  writes: { key: string; value: OutboxWrite; indexes: { owner: string } }
}

/**
 * Opens the outbox database and migrates items of earlier versions.
 * @param onClosed called when the connection is closed; the next access must open a new one
 * @throws Error when a tab with an earlier version blocks the upgrade
 */
export function openOutboxDatabase(onClosed: () => void): Promise<IDBPDatabase<OutboxSchema>> {
  return new Promise((resolve, reject) => {
    openDB<OutboxSchema>('outbox', 5, {
      upgrade: async (database, oldVersion, _newVersion, transaction) => {
        if (oldVersion === 0) database.createObjectStore('items', { keyPath: 'key' }).createIndex('owner', 'ownerId')
        if (oldVersion < 5) database.createObjectStore('writes', { keyPath: 'key' }).createIndex('owner', 'ownerId')
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

/** The findings of version 3 were made without the farmer's crop and have no band. */
type FindingV3 = Omit<Finding, 'band' | 'cropEstimate'>
type DeviceAnswerV3 = Omit<DeviceAnswer, 'finding' | 'leaves'> & {
  finding: FindingV3
  leaves: (Omit<DeviceLeaf, 'finding'> & { finding: FindingV3 | null })[]
}
type OutboxItemV3 = Omit<OutboxItem, 'answer'> & { answer: DeviceAnswerV3 | null }

/** Version 2 stored the crop as the only field. */
type OutboxItemV2 = Omit<OutboxItemV3, 'input'> & { crop: CropType | null }

/** Version 1 stored a single photo in each item. */
type OutboxItemV1 = Omit<OutboxItemV2, 'photos' | 'answer'> & {
  photo: Blob
  name: string
  answer: { finding: FindingV3; modelVersion: string; heatmapPng: Blob | null } | null
}

/** Converts a record of any version to the current one. */
export function migrateItem(item: OutboxItem | OutboxItemV3 | OutboxItemV2 | OutboxItemV1): OutboxItem {
  const itemV3 = 'input' in item ? item : migrateInput('photos' in item ? item : migratePhoto(item))
  const { answer, input } = itemV3
  return { ...itemV3, answer: answer && migrateBands(answer, input.crop_type?.toLowerCase() ?? null) }
}

const migrateInput = ({ crop, ...rest }: OutboxItemV2): OutboxItemV3 => ({
  ...rest,
  input: crop === null ? {} : { crop_type: crop },
})

const migrateBands = (answer: DeviceAnswer | DeviceAnswerV3, statedCrop: string | null): DeviceAnswer => ({
  ...answer,
  finding: migrateFinding(answer.finding, statedCrop),
  leaves: answer.leaves.map(leaf => ({ ...leaf, finding: leaf.finding && migrateFinding(leaf.finding, statedCrop) })),
})

/** An answer that contradicts the farmer's crop is uncertain and names no disease, until the server answers with the crop. */
function migrateFinding(finding: Finding | FindingV3, statedCrop: string | null): Finding {
  if ('band' in finding) return finding
  const crop = statedCrop ?? finding.crop
  if (finding.crop === null || finding.crop === crop)
    return { ...finding, crop, band: finding.verdict, cropEstimate: null }
  return { ...finding, crop, disease: null, verdict: 'uncertain', band: 'uncertain', cropEstimate: null }
}

function migratePhoto({ photo, name, answer, ...rest }: OutboxItemV1): OutboxItemV2 {
  return { ...rest, photos: [{ photo, name, quality: [] }], answer: answer && migrateAnswer(answer) }
}

const migrateAnswer = ({ heatmapPng, ...answer }: NonNullable<OutboxItemV1['answer']>): DeviceAnswerV3 => ({
  ...answer,
  leaves: [{ finding: answer.finding, heatmapPng }],
  leading: 0,
  showsHeatmap: true,
})
