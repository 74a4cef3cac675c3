const deleted = 'deleted'
const anonymized = 'stays without a name'

/**
 * Every column that references a user, and what erasing the user does to its rows: they are deleted, or they stay with
 * the id of an anonymous user row. A new column fails a test until it is listed here.
 */
export const personalDataColumns: Readonly<Record<string, typeof deleted | typeof anonymized>> = {
  // Content that other users still see: posts, comments, points and bookings.
  'posts.farmer_id': anonymized,
  'responses.author_id': anonymized,
  'point_entries.user_id': anonymized,
  'moderation_moves.expert_id': anonymized,
  'bookings.expert_id': anonymized,
  'bookings.farmer_id': anonymized,
  'availability_slots.expert_id': anonymized,
  // Analyses that a post shows or that a training photo is based on.
  'analyses.farmer_id': anonymized,
  'analysis_tallies.user_id': anonymized,
  // Training data of the model and who contributed to it.
  'training_images.uploader_id': anonymized,
  'training_votes.expert_id': anonymized,
  'training_sessions.started_by': anonymized,
  'training_session_people.user_id': anonymized,
  'model_heads.activated_by': anonymized,
  // The audit log and the tallies.
  'audit_log.actor_id': anonymized,
  'act_tallies.actor_id': anonymized,
  'booking_tallies.user_id': anonymized,
  'own_post_tallies.farmer_id': anonymized,
  'slot_tallies.expert_id': anonymized,
  'training_people.user_id': anonymized,
  'training_tallies.user_id': anonymized,

  'farmer_profiles.user_id': deleted,
  'expert_profiles.user_id': deleted,
  'personal_details.user_id': deleted,
  'user_photos.user_id': deleted,
  'one_time_codes.user_id': deleted,
  'password_resets.user_id': deleted,
  'sessions.user_id': deleted,
  'push_subscriptions.user_id': deleted,
  'notifications.user_id': deleted,
  'notification_choices.user_id': deleted,
  'data_exports.user_id': deleted,
  'post_photos.farmer_id': deleted,
}
