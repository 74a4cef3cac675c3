import { type Selectable, sql } from 'kysely'
import type { Database, Db } from './database.ts'

/** The effect of erasing a user on the rows of a column that refers to the user. */
type RowErasure = 'rows deleted' | 'set to null' | 'rows kept without a name'
type Kept = { kept: string }
/** Erasing the user gives the column of a kept row its default. */
type Emptied = { isEmptied: true }
/** Path in the export, for example `profile.json/account/email`. */
type ExportPath = string
type Excluded = { excluded: string }
/** These columns always hold the id of a user. */
type UserColumn = `${'user' | 'farmer' | 'expert' | 'author' | 'uploader' | 'actor'}_id`

type PersonalTable<Columns> = {
  /**
   * The columns that refer to a user, with what erasing the user does to their rows, and the columns of kept rows that are
   * emptied, or whose text stays, with the reason. Texts in other columns must be gone.
   */
  erasure: { [Column in keyof Columns]?: RowErasure | Kept | Emptied } & Record<
    Extract<keyof Columns, UserColumn>,
    RowErasure
  >
  /** Where the export contains each column, or why not. The id of the user needs no reason: the whole export is theirs. */
  export:
    | Excluded
    | (Record<Exclude<keyof Columns, UserColumn>, ExportPath | Excluded> &
        Partial<Record<Extract<keyof Columns, UserColumn>, ExportPath>>)
}
type PersonalTables = { [Table in keyof Database]?: PersonalTable<Database[Table]> } & {
  [Table in keyof Database as [Extract<keyof Database[Table], UserColumn>] extends [never] ? never : Table]: unknown
}

const deleted = 'rows deleted'
const cleared = 'set to null'
const anonymized = 'rows kept without a name'

const exclude = (excluded: string): Excluded => ({ excluded })
const credential = exclude('A credential: a hash or key of a password, code, token or push subscription.')
const derived = exclude('Computed from exported columns: normalized columns, search indexes and fingerprints.')
const internal = exclude('Processing state of the server, which says nothing about the user.')
const accountState = exclude('Empty while the account is active, and only an active account can request an export.')
const modelState = exclude('State of the model; acts.json contains what the user did with it.')
const decidedWarning = exclude('Of a district, not of the user; acts.json contains what the user decided.')
const ofBooking = exclude('The booking, whose line in bookings.json contains the other columns.')

const emptied: Emptied = { isEmptied: true }
const keep = (kept: string): Kept => ({ kept })
const onBoard = keep('Content that others read on the board, without a name, and what is computed from it.')
const auditedChange = keep('The keys that hold names, reasons and origins are erased (audit.ts).')
const fixedValues = keep('The program writes it, from a fixed list of values; nobody types into it.')

const each = <const Column extends string, Meaning>(meaning: Meaning, ...columns: Column[]) =>
  Object.fromEntries(columns.map(column => [column, meaning])) as Record<Column, Meaning>
/** Columns that are exported under their own name, in this order. */
const exported = <const Column extends string>(path: string, ...columns: Column[]) =>
  Object.fromEntries(columns.map(column => [column, `${path}/${column}`])) as Record<Column, ExportPath>

/**
 * Every table with personal data: what the export of a user contains of it, and what erasing the user does. The exports
 * of the features and `eraseUser` read it. A missing table or column fails the type check if it is in a tables.ts, and a
 * test if it is in the database.
 */
export const personalData = {
  users: {
    erasure: { id: anonymized },
    export: {
      ...exported('profile.json/account', 'id', 'email', 'username', 'role', 'language', 'time_zone', 'phone_number'),
      ...exported('profile.json/account', 'account_number', 'approval', 'points', 'email_verified_at', 'activated_at'),
      ...exported('profile.json/account', 'created_at'),
      username_key: derived,
      password_hash: credential,
      initial_password_expires_at: internal,
      ...each(accountState, 'deactivated_at', 'leaves_at', 'returns_by_sign_in', 'left_at'),
    },
  },
  farmer_profiles: {
    erasure: { user_id: deleted },
    export: exported('profile.json/farm', 'farm_location', 'farm_size', 'crop_types', 'district'),
  },
  expert_profile_changes: {
    erasure: { user_id: deleted },
    export: {
      ...exported('profile.json/expert_change', 'areas_of_expertise', 'certifications', 'experience_years'),
      ...exported('profile.json/expert_change', 'institution', 'requested_at'),
    },
  },
  expert_districts: { erasure: { user_id: deleted }, export: { district: 'profile.json/districts_served' } },
  expert_profiles: {
    erasure: { user_id: deleted },
    export: {
      ...exported('profile.json/expert', 'areas_of_expertise', 'certifications', 'bio', 'experience_years'),
      ...exported('profile.json/expert', 'institution', 'languages_spoken', 'social_links', 'approved_at'),
      search_text: derived,
      changed_since_approval: internal,
    },
  },
  personal_details: {
    erasure: { user_id: deleted },
    export: {
      ...exported('profile.json/details', 'customer_type', 'id_type', 'id_number', 'organisation_name', 'first_name'),
      ...exported('profile.json/details', 'middle_name', 'last_name', 'gender', 'physical_address', 'nationality'),
      ...exported('profile.json/details', 'dob', 'occupation', 'completed_at'),
    },
  },
  user_photos: { erasure: { user_id: deleted }, export: { jpeg: 'profile.json/photo', changed_at: internal } },
  one_time_codes: { erasure: { user_id: deleted }, export: credential },
  password_resets: { erasure: { user_id: deleted }, export: credential },
  email_changes: {
    erasure: { user_id: deleted },
    export: {
      ...exported('profile.json/email_changes', 'old_email', 'new_email', 'requested_at', 'confirmed_at', 'undone_at'),
      ...each(credential, 'token_hash', 'undo_token_hash'),
      ...each(internal, 'id', 'expires_at', 'voided_at', 'undo_until'),
    },
  },
  sessions: {
    erasure: { user_id: deleted },
    export: {
      ...exported('profile.json/sessions', 'user_agent', 'created_at', 'last_used_at'),
      revoked_at: exclude('Only active sessions are exported.'),
      ...each(internal, 'id', 'password_confirmed_at'),
    },
  },
  second_factors: {
    erasure: { user_id: deleted },
    export: {
      ...exported('profile.json/second_factors', 'kind', 'name', 'created_at', 'last_used_at'),
      ...each(credential, 'secret', 'credential_id', 'public_key'),
      ...each(internal, 'id', 'last_step', 'counter', 'transports'),
    },
  },
  recovery_codes: { erasure: { user_id: deleted }, export: credential },
  second_factor_challenges: { erasure: { user_id: deleted }, export: credential },

  posts: {
    erasure: { farmer_id: anonymized, ...each(onBoard, 'title', 'content', 'search_vector', 'fingerprint') },
    export: {
      ...exported('posts.json', 'id', 'title', 'content', 'crop_type', 'disease_type', 'urgency_level', 'status'),
      ...exported('posts.json', 'flag_reason', 'hidden_reason', 'analysis_id', 'created_at', 'edited_at'),
      photo_hash: 'posts.json/photo',
      ...each(internal, 'decided_at', 'moderated_at', 'version', 'answer_checked_at'),
      ...each(derived, 'urgency_order', 'fingerprint', 'search_vector'),
    },
  },
  post_photos: {
    erasure: { farmer_id: deleted },
    export: exclude('Photos uploaded for a post that was never sent; they are deleted after a short time.'),
  },
  moderation_moves: {
    erasure: { expert_id: anonymized },
    export: exclude('What an undo needs; it is deleted within hours. The audit log has every move.'),
  },
  responses: {
    erasure: { author_id: anonymized, ...each(onBoard, 'content', 'fingerprint') },
    export: {
      ...exported('comments.json', 'id', 'post_id', 'reply_to', 'content', 'status', 'flag_reason', 'hidden_reason'),
      ...exported('comments.json', 'created_at', 'edited_at'),
      author_role: exclude('The same as the role of the account.'),
      ...each(internal, 'shown_at', 'decided_at', 'flagged_from'),
      fingerprint: derived,
    },
  },
  point_entries: {
    erasure: { user_id: anonymized },
    export: {
      ...exported('points.json', 'reason', 'subject_id', 'points', 'at'),
      ...each(internal, 'id', 'nth'),
    },
  },
  saved_replies: {
    erasure: { author_id: deleted },
    export: exported('saved-replies.json', 'id', 'title', 'content', 'article', 'is_shared', 'saved_at'),
  },

  bookings: {
    erasure: { expert_id: anonymized, farmer_id: anonymized },
    export: {
      ...exported('bookings.json', 'id', 'slot_id', 'farmer_id', 'expert_id', 'slot_start', 'slot_end', 'status'),
      ...exported('bookings.json', 'ended', 'ended_by', 'ended_at', 'reason', 'selected_date', 'selected_end'),
      ...exported('bookings.json', 'created_at'),
      selected_at: internal,
      ...each(derived, 'is_live', 'held_slot_id'),
    },
  },
  booking_requests: {
    erasure: { farmer_id: deleted },
    export: { ...exported('bookings.json', 'question', 'analysis_id', 'meeting', 'place'), booking_id: ofBooking },
  },
  appointment_outcomes: {
    erasure: { expert_id: anonymized, farmer_id: anonymized },
    export: {
      ...exported('bookings.json', 'outcome', 'note', 'recorded_at', 'is_helpful', 'rated_at'),
      booking_id: ofBooking,
    },
  },
  booking_replies: {
    erasure: { expert_id: anonymized },
    export: { ...exported('bookings.json', 'replied_at'), seconds: derived, booking_id: ofBooking },
  },
  availability_slots: {
    erasure: { expert_id: anonymized },
    export: {
      ...exported('slots.json', 'id', 'start_time', 'end_time', 'is_active', 'closed_at', 'created_at'),
      ...each(internal, 'closed_by', 'is_generated'),
      ...each(derived, 'live_booking_id', 'is_booked', 'status'),
    },
  },
  working_hours: {
    erasure: { expert_id: deleted },
    export: {
      ...exported('working-hours.json', 'time_zone', 'appointment_minutes', 'break_minutes', 'days_ahead'),
      ...exported('working-hours.json', 'periods', 'days_off', 'saved_at'),
      generated_at: internal,
    },
  },

  // The erasure keeps analyses that a post shows or that a training photo is based on.
  analyses: {
    erasure: {
      farmer_id: anonymized,
      ...each(emptied, 'view_embeddings', 'heatmap', 'district', 'candidates', 'answers', 'plant_id'),
      ...each(fixedValues, 'crop', 'crop_estimate', 'disease', 'model_version', 'network_version'),
    },
    export: {
      ...exported('analyses.json', 'id', 'uploaded_at', 'taken_at', 'crop_type', 'rust_class', 'confidence'),
      ...exported('analyses.json', 'common_rust', 'healthy', 'other_disease', 'disease', 'crop', 'verdict', 'band'),
      ...exported('analyses.json', 'crop_estimate', 'crop_probability', 'affected_area', 'model_version', 'quality'),
      ...exported('analyses.json', 'corrected_at', 'district', 'candidates', 'answers', 'plant_id'),
      photo_id: exclude('analyses.json contains the photo itself.'),
      ...each(derived, 'source_hash', 'fingerprint', 'heatmap', 'view_embeddings', 'network_version'),
    },
  },
  follow_ups: { erasure: { farmer_id: deleted }, export: derived },
  expert_countries: { erasure: { user_id: deleted }, export: exported('warning-country.json', 'country') },
  warning_deliveries: { erasure: { farmer_id: cleared }, export: internal },
  warning_notices: {
    erasure: { farmer_id: deleted },
    export: {
      ...exported('warnings.json', 'warning_id', 'crop', 'sent_at', 'sms_at', 'withdrawal_at', 'withdrawal_sms_at'),
      ...each(internal, 'state', 'next_at', 'sms_refused', 'withdrawal_sms_refused'),
    },
  },
  warning_photo_labels: {
    erasure: { expert_id: anonymized },
    export: {
      ...exported('warning-labels.json', 'warning_id', 'label', 'labeled_at'),
      analysis_id: exclude('The photo of a farmer, which the expert saw without a name.'),
    },
  },
  disease_warnings: {
    erasure: {
      decided_by: anonymized,
      withdrawn_by: anonymized,
      sms_approved_by: anonymized,
      outcome_by: anonymized,
      visitor_id: anonymized,
    },
    export: {
      ...exported('warning-notes.json', 'id', 'withdrawn_at', 'note'),
      ...each(decidedWarning, 'district', 'crop', 'disease', 'week', 'is_c2_alarm', 'is_c3_alarm', 'rising_districts'),
      ...each(
        decidedWarning,
        'rising_weeks',
        'recurrence_weeks',
        'p_value',
        'rises_since',
        'state',
        'proposed_at',
        'decided_by',
        'decided_at',
        'decline_reason',
      ),
      ...each(
        decidedWarning,
        'announced_at',
        'valid_until',
        'withdrawn_by',
        'sms_approved_by',
        'sms_approved_at',
        'outcome',
        'checked_by',
        'outcome_by',
        'outcome_at',
        'next_step',
        'next_step_on',
        'visitor_id',
      ),
    },
  },

  notifications: {
    erasure: { user_id: deleted },
    export: {
      ...exported('notifications.json', 'id', 'type'),
      details: 'notifications.json/message',
      ...each('notifications.json/subject', 'subject_type', 'subject_id'),
      created_at: 'notifications.json/date',
      read_at: 'notifications.json/read',
      cause_id: internal,
    },
  },
  notification_choices: {
    erasure: { user_id: deleted },
    export: exported('notification-choices.json', 'kind', 'channel', 'is_on'),
  },
  push_subscriptions: {
    erasure: { user_id: deleted },
    export: {
      endpoint: 'push-browsers.json/service',
      created_at: 'push-browsers.json/since',
      ...each(credential, 'p256dh', 'auth'),
      ...each(internal, 'id', 'session_id'),
    },
  },
  daily_emails: { erasure: { expert_id: deleted }, export: derived },
  inbox_marks: {
    erasure: { expert_id: deleted },
    export: exclude('Which of their work an expert has open or put off, for two days at most.'),
  },

  training_images: {
    erasure: { uploader_id: anonymized, disease: fixedValues },
    export: {
      ...exported('training-images.json', 'id', 'origin', 'analysis_id', 'given_label', 'label', 'crop_type'),
      ...exported('training-images.json', 'uploaded_at', 'state', 'reason', 'disease'),
      photo_hash: 'training-images.json/photo',
      is_control: exclude('Would reveal to experts which photos check the quality of their labels.'),
      duplicate_of: exclude('Refers to the photo of another expert.'),
      ...each(internal, 'pseudonym', 'ordinal', 'accepted_as'),
      ...each(derived, 'source_hash', 'fingerprint', 'piece_a', 'piece_b', 'piece_c', 'piece_d'),
    },
  },
  training_votes: {
    erasure: { expert_id: anonymized },
    export: {
      ...exported('training-votes.json', 'image_id', 'kind', 'label', 'disease', 'at'),
      agreed: exclude('Would reveal how other experts labeled the photo.'),
    },
  },
  photo_consents: { erasure: { user_id: deleted }, export: exported('photo-consent.json', 'given_at') },
  training_sessions: {
    erasure: { started_by: anonymized, ...each(fixedValues, 'figures', 'network', 'parent', 'reasons') },
    export: modelState,
  },
  training_session_people: { erasure: { user_id: anonymized }, export: derived },
  model_heads: { erasure: { activated_by: anonymized }, export: modelState },
  model_approvals: { erasure: { expert_id: anonymized }, export: modelState },
  teaching_pauses: { erasure: { paused_by: anonymized, resumed_by: anonymized }, export: modelState },
  training_exclusions: {
    erasure: { expert_id: anonymized, excluded_by: anonymized, readmitted_by: anonymized },
    export: modelState,
  },

  api_keys: {
    erasure: {
      ...each(anonymized, 'created_by', 'revoked_by'),
      ...each(
        keep('Of the organization that uses the key; deleted a year after the key has ended.'),
        'name',
        'contact',
      ),
    },
    export: exclude('Of the organization that uses the key; acts.json contains who created or revoked it.'),
  },
  audit_log: {
    erasure: {
      actor_id: anonymized,
      ...each(fixedValues, 'action', 'subject_type', 'subject_id'),
      ...each(auditedChange, 'before', 'after'),
    },
    export: {
      ...exported('acts.json', 'at', 'action', 'subject_type', 'subject_id'),
      id: internal,
      ...each(exclude('May describe other people whom an action concerned.'), 'before', 'after'),
    },
  },
  data_exports: { erasure: { user_id: deleted }, export: exclude('Describes the export itself.') },
} satisfies PersonalTables

/** All entries of `erasure`. */
export const erasedColumns = Object.entries(personalData).flatMap(([table, { erasure }]) =>
  Object.entries<RowErasure | Kept | Emptied>(erasure).map(([column, result]) => ({ table, column, result })),
)

/** Returns the values that empty the rows of a table that are kept. */
export const emptiedValues = (table: keyof typeof personalData) =>
  Object.fromEntries(
    erasedColumns.flatMap(({ table: of, column, result }) =>
      of === table && typeof result === 'object' && 'isEmptied' in result ? [[column, sql`default`]] : [],
    ),
  )

type ExportedColumn<Columns> = {
  [Column in keyof Columns]: Columns[Column] extends ExportPath ? Column : never
}[keyof Columns]

/** Returns the columns of a table that the export contains, in the order of its files. */
export const exportedColumns = <Table extends keyof typeof personalData>(table: Table) =>
  Object.entries<unknown>(personalData[table].export).flatMap(([column, place]) =>
    typeof place === 'string' ? [column] : [],
  ) as ExportedColumn<(typeof personalData)[Table]['export']>[]

type ExportedRow<Table extends keyof typeof personalData> = Pick<
  Selectable<Database[Table]>,
  ExportedColumn<(typeof personalData)[Table]['export']> & keyof Selectable<Database[Table]>
>

/** Returns the exported columns of the rows in a table that belong to a user. */
export async function exportRows<Table extends keyof typeof personalData>(
  db: Db,
  table: Table,
  owner: { readonly [Column in keyof Database[Table]]?: string },
  orderBy?: `${Extract<keyof Database[Table], string>}${'' | ' desc'}`,
): Promise<ExportedRow<Table>[]> {
  const columns = exportedColumns(table).map(column => sql.ref(String(column)))
  const conditions = Object.entries(owner).map(([column, id]) => sql`${sql.ref(column)} = ${id}`)
  const { rows } = await sql<ExportedRow<Table>>`
    select ${sql.join(columns)} from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}
    ${sql.raw(orderBy === undefined ? '' : `order by ${orderBy}`)}`.execute(db)
  return rows
}
