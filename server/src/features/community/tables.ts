import type { CropType } from '@kutu/contract/common'
import type { DiseaseType, UrgencyLevel } from '@kutu/contract/community/community'
import type {
  PostAction,
  PostStatus,
  pointsByEvent,
  ResponseAction,
  ResponseStatus,
  UnflaggedResponseStatus,
} from '@kutu/contract/community/moderation'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type CommunityTables = {
  post_photos: {
    id: Generated<string>
    farmer_id: string
    photo_hash: string
    created_at: Date
  }
  posts: {
    id: Generated<string>
    farmer_id: string
    title: string
    content: string
    crop_type: CropType
    disease_type: DiseaseType
    urgency_level: UrgencyLevel
    urgency_order: GeneratedAlways<number>
    photo_hash: string | null
    analysis_id: string | null
    status: Generated<PostStatus>
    flag_reason: string | null
    hidden_reason: string | null
    decided_at: Date | null
    moderated_at: Date | null
    version: Generated<number>
    fingerprint: Buffer
    created_at: Date
    edited_at: Date | null
    answer_checked_at: Date | null
    search_vector: GeneratedAlways<string>
  }
  responses: {
    id: Generated<string>
    post_id: string
    author_id: string
    author_role: 'farmer' | 'expert'
    reply_to: string | null
    content: string
    status: ResponseStatus
    shown_at: Date | null
    flag_reason: string | null
    hidden_reason: string | null
    decided_at: Date | null
    flagged_from: UnflaggedResponseStatus | null
    fingerprint: Buffer
    created_at: Date
    /** When its author last changed it. */
    edited_at: Date | null
  }
  response_versions: {
    response_id: string
    /** When this text was written. */
    written_at: Date
    content: string
  }
  saved_replies: {
    id: Generated<string>
    author_id: string
    title: string
    content: string
    article: string | null
    is_shared: boolean
    saved_at: Date
  }
  moderation_moves: {
    subject_id: string
    expert_id: string
    action: PostAction | ResponseAction
    before: ColumnType<unknown, string, string>
    after: ColumnType<unknown, string, string>
    retracted: ColumnType<unknown, string, string>
    answer_id: string | null
    moved_at: Generated<Date>
  }
  point_entries: {
    id: Generated<string>
    user_id: string
    reason: keyof typeof pointsByEvent
    subject_id: string
    nth: number
    points: number
    at: Date
  }
}
