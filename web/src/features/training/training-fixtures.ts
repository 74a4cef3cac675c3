import type { ModelVersion } from '@kutu/contract/training/training'
import type { TrainingImage, TrainingSummary } from '@kutu/contract/training/training-images'
import type { RefitProvenance, SessionFigures, TrainingSession } from '@kutu/contract/training/training-sessions'

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
  own: {
    accepted: 1,
    waiting: 1,
    refused: 0,
    duplicate: 0,
    agreement: null,
    agreements: { experts: null, controls: null },
    weight: 1,
  },
}

/** Builds a session that was promoted. */
export const makeSession = (changes: Partial<TrainingSession> = {}): TrainingSession => ({
  id: '22222222-2222-7222-8222-222222222222',
  kind: 'teaching',
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
  has_own_photos: false,
  ...changes,
})

const unchanged = { before: { right: 800, photos: 856 }, after: { right: 800, photos: 856 } }

/** Builds figures of a session that changed nothing on the validation photos. */
export const makeFigures = (changes: Partial<SessionFigures> = {}): SessionFigures => ({
  images: { common_rust: 24, healthy: 0, other_disease: 8 },
  contributors: 2,
  validation: unchanged,
  confident: { before: { right: 290, photos: 300 }, after: { right: 291, photos: 301 } },
  groups: [],
  held_back: { before: { right: 1, photos: 8 }, after: { right: 8, photos: 8 } },
  gain: { better: 7, worse: 0, p: 0.0156 },
  brier: { before: 0.9, after: 0.4, p: 0.998 },
  sources: { experts: 2, places: 2 },
  label_reviewers: 2,
  seconds: 12,
  ...changes,
})

/** Builds the origin of a version that was refitted to experts' photos. */
export const makeRefit = (changes: Partial<RefitProvenance> = {}): RefitProvenance => ({
  base_version: '2026.01.01-1',
  parent_version: '2026.01.01-1',
  session: '22222222-2222-7222-8222-222222222222',
  started_by: null,
  created_at: '2026-11-20T08:00:00Z',
  kind: 'teaching',
  withdrawn: { images: 0, experts: 0 },
  figures: makeFigures(),
  ...changes,
})
