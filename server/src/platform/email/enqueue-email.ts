import { randomUUID } from 'node:crypto'
import type { Language } from '@kutu/contract/common'
import { isPlaceholderEmail } from '../../features/accounts/erasure/former-members.ts'
import type { Tx } from '../db/database.ts'
import type { MessageValues } from '../i18n/translate.ts'
import { enqueue } from '../jobs/queue.ts'

/** Every letter Kutu writes; each has `mail.<letter>.subject` and `mail.<letter>.text` in the catalogues. */
export type EmailTemplate =
  | 'verify_email'
  | 'reset_password'
  | 'expert_approved'
  | 'expert_declined'
  | 'post_approved'
  | 'post_flagged'
  | 'post_hidden'
  | 'post_commented'
  | 'post_answered'
  | 'posts_unanswered'
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

/** A calendar file that goes with a letter, and what a calendar is to do with it. */
export type CalendarAttachment = { method: 'publish' | 'request' | 'cancel'; file: string }

export type EmailPayload = {
  to: string
  language: Language
  letter: EmailTemplate
  values: MessageValues
  calendar?: CalendarAttachment
  /** Makes a letter that is sent again after a crash known as the same one. */
  id?: string
}

/** Queues a letter in the transaction that gives cause for it; none goes to a former member. */
export async function enqueueEmail(tx: Tx, email: EmailPayload): Promise<void> {
  if (isPlaceholderEmail(email.to)) return
  await enqueue(tx, 'send_mail', { ...email, id: randomUUID() })
}
