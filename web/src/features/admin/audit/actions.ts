import type { MessageKey } from '../../../i18n/catalogs.ts'

/** The actions by their verb. The thing is the first word of the action, or stands after the slash. */
const verbs = {
  signed_up: 'user.registered',
  signed_in: 'session.opened',
  signed_out: 'session.closed',
  copied: 'session.reuse_detected',
  link_sent: 'user.reset_started',
  added: 'second_factor.added post.added response.added slot.added analysis.added training_image.added',
  created: 'recovery_codes.created slots.generated/slot api_key.created backup.created',
  replaced: 'user.replaced',
  never_finished: 'user.sign_up_expired',
  admin_created: 'admin.created',
  changed:
    'user.email_changed/email password.changed profile.completed preferences.changed notifications.chosen phone_number.changed farm.changed expert_profile.changed expert.country_chosen/country expert.districts_chosen/districts post.edited response.edited booking.rescheduled working_hours.saved analysis.corrected warning.recurrence_set/recurrence',
  reset: 'password.reset',
  set: 'expert.country_set/country',
  used: 'recovery_code.used/recovery_codes',
  sent: 'code.resent',
  confirmed: 'user.email_verified/email password.confirmed warning.confirmed',
  refused: 'session.refused password.confirmation_refused/password code.refused second_factor.refused',
  change_refused: 'user.leaving_refused password.change_refused second_factor.change_refused',
  requested: 'data_export.requested booking.added',
  change_requested: 'user.email_change_requested/email password.reset_requested',
  deletion_requested: 'user.leaving',
  deleted: 'user.forgotten',
  downloaded: 'data_export.fetched',
  removed:
    'session.closed_elsewhere second_factor.removed second_factor.removed_all/second_factors guide_photo.removed',
  withdrawn:
    'photo_consent.withdrawn post.withdrawn training_image.withdrawn training_expert.withdrawn warning.withdrawn api_key.revoked',
  activated: 'user.activated model.activated',
  deactivated: 'user.deactivated',
  restored: 'user.reactivated training_expert.readmitted teaching.resumed',
  kept: 'user.stayed training_session.kept/model',
  approved:
    'expert.approved expert_change.approved post.approved response.approved booking.approved photo_consent.given model.approved warning.sms_approved/sms',
  declined: 'expert.declined expert_change.declined booking.rejected warning.declined',
  cancelled: 'booking.cancelled',
  closed: 'booking.closed slot.closed',
  expired: 'booking.expired slot.ended warning.expired',
  over_limit: 'session.closed_over_limit',
  recorded: 'booking.recorded warning.checked',
  rated: 'booking.rated',
  flagged: 'post.flagged response.flagged',
  unflagged: 'post.unflagged',
  hidden: 'post.hidden response.hidden',
  flag_dismissed: 'post.flag_dismissed response.flag_dismissed',
  endorsed: 'response.endorsed',
  raised: 'post.raised',
  undone: 'response.undone',
  change_undone: 'user.email_change_undone/email post.decision_undone response.decision_undone',
  approval_undone: 'post.approval_undone response.approval_undone',
  flag_undone: 'post.flag_undone response.flag_undone',
  unflag_undone: 'post.unflag_undone',
  endorsement_undone: 'response.endorsement_undone',
  reviewed: 'training_image.reviewed',
  started: 'training_session.started',
  improved: 'training_session.promoted/model',
  failed: 'training_session.failed',
  paused: 'teaching.paused',
  proposed: 'warning.proposed',
  planned: 'warning.planned',
  repeated: 'job.retried',
}

/** `t` for keys that are made of an action. */
export type Translate = (key: MessageKey, values?: { who: string; thing: string }) => string

const sentences = new Map(
  Object.entries(verbs).flatMap(([verb, actions]) =>
    actions.split(' ').map(each => {
      const [action = '', thing = action.split('.')[0]] = each.split('/')
      return [action, { verb, thing }] as const
    }),
  ),
)

/** The known actions, those of one thing beside each other. */
export const actions = [...sentences.keys()].sort()

/** Returns what happened as a sentence: "root approved the post". An action without a sentence is shown as its code. */
export function describeAction(action: string, who: string, t: Translate): string {
  const sentence = sentences.get(action)
  if (!sentence) return `${who}: ${action}`
  const thing = t(`audit.thing.${sentence.thing}` as MessageKey)
  return t(`audit.did.${sentence.verb}` as MessageKey, { who, thing })
}
