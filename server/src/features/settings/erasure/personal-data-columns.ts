const deleted = 'deleted'
const anonymized = 'stays without a name'

/**
 * Wherever a row names a person by id, and what becomes of it when the person is forgotten: it is deleted, or it stays with an
 * id that leads to nobody any more. A column that is not here fails the tests until somebody has decided.
 */
export const personalDataColumns: Readonly<Record<string, typeof deleted | typeof anonymized>> = {
  // What others still read: the board, and that there was a booking.
  'posts.farmer_id': anonymized,
  'responses.author_id': anonymized,
  'point_entries.user_id': anonymized,
  'bookings.expert_id': anonymized,
  'bookings.farmer_id': anonymized,
  'availability_slots.expert_id': anonymized,
  // Those that a post shows or a training photo reports on.
  'analyses.farmer_id': anonymized,
  'analysis_tallies.user_id': anonymized,
  // What the model learnt from, and by whose hand.
  'training_images.uploader_id': anonymized,
  'training_votes.expert_id': anonymized,
  'training_sessions.started_by': anonymized,
  'training_session_people.user_id': anonymized,
  'model_heads.activated_by': anonymized,
  // Who did what to which thing, and how much of it there is.
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
