import type { Language } from '@kutu/contract/common'
import type { MessageValues } from '../i18n/translate.ts'

/** Every email that Kutu sends. Each template has `mail.<template>.subject` and `mail.<template>.text` in the catalogs. */
export type EmailTemplate =
  | 'verify_email'
  | 'reset_password'
  | 'expert_approved'
  | 'expert_declined'
  | 'profile_change_approved'
  | 'profile_change_declined'
  | 'post_approved'
  | 'post_flagged'
  | 'post_hidden'
  | 'post_commented'
  | 'post_answered'
  | 'posts_unanswered'
  | 'waiting_work'
  | 'booking_requested'
  | 'booking_approved'
  | 'booking_entry'
  | 'booking_rejected'
  | 'booking_rescheduled'
  | 'booking_cancelled'
  | 'booking_cancelled_entry'
  | 'booking_expired'
  | 'booking_reminder'
  | 'booking_closed'
  | 'booking_closed_own'
  | 'account_leaving'
  | 'account_kept'
  | 'confirm_email'
  | 'email_in_use'
  | 'email_changed'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'recovery_codes_renewed'
  | 'second_factors_reset'

/** Calendar file (RFC 5545) and its iTIP method (RFC 5546). */
export type CalendarAttachment = { method: 'publish' | 'request' | 'cancel'; file: string }

/** Payload of the job `send_mail`. It is stored in the queue, so its property names must not change. */
export type EmailPayload = {
  to: string
  language: Language
  template: EmailTemplate
  values: MessageValues
  calendar?: CalendarAttachment
  /** Becomes the Message-ID, so that mail programs recognize an email that is sent again after a crash. */
  id?: string
}
