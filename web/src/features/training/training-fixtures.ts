import type { ModelVersion } from '@kutu/contract/training/training'
import type { TrainingImage, TrainingSummary } from '@kutu/contract/training/training-images'
import type { TrainingSession } from '@kutu/contract/training/training-sessions'

/** Builds an accepted photo with the label common rust. */
export const makeTrainingImage = (changes: Partial<TrainingImage> = {}): TrainingImage => ({
  id: '11111111-1111-7111-8111-111111111111',
  image: '/files/leaf.jpg',
  label: 'common_rust',
  given_label: 'common_rust',
  crop_type: 'MAIZE',
  uploaded_at: '2026-11-20T08:00:00Z',
  origin: 'upload',
  state: 'accepted',
  reason: null,
  message: 'The next session learns from it.',
  model: null,
  ...changes,
})

export const trainingSummary: TrainingSummary = {
  new_images: 3,
  new_images_needed: 10,
  accepted: { common_rust: 4, healthy: 5, other_disease: 6 },
  waiting: 2,
  running_session: null,
  active_version: '2026.01.01-1',
  paused: null,
  label_reviewers: 2,
  own: { accepted: 1, waiting: 1, refused: 0, duplicate: 0, agreement: null },
}

/** Builds a session that was promoted. */
export const makeSession = (changes: Partial<TrainingSession> = {}): TrainingSession => ({
  id: '22222222-2222-7222-8222-222222222222',
  state: 'promoted',
  phase: 'done',
  progress: 100,
  started_by: null,
  created_at: '2026-11-20T08:00:00Z',
  started_at: '2026-11-20T08:00:00Z',
  finished_at: '2026-11-20T08:01:00Z',
  reasons: [],
  message: 'The new version answers now.',
  figures: null,
  base_version: '2026.01.01-1',
  parent_version: '2026.01.01-1',
  version: '2026.01.01-1+1',
  activation: 'active',
  ...changes,
})

/** Builds a shipped version that is not active. */
export const makeVersion = (changes: Partial<ModelVersion> = {}): ModelVersion => ({
  version: '2025.12.01-1',
  created: '2025-12-01',
  is_active: false,
  measured: {},
  refit: null,
  is_usable: true,
  activated_at: null,
  approvals: [],
  approvals_needed: 2,
  ...changes,
})
