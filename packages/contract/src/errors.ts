import { z } from 'zod'

/** Every error code of the API with its HTTP status. The i18n catalogs have a message for each code. */
export const errorStatus = {
  validation_failed: 400,
  malformed_request: 400,
  token_invalid: 400,
  code_invalid: 400,
  code_expired: 400,
  weak_password: 400,
  wrong_password: 400,
  no_file: 400,
  too_many_files: 400,
  label_required: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  forbidden: 403,
  https_required: 403,
  link_expired: 403,
  account_inactive: 403,
  account_deactivated: 403,
  approval_pending: 403,
  password_confirmation_required: 403,
  own_response: 403,
  own_image: 403,
  not_found: 404,
  method_not_allowed: 405,
  email_taken: 409,
  username_taken: 409,
  already_decided: 409,
  own_account: 409,
  last_admin: 409,
  user_deactivated: 409,
  edited_since: 409,
  too_late: 409,
  not_approved_yet: 409,
  duplicate_post: 409,
  duplicate_response: 409,
  duplicate_image: 409,
  session_running: 409,
  nothing_to_learn: 409,
  model_not_usable: 409,
  slot_taken: 409,
  too_many_pending: 409,
  slot_overlaps: 409,
  slot_booked: 409,
  slot_inactive: 409,
  slot_past: 409,
  farmer_busy: 409,
  expert_busy: 409,
  appointment_begun: 409,
  idempotency_key_reused: 409,
  request_in_progress: 409,
  too_big: 413,
  unsupported_type: 415,
  expectation_failed: 417,
  not_a_leaf: 422,
  image_unreadable: 422,
  image_too_large: 422,
  too_many_requests: 429,
  sign_in_blocked: 429,
  first_day_limit: 429,
  internal: 500,
  not_ready: 503,
  overloaded: 503,
  temporarily_unavailable: 503,
  storage_full: 507,
  storage_unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** Errors of endpoints that accept photos. */
export const uploadErrors = [
  'no_file',
  'too_many_files',
  'too_big',
  'unsupported_type',
  'image_unreadable',
  'image_too_large',
  'overloaded',
] as const satisfies readonly ErrorCode[]
/** Errors of endpoints that also store the photos. */
export const storedUploadErrors = [...uploadErrors, 'storage_unavailable'] as const

/** Reply of every error. `errors` lists the invalid fields. */
export const errorReply = z.object({
  status: z.number().int(),
  error: z.string(),
  message: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
})
export type ErrorReply = z.infer<typeof errorReply>
