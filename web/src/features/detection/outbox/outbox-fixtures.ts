import type { Finding } from '@kutu/vision/inference/detect'
import type { DeviceAnswer, OutboxItem, OutboxPhoto } from '../../../api/outbox/outbox-item.ts'
import { putItem } from '../../../api/outbox/outbox-store.ts'
import { makeUser } from '../../../testing/users.ts'

type PhotoItem = OutboxItem<'photo'>

const finding: Finding = {
  rustClass: 'common_rust',
  confidence: 0.93,
  probabilities: { common_rust: 0.95, healthy: 0.03, other_disease: 0.02 },
  disease: 'common_rust',
  crop: 'maize',
  band: 'confident',
  verdict: 'confident',
  cropEstimate: null,
  candidates: [],
  affectedArea: 0.2,
}

/** Builds a device's confident answer of common rust on a maize leaf. */
export const makeDeviceAnswer = (changes: Partial<DeviceAnswer> = {}): DeviceAnswer => ({
  finding,
  modelVersion: '2026.01.01-1',
  leaves: [{ finding, heatmapPng: null }],
  leading: 0,
  showsHeatmap: true,
  ...changes,
})

export const makeOutboxPhoto = (name = 'leaf.jpg'): OutboxPhoto => ({
  photo: new File(['leaf'], name, { type: 'image/jpeg' }),
  name,
  quality: [],
})

/** Builds an item of one photo that the device has answered and that waits for the network. */
export const makeOutboxItem = ({
  data,
  ...changes
}: Partial<Omit<PhotoItem, 'data'> & { data: Partial<PhotoItem['data']> }> = {}): PhotoItem => ({
  key: '33333333-3333-4333-8333-333333333333',
  ownerId: makeUser('farmer').id,
  kind: 'photo',
  data: {
    photos: [makeOutboxPhoto()],
    input: {},
    takenAt: '2026-11-20T08:00:00.000Z',
    answer: makeDeviceAnswer(),
    ...data,
  },
  createdAt: '2026-11-20T08:00:00.000Z',
  revision: 0,
  state: { kind: 'waiting' },
  ...changes,
})

/** Stores items in the outbox of the device. */
export async function fillOutbox(...items: OutboxItem[]): Promise<void> {
  for (const item of items) await putItem(item)
}
