import type { CropType } from '@kutu/contract/common'
import type { TrainingLabel, TrainingReason, TrainingState } from '@kutu/contract/training/training-images'
import type {
  SessionFigures,
  SessionKind,
  SessionPhase,
  SessionReason,
  SessionState,
} from '@kutu/contract/training/training-sessions'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type TrainingTables = {
  training_images: {
    id: Generated<string>
    uploader_id: string | null
    pseudonym: string | null
    ordinal: number
    origin: 'upload' | 'report' | 'import'
    analysis_id: string | null
    photo_hash: string | null
    source_hash: string
    /** 64 bits as a signed bigint, which the driver returns as a string. */
    fingerprint: string
    piece_a: GeneratedAlways<number>
    piece_b: GeneratedAlways<number>
    piece_c: GeneratedAlways<number>
    piece_d: GeneratedAlways<number>
    given_label: TrainingLabel | null
    label: TrainingLabel | null
    /** The card of the disease on which experts agreed beside the label. Valid only while it is a card of that label. */
    disease: string | null
    crop_type: CropType | null
    uploaded_at: Date
    state: TrainingState
    reason: TrainingReason | null
    duplicate_of: string | null
    /** A bigint, which the driver returns as a string. */
    accepted_as: string | null
    is_control: Generated<boolean>
  }
  /** Farmers who allow that their leaf photos appear in articles. */
  photo_consents: { user_id: string; given_at: Date }
  guide_photos: {
    image_id: string
    card: string
    label: TrainingLabel
    sharpness: number
    chosen_at: Date
    /** When an expert removed it, which is for good. */
    removed_at: Date | null
  }
  training_embeddings: { image_id: string; network: string; embedding: Buffer }
  training_votes: {
    image_id: string
    expert_id: string
    kind: 'upload' | 'review' | 'control'
    label: TrainingLabel | null
    /** The card of the disease that the expert names. */
    disease: string | null
    agreed: boolean | null
    at: Date
  }
  training_sessions: {
    id: Generated<string>
    state: SessionState
    phase: SessionPhase
    progress: Generated<number>
    started_by: string | null
    created_at: Date
    started_at: Date | null
    finished_at: Date | null
    up_to: string
    network: string
    parent: string
    version: string | null
    figures: ColumnType<SessionFigures | null, string | null, string | null>
    reasons: ColumnType<SessionReason[], string | undefined, string>
    runner: string | null
    seen_alive_at: Date | null
    attempts: Generated<number>
    kind: Generated<SessionKind>
  }
  training_session_people: { session_id: string; user_id: string; images: number }
  model_heads: {
    version: string
    network: string
    parent: string | null
    session_id: string | null
    head: Buffer
    created_at: Date
    is_active: Generated<boolean>
    activated_at: Date | null
    activated_by: string | null
  }
  model_approvals: { version: string; expert_id: string; at: Date }
  teaching_pauses: {
    id: Generated<string>
    paused_at: Date
    paused_by: string
    resumed_at: Date | null
    resumed_by: string | null
  }
  training_exclusions: {
    id: Generated<string>
    expert_id: string
    excluded_at: Date
    excluded_by: string
    applied_at: Date | null
    refit_id: string | null
    readmitted_at: Date | null
    readmitted_by: string | null
  }
}
