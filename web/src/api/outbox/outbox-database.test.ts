import { describe, expect, it } from 'vitest'
import { migrateItem } from './outbox-database.ts'

const photo = new Blob(['leaf'], { type: 'image/jpeg' })
const finding = {
  rustClass: 'common_rust',
  confidence: 0.9,
  probabilities: { common_rust: 0.9, healthy: 0.05, other_disease: 0.05 },
  disease: 'common_rust',
  crop: 'maize',
  verdict: 'confident',
  affectedArea: 0.2,
} as const
const withBand = { ...finding, band: 'confident', cropEstimate: null }
const common = {
  key: 'key',
  ownerId: 'amina',
  takenAt: '2026-01-01T08:00:00.000Z',
  state: { kind: 'waiting' },
} as const
const photos: [{ photo: Blob; name: string; quality: [] }] = [{ photo, name: 'leaf.jpg', quality: [] }]

describe('a photo waiting in the outbox since an older version', () => {
  it('keeps the chosen crop among the fields sent with it', () => {
    const item = { ...common, photos, answer: null }
    expect(migrateItem({ ...item, crop: 'MAIZE' })).toEqual({ ...item, input: { crop_type: 'MAIZE' } })
    expect(migrateItem({ ...item, crop: null })).toEqual({ ...item, input: {} })
  })

  it('keeps its answer from when an item was a single photo', () => {
    const answer = { finding, modelVersion: '2026.01.01-1', heatmapPng: null }
    expect(migrateItem({ ...common, photo, name: 'leaf.jpg', crop: 'MAIZE', answer })).toEqual({
      ...common,
      photos,
      input: { crop_type: 'MAIZE' },
      answer: {
        finding: withBand,
        modelVersion: '2026.01.01-1',
        leaves: [{ finding: withBand, heatmapPng: null }],
        leading: 0,
        showsHeatmap: true,
      },
    })
  })

  it('is uncertain when the answer was about another crop than the farmer’s', () => {
    const leaves = [{ finding, heatmapPng: null }]
    const answer = { finding, modelVersion: '2026.01.01-1', leaves, leading: 0, showsHeatmap: true }
    const { answer: migrated } = migrateItem({ ...common, photos, answer, input: { crop_type: 'WHEAT' } })
    expect(migrated?.finding).toMatchObject({ crop: 'wheat', disease: null, band: 'uncertain', verdict: 'uncertain' })
    expect(migrateItem({ ...common, photos, answer, input: {} }).answer?.finding).toEqual(withBand)
  })

  it('is not changed when it is already current', () => {
    const item = { ...common, photos, answer: null, input: { crop_type: 'RICE' } } as const
    expect(migrateItem({ ...item, photos })).toEqual(item)
  })
})
