import type { DatasetFigures, ModelDetails, Proportion } from '@kutu/contract/training/training'

/** Invented values for tests, not those of a real model. */
export const makeShare = (share: number, n = 100): Proportion => ({ share, low: share - 0.05, high: share + 0.05, n })

export const makeSetMetrics = (overrides: Partial<DatasetFigures> = {}): DatasetFigures => ({
  n: 100,
  accuracy: makeShare(0.9),
  macro_f1: 0.88,
  ece: 0.031,
  answered: makeShare(0.8),
  right_of_answered: makeShare(0.96),
  leaves_accepted: makeShare(0.98),
  not_leaves_accepted: makeShare(0, 0),
  not_leaves_answered: makeShare(0, 0),
  recall: { common_rust: makeShare(0.85, 40), healthy: makeShare(0.95, 60) },
  by_crop: { maize: makeShare(0.91, 70), other: makeShare(0.99, 30) },
  by_source: {},
  ...overrides,
})

export const setDetail: NonNullable<DatasetFigures['detail']> = {
  macro_f1_interval: [0.84, 0.92],
  reliability: [
    [0, 0, 0],
    [4, 0.15, 0.25],
    [16, 0.95, 0.9],
  ],
  risk_coverage: [
    [0.1, 0, 0.999],
    [0.8, 0.04, 0.7],
    [1, 0.12, 0.3],
  ],
  by_crop_and_setting: {
    'maize, field': {
      accuracy: makeShare(0.9),
      macro_f1: 0.9,
      macro_f1_interval: [0.8, 0.95],
      recall: { healthy: makeShare(0.93, 30) },
    },
  },
}

export const makeModelCard = (measured: ModelDetails['measured']): ModelDetails => ({
  version: '2026.01.01-1',
  created: '2026-01-01',
  is_active: true,
  is_usable: true,
  activated_at: null,
  approvals: [],
  approvals_needed: 2,
  has_own_photos: false,
  refit: null,
  architecture: 'residual',
  input_size: 160,
  bytes: 2_000_000,
  multiply_adds: 100_000_000,
  temperature: 1,
  thresholds: { confident: 0.7, leaf: 0.1 },
  measured,
  trained_on: { photos: 1000, seconds: 60, device: 'cpu' },
  sources: [],
})
