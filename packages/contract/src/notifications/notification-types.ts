import { z } from 'zod'

/** The types of the specification first, then those of consultations, community, account and administration. */
export const notificationType = z.enum([
  'booking_approved',
  'booking_rejected',
  'training_completed',
  'model_activated',
  'image_analysis',
  'next_look',
  'disease_warning',
  'warning_proposed',
  'booking_requested',
  'booking_rescheduled',
  'booking_cancelled',
  'booking_expired',
  'booking_closed',
  'booking_reminder',
  'post_approved',
  'post_flagged',
  'post_hidden',
  'post_commented',
  'post_answered',
  'post_unanswered',
  'response_approved',
  'response_flagged',
  'response_hidden',
  'response_endorsed',
  'export_ready',
  'account_kept',
  'expert_waiting',
  'model_waiting',
])
export type NotificationType = z.infer<typeof notificationType>
