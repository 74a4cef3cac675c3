import type { ModelCard, SetFigures, Share } from '@kutu/contract/training'

/** Made up for tests: no figure of any model. */
export const aShare = (share: number, n = 100): Share => ({ share, low: share - 0.05, high: share + 0.05, n })

export const aSet = (changed: Partial<SetFigures> = {}): SetFigures => ({
  n: 100,
  accuracy: aShare(0.9),
  macro_f1: 0.88,
  ece: 0.031,
  answered: aShare(0.8),
  right_of_answered: aShare(0.96),
  leaves_accepted: aShare(0.98),
  not_leaves_accepted: aShare(0, 0),
  not_leaves_answered: aShare(0, 0),
  recall: { common_rust: aShare(0.85, 40), healthy: aShare(0.95, 60) },
  by_crop: { maize: aShare(0.91, 70), other: aShare(0.99, 30) },
  by_source: {},
  ...changed,
})

export const aDetail: NonNullable<SetFigures['detail']> = {
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
      accuracy: aShare(0.9),
      macro_f1: 0.9,
      macro_f1_interval: [0.8, 0.95],
      recall: { healthy: aShare(0.93, 30) },
    },
  },
}

export const aCard = (measured: ModelCard['measured']): ModelCard => ({
  version: '2026.01.01-1',
  created: '2026-01-01',
  is_active: true,
  is_usable: true,
  activated_at: null,
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
