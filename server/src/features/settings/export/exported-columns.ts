import type { Database } from '../../../platform/db/database.ts'
import { exportedAnalysisColumns } from '../../detection/personal-data/export-analyses.ts'

type Exclusion = { excluded: string }
/** File and property of a column in the export, for example `profile.json account.email`. */
type ExportedAs = string
type PersonalTables = { [Table in keyof Database]?: Exclusion | Record<keyof Database[Table], ExportedAs | Exclusion> }

const exclude = (excluded: string): Exclusion => ({ excluded })

const ownId = exclude('The id of the user, to whom the whole export belongs.')
const credential = exclude('A credential: a hash or key of a password, code, token or push subscription.')
const derived = exclude('Computed from exported columns: normalized columns, search indexes and fingerprints.')
const internal = exclude('Processing state of the server, which says nothing about the user.')
const accountState = exclude('Empty while the account is active, and only an active account can request an export.')
const modelState = exclude('State of the model; acts.json contains what the user did with it.')
const shortLived = exclude('Photos uploaded for a post that was never sent; they are deleted after a short time.')
const decidedWarning = exclude('Of a district, not of the user; acts.json contains what the user decided.')
const othersData = exclude('May describe other people whom an action concerned.')

/** Columns that are exported under their own name. */
const sameName = <const Column extends string>(prefix: string, ...columns: Column[]) =>
  Object.fromEntries(columns.map(column => [column, `${prefix}${column}`])) as Record<Column, ExportedAs>

/**
 * Maps every column of every table with personal data to its place in the data export, or to the reason why it is left
 * out. A column that is missing here fails the type check if it is in a tables.ts, and a test if it is in the database.
 */
export const exportedColumns = {
  users: {
    ...sameName('profile.json account.', 'id', 'email', 'username', 'role', 'language', 'time_zone', 'phone_number'),
    ...sameName('profile.json account.', 'account_number', 'approval', 'points', 'email_verified_at', 'activated_at'),
    ...sameName('profile.json account.', 'created_at'),
    username_key: derived,
    password_hash: credential,
    initial_password_expires_at: internal,
    deactivated_at: accountState,
    leaves_at: accountState,
    returns_by_sign_in: accountState,
    left_at: accountState,
  },
  farmer_profiles: {
    user_id: ownId,
    ...sameName('profile.json farm.', 'farm_location', 'farm_size', 'crop_types', 'district'),
  },
  expert_profiles: {
    user_id: ownId,
    ...sameName('profile.json expert.', 'areas_of_expertise', 'certifications', 'bio', 'experience_years'),
    ...sameName('profile.json expert.', 'institution', 'languages_spoken', 'social_links'),
    search_text: derived,
    changed_since_approval: internal,
    approved_at: 'profile.json expert.approved_at',
  },
  expert_districts: { user_id: ownId, district: 'profile.json districts_served' },
  expert_profile_changes: {
    user_id: ownId,
    ...sameName('profile.json expert_change.', 'areas_of_expertise', 'certifications', 'experience_years'),
    ...sameName('profile.json expert_change.', 'institution', 'requested_at'),
  },
  photo_consents: { user_id: ownId, given_at: 'photo-consent.json given_at' },
  expert_countries: { user_id: ownId, country: 'warning-country.json country' },
  personal_details: {
    user_id: ownId,
    ...sameName('profile.json details.', 'customer_type', 'id_type', 'id_number', 'organisation_name', 'first_name'),
    ...sameName(
      'profile.json details.',
      'middle_name',
      'last_name',
      'gender',
      'physical_address',
      'nationality',
      'dob',
    ),
    ...sameName('profile.json details.', 'occupation', 'completed_at'),
  },
  user_photos: { user_id: ownId, jpeg: 'profile.json photo', changed_at: internal },
  one_time_codes: credential,
  password_resets: credential,
  email_changes: {
    id: internal,
    user_id: ownId,
    ...sameName('profile.json email_changes.', 'old_email', 'new_email', 'requested_at', 'confirmed_at', 'undone_at'),
    token_hash: credential,
    expires_at: internal,
    voided_at: internal,
    undo_token_hash: credential,
    undo_until: internal,
  },
  sessions: {
    id: internal,
    user_id: ownId,
    ...sameName('profile.json sessions.', 'user_agent', 'created_at', 'last_used_at'),
    revoked_at: exclude('Only active sessions are exported.'),
    password_confirmed_at: internal,
  },
  second_factors: {
    id: internal,
    user_id: ownId,
    ...sameName('profile.json second_factors.', 'kind', 'name', 'created_at', 'last_used_at'),
    secret: credential,
    last_step: internal,
    credential_id: credential,
    public_key: credential,
    counter: internal,
    transports: internal,
  },
  recovery_codes: credential,
  second_factor_challenges: credential,

  posts: {
    farmer_id: ownId,
    ...sameName('posts.json ', 'id', 'title', 'content', 'crop_type', 'disease_type', 'urgency_level', 'status'),
    ...sameName('posts.json ', 'flag_reason', 'hidden_reason', 'analysis_id', 'created_at', 'edited_at'),
    photo_hash: 'posts.json photo',
    decided_at: internal,
    moderated_at: internal,
    version: internal,
    answer_checked_at: internal,
    urgency_order: derived,
    fingerprint: derived,
    search_vector: derived,
  },
  post_photos: shortLived,
  moderation_moves: exclude('What an undo needs; it is deleted within hours. The audit log has every move.'),
  responses: {
    author_id: ownId,
    author_role: exclude('The same as the role of the account.'),
    ...sameName('comments.json ', 'id', 'post_id', 'reply_to', 'content', 'status', 'flag_reason', 'hidden_reason'),
    ...sameName('comments.json ', 'created_at', 'edited_at'),
    shown_at: internal,
    decided_at: internal,
    flagged_from: internal,
    fingerprint: derived,
  },
  point_entries: {
    id: internal,
    user_id: ownId,
    ...sameName('points.json ', 'reason', 'subject_id', 'points', 'at'),
    nth: internal,
  },

  bookings: {
    ...sameName('bookings.json ', 'id', 'slot_id', 'farmer_id', 'expert_id', 'slot_start', 'slot_end', 'status'),
    ...sameName('bookings.json ', 'ended', 'ended_by', 'ended_at', 'reason', 'selected_date', 'selected_end'),
    ...sameName('bookings.json ', 'created_at'),
    selected_at: internal,
    is_live: derived,
    held_slot_id: derived,
  },
  booking_requests: {
    farmer_id: ownId,
    ...sameName('bookings.json ', 'question', 'analysis_id', 'meeting', 'place'),
    booking_id: 'bookings.json id',
  },
  appointment_outcomes: {
    expert_id: 'bookings.json expert_id',
    farmer_id: 'bookings.json farmer_id',
    ...sameName('bookings.json ', 'outcome', 'note', 'recorded_at', 'is_helpful', 'rated_at'),
    booking_id: 'bookings.json id',
  },
  booking_replies: {
    booking_id: 'bookings.json id',
    expert_id: 'bookings.json expert_id',
    seconds: derived,
    ...sameName('bookings.json ', 'replied_at'),
  },
  availability_slots: {
    expert_id: ownId,
    ...sameName('slots.json ', 'id', 'start_time', 'end_time', 'is_active', 'closed_at', 'created_at'),
    closed_by: internal,
    live_booking_id: derived,
    is_generated: internal,
    is_booked: derived,
    status: derived,
  },
  working_hours: {
    expert_id: ownId,
    ...sameName('working-hours.json ', 'time_zone', 'appointment_minutes', 'break_minutes', 'days_ahead'),
    ...sameName('working-hours.json ', 'periods', 'days_off', 'saved_at'),
    generated_at: internal,
  },
  saved_replies: {
    author_id: ownId,
    ...sameName('saved-replies.json ', 'id', 'title', 'content', 'article', 'is_shared', 'saved_at'),
  },

  analyses: {
    farmer_id: ownId,
    ...sameName('analyses.json ', ...exportedAnalysisColumns),
    photo_id: 'analyses.json photo',
    source_hash: derived,
    heatmap_hash: derived,
    view_embeddings: derived,
    network_version: derived,
  },
  warning_deliveries: internal,
  warning_notices: {
    farmer_id: ownId,
    ...sameName('warnings.json ', 'warning_id', 'crop', 'sent_at', 'sms_at'),
    ...sameName('warnings.json ', 'withdrawal_at', 'withdrawal_sms_at'),
    state: internal,
    next_at: internal,
    sms_refused: internal,
    withdrawal_sms_refused: internal,
  },
  disease_warnings: {
    withdrawn_by: ownId,
    ...sameName('withdrawn-warnings.json ', 'id', 'withdrawn_at', 'withdrawal_reason'),
    district: decidedWarning,
    crop: decidedWarning,
    disease: decidedWarning,
    week: decidedWarning,
    is_c2_alarm: decidedWarning,
    is_c3_alarm: decidedWarning,
    rising_districts: decidedWarning,
    rising_weeks: decidedWarning,
    state: decidedWarning,
    proposed_at: decidedWarning,
    decided_by: decidedWarning,
    decided_at: decidedWarning,
    decline_reason: decidedWarning,
    valid_until: decidedWarning,
  },
  api_keys: exclude('Of the organization that uses the key; acts.json contains who created or revoked it.'),
  next_looks: derived,
  daily_emails: derived,

  notifications: {
    user_id: ownId,
    ...sameName('notifications.json ', 'id', 'type'),
    details: 'notifications.json message',
    subject_type: 'notifications.json subject',
    subject_id: 'notifications.json subject',
    created_at: 'notifications.json date',
    read_at: 'notifications.json read',
    cause_id: internal,
  },
  notification_choices: { user_id: ownId, ...sameName('notification-choices.json ', 'kind', 'channel', 'is_on') },
  push_subscriptions: {
    id: internal,
    user_id: ownId,
    session_id: internal,
    endpoint: 'push-browsers.json service',
    p256dh: credential,
    auth: credential,
    created_at: 'push-browsers.json since',
  },

  training_images: {
    uploader_id: ownId,
    ...sameName('training-images.json ', 'id', 'origin', 'analysis_id', 'given_label', 'label', 'crop_type'),
    ...sameName('training-images.json ', 'uploaded_at', 'state', 'reason', 'disease'),
    photo_hash: 'training-images.json photo',
    pseudonym: internal,
    ordinal: internal,
    accepted_as: internal,
    is_control: exclude('Would reveal to experts which photos check the quality of their labels.'),
    duplicate_of: exclude('Refers to the photo of another expert.'),
    source_hash: derived,
    fingerprint: derived,
    piece_a: derived,
    piece_b: derived,
    piece_c: derived,
    piece_d: derived,
  },
  training_votes: {
    expert_id: ownId,
    ...sameName('training-votes.json ', 'image_id', 'kind', 'label', 'disease', 'at'),
    agreed: exclude('Would reveal how other experts labeled the photo.'),
  },
  training_sessions: modelState,
  training_session_people: derived,
  model_heads: modelState,
  model_approvals: modelState,
  teaching_pauses: modelState,
  training_exclusions: modelState,

  audit_log: {
    id: internal,
    actor_id: ownId,
    ...sameName('acts.json ', 'at', 'action', 'subject_type', 'subject_id'),
    before: othersData,
    after: othersData,
  },
  data_exports: exclude('Describes the export itself.'),
} satisfies PersonalTables
