import type { ErrorCode } from '@kutu/contract/errors'
import { type ApiError, apiError } from '../http/api-error.ts'
import { violatedConstraint } from './transaction.ts'

/** Error code per constraint name. */
const codeByConstraint: Partial<Record<string, ErrorCode>> = {
  users_email_key: 'email_taken',
  users_username_key: 'username_taken',
  users_keep_an_admin: 'last_admin',
  second_factors_credential_key: 'passkey_taken',
  posts_said_once: 'duplicate_post',
  responses_said_once: 'duplicate_response',
  responses_reply_on_the_same_post: 'not_found',
  slots_do_not_overlap: 'slot_overlaps',
  slots_booked_stay_open: 'slot_booked',
  bookings_one_live_of_a_slot: 'slot_taken',
  bookings_before_the_slot_begins: 'slot_past',
  bookings_expert_is_in_one_place: 'expert_busy',
  bookings_farmer_is_in_one_place: 'farmer_busy',
  bookings_cancelled_in_time: 'appointment_begun',
  missed_appointments_are_not_rated: 'already_decided',
  outcomes_of_approved_bookings: 'already_decided',
  bookings_of_open_accounts: 'not_found',
  slots_of_open_accounts: 'unauthenticated',
  training_images_sent_once: 'duplicate_image',
  training_votes_once: 'already_decided',
  training_votes_of_others: 'own_image',
  training_sessions_one_at_a_time: 'session_running',
  training_sessions_not_while_paused: 'teaching_paused',
  warnings_decided_once: 'already_decided',
  warnings_decided_in_the_region: 'warning_of_other_country',
  warnings_sms_need_two_people: 'second_person_needed',
}

/** Returns the ApiError for a violation of one of these constraints; undefined for any other error. */
export function constraintError(error: unknown): ApiError | undefined {
  const code = codeByConstraint[violatedConstraint(error) ?? '']
  return code ? apiError(code) : undefined
}

/** Awaits a write and maps violations of these constraints to their ApiError. */
export async function mapConstraintErrors<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation
  } catch (error) {
    throw constraintError(error) ?? error
  }
}
