const gone = 'deleted'
const nameless = 'stays without a name'

/**
 * Wherever a row names a person by id, and what becomes of it when the person is forgotten: it is deleted, or it stays with an
 * id that leads to nobody any more. A column that is not here fails the tests until somebody has decided.
 */
export const personalTables: Readonly<Record<string, typeof gone | typeof nameless>> = {
  // What others still read: the board, and that there was a booking.
  'posts.farmer_id': nameless,
  'responses.author_id': nameless,
  'point_entries.user_id': nameless,
  'bookings.expert_id': nameless,
  'bookings.farmer_id': nameless,
  'availability_slots.expert_id': nameless,
  // Those that a post shows or a training photo reports on.
  'analyses.farmer_id': nameless,
  'analysis_tallies.user_id': nameless,
  // What the model learnt from, and by whose hand.
  'training_images.uploader_id': nameless,
  'training_votes.expert_id': nameless,
  'training_sessions.started_by': nameless,
  'training_session_people.user_id': nameless,
  'model_heads.activated_by': nameless,
  // Who did what to which thing, and how much of it there is.
  'audit_log.actor_id': nameless,
  'act_tallies.actor_id': nameless,
  'booking_tallies.user_id': nameless,
  'own_post_tallies.farmer_id': nameless,
  'slot_tallies.expert_id': nameless,
  'training_people.user_id': nameless,
  'training_tallies.user_id': nameless,

  'farmer_profiles.user_id': gone,
  'expert_profiles.user_id': gone,
  'personal_details.user_id': gone,
  'user_photos.user_id': gone,
  'one_time_codes.user_id': gone,
  'password_resets.user_id': gone,
  'sessions.user_id': gone,
  'push_subscriptions.user_id': gone,
  'notifications.user_id': gone,
  'notification_choices.user_id': gone,
  'data_exports.user_id': gone,
  'post_photos.farmer_id': gone,
}
