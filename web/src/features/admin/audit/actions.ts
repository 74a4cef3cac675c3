import type { AuditEntry } from '@kutu/contract/admin'
import type { MessageKey } from '../../../i18n/catalogs.ts'

/** The actions that have a sentence in the catalog `audit`. */
export const auditActions = [
  'user.registered',
  'user.email_verified',
  'user.activated',
  'user.sign_up_expired',
  'user.replaced',
  'user.tested',
  'user.deactivated',
  'user.reactivated',
  'user.reset_started',
  'user.email_change_requested',
  'user.email_changed',
  'user.email_change_undone',
  'user.leaving',
  'user.leaving_refused',
  'user.stayed',
  'user.forgotten',
  'session.opened',
  'session.refused',
  'session.closed',
  'session.closed_elsewhere',
  'session.closed_over_limit',
  'session.reuse_detected',
  'password.changed',
  'password.change_refused',
  'password.confirmed',
  'password.confirmation_refused',
  'password.reset_requested',
  'password.reset',
  'code.resent',
  'code.refused',
  'second_factor.added',
  'second_factor.removed',
  'second_factor.removed_all',
  'second_factor.refused',
  'second_factor.change_refused',
  'recovery_codes.created',
  'recovery_code.used',
  'profile.completed',
  'preferences.changed',
  'notifications.chosen',
  'phone_number.changed',
  'farm.changed',
  'expert_profile.changed',
  'data_export.requested',
  'data_export.fetched',
  'admin.created',
  'expert.approved',
  'expert.declined',
  'post.added',
  'post.edited',
  'post.withdrawn',
  'post.approved',
  'post.flagged',
  'post.unflagged',
  'post.hidden',
  'post.flag_dismissed',
  'post.ruling_undone',
  'post.approval_undone',
  'post.flag_undone',
  'post.unflag_undone',
  'post.raised',
  'response.added',
  'response.edited',
  'response.approved',
  'response.flagged',
  'response.endorsed',
  'response.hidden',
  'response.flag_dismissed',
  'response.ruling_undone',
  'response.approval_undone',
  'response.flag_undone',
  'response.endorsement_undone',
  'booking.added',
  'booking.approved',
  'booking.rejected',
  'booking.cancelled',
  'booking.rescheduled',
  'booking.recorded',
  'booking.rated',
  'booking.closed',
  'booking.expired',
  'slot.added',
  'slot.closed',
  'slot.ended',
  'slots.generated',
  'working_hours.saved',
  'analysis.added',
  'analysis.corrected',
  'training_image.added',
  'training_image.reviewed',
  'training_image.withdrawn',
  'training_session.started',
  'training_session.promoted',
  'training_session.failed',
  'training_session.kept',
  'training_expert.withdrawn',
  'training_expert.readmitted',
  'teaching.paused',
  'teaching.resumed',
  'model.approved',
  'model.activated',
  'warning.proposed',
  'warning.confirmed',
  'warning.declined',
  'photo_consent.given',
  'photo_consent.withdrawn',
  'guide_photo.removed',
  'expert.country_chosen',
  'job.retried',
] as const
type AuditAction = (typeof auditActions)[number]

/** `t` for the sentences, of which some name only the actor or only the subject. */
export type Translate = (key: MessageKey, values: { who: string; name: string }) => string

const isDescribed = (action: string): action is AuditAction => auditActions.some(each => each === action)

/** Returns what happened as a sentence: "Achieng approved the post “Yellow leaves”". */
export function describeEntry(
  { action, actor, subject_type, subject_name }: AuditEntry,
  t: Translate,
  words: Words,
): string {
  const who = actor?.username ?? words.system
  if (!isDescribed(action)) return `${who}: ${action}`
  const userName = subject_type === 'user' ? (subject_name ?? words.someone) : who
  const name = subject_type === 'post' ? (subject_name === null ? '' : `“${subject_name}”`) : userName
  return t(`audit.did.${action}`, { who, name }).trim()
}
type Words = { system: string; someone: string }

/** Returns an action without names, for a list of choices: "… approved the post …". */
export const describeAction = (action: AuditAction, t: Translate): string =>
  t(`audit.did.${action}`, { who: '…', name: '…' })
