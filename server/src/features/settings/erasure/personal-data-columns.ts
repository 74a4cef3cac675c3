const deleted = 'deleted'
const cleared = 'set to null'
const anonymized = 'stays without a name'

/**
 * Every column that references a user, and what erasing the user does to its rows: `eraseUser` deletes them in this order, or
 * they stay with the id of an anonymous user row. A new column fails a test until it is listed here.
 */
export const personalDataColumns = {
  // Content that other users still see: posts, comments, points and bookings.
  'posts.farmer_id': anonymized,
  'responses.author_id': anonymized,
  'point_entries.user_id': anonymized,
  'moderation_moves.expert_id': anonymized,
  'bookings.expert_id': anonymized,
  'bookings.farmer_id': anonymized,
  'availability_slots.expert_id': anonymized,
  'appointment_outcomes.expert_id': anonymized,
  'appointment_outcomes.farmer_id': anonymized,
  'booking_replies.expert_id': anonymized,
  // Analyses that a post shows or that a training photo is based on.
  'analyses.farmer_id': anonymized,
  // Training data of the model and who contributed to it.
  'training_images.uploader_id': anonymized,
  'training_votes.expert_id': anonymized,
  'training_sessions.started_by': anonymized,
  'training_session_people.user_id': anonymized,
  'model_heads.activated_by': anonymized,
  'model_approvals.expert_id': anonymized,
  'training_exclusions.expert_id': anonymized,
  'training_exclusions.excluded_by': anonymized,
  'training_exclusions.readmitted_by': anonymized,
  'teaching_pauses.paused_by': anonymized,
  'teaching_pauses.resumed_by': anonymized,
  // Who decided on a warning to farmers, and who withdrew it.
  'disease_warnings.decided_by': anonymized,
  'disease_warnings.withdrawn_by': anonymized,
  // Who created or revoked a key of an organization.
  'api_keys.created_by': anonymized,
  'api_keys.revoked_by': anonymized,
  // The audit log.
  'audit_log.actor_id': anonymized,

  'saved_replies.author_id': deleted,
  'booking_requests.farmer_id': deleted,
  'working_hours.expert_id': deleted,
  'farmer_profiles.user_id': deleted,
  'next_looks.farmer_id': deleted,
  'daily_emails.expert_id': deleted,
  'photo_consents.user_id': deleted,
  'expert_profile_changes.user_id': deleted,
  'expert_districts.user_id': deleted,
  'expert_profiles.user_id': deleted,
  'expert_countries.user_id': deleted,
  'warning_deliveries.farmer_id': cleared,
  'warning_notices.farmer_id': deleted,
  'personal_details.user_id': deleted,
  'user_photos.user_id': deleted,
  'one_time_codes.user_id': deleted,
  'password_resets.user_id': deleted,
  'email_changes.user_id': deleted,
  'sessions.user_id': deleted,
  'second_factors.user_id': deleted,
  'recovery_codes.user_id': deleted,
  'second_factor_challenges.user_id': deleted,
  'push_subscriptions.user_id': deleted,
  'notifications.user_id': deleted,
  'notification_choices.user_id': deleted,
  'data_exports.user_id': deleted,
  'post_photos.farmer_id': deleted,
} as const satisfies Readonly<Record<string, typeof deleted | typeof cleared | typeof anonymized>>

/** The tables whose rows are deleted, with the column of their owner. */
export const deletedRows = Object.entries(personalDataColumns).flatMap(([place, fate]) => {
  const [table = '', owner = ''] = place.split('.')
  return fate === deleted ? [{ table, owner }] : []
})

/**
 * Every column of these tables whose text stays after the erasure, and why. A text in any other column must be gone; a new
 * column fails a test until the erasure removes its text or it is listed here.
 */
export const retainedContent: Readonly<Record<string, string>> = {
  ...withReason('Content that others read on the board, without a name, and what is computed from it.', [
    'posts.title',
    'posts.content',
    'posts.search_vector',
    'posts.fingerprint',
    'responses.content',
    'responses.fingerprint',
  ]),
  ...withReason('The program writes it, from a fixed list of values; nobody types into it.', [
    'analyses.crop',
    'analyses.crop_estimate',
    'analyses.disease',
    'analyses.model_version',
    'analyses.network_version',
    'audit_log.action',
    'audit_log.subject_id',
    'audit_log.subject_type',
    'training_images.disease',
    'training_sessions.figures',
    'training_sessions.network',
    'training_sessions.parent',
    'training_sessions.reasons',
  ]),
  ...withReason('Of the organization that uses the key; deleted a year after the key has ended.', [
    'api_keys.contact',
    'api_keys.name',
  ]),
  ...withReason('What changed. The keys that hold names, reasons and origins are erased (platform/db/audit.ts).', [
    'audit_log.after',
    'audit_log.before',
  ]),
  ...withReason('Deleted within the hour by the sweep, as soon as the move can no longer be undone.', [
    'moderation_moves.after',
    'moderation_moves.before',
    'moderation_moves.retracted',
  ]),
}

function withReason(reason: string, columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map(column => [column, reason]))
}
