import { sendEmailChangeEmail } from './features/accounts/email-change/email-change-emails.ts'
import { sendPasswordResetEmail } from './features/accounts/passwords/password-resets.ts'
import { sendCodeEmail } from './features/accounts/signup/one-time-codes.ts'
import { backUpDaily } from './features/admin/backups/daily-backup.ts'
import { sendFlagEmail } from './features/community/notifications/post-notifications.ts'
import { escalateUnansweredPosts } from './features/community/notifications/unanswered-posts.ts'
import { sendBookingSms } from './features/consultations/notifications/booking-sms.ts'
import { sendReminders } from './features/consultations/reminders/reminders.ts'
import { expireSlots } from './features/consultations/slots/slot-expiry.ts'
import { generateDueSlots } from './features/consultations/working-hours/working-hours.ts'
import { sendDailyEmails } from './features/dashboard/daily-emails.ts'
import { countPlatform } from './features/dashboard/platform-figures.ts'
import { sendFollowUps } from './features/detection/follow-ups/follow-ups.ts'
import { sweepFiles } from './features/detection/photos/sweep-files.ts'
import { eraseDueUsers, eraseFiles } from './features/settings/erasure/erase-users.ts'
import { runExport } from './features/settings/export/data-exports.ts'
import { deliverCurrentPush } from './features/surveillance/notices/notices.ts'
import { retractWarning } from './features/surveillance/notices/retract-warning.ts'
import { repeatDeliveries, warnFarmers } from './features/surveillance/notices/warn-farmers.ts'
import { sendWarningSms, sendWithdrawalSms } from './features/surveillance/notices/warning-sms.ts'
import { proposeWarnings } from './features/surveillance/warnings/propose-warnings.ts'
import { fetchWeather } from './features/surveillance/weather/fetch-weather.ts'
import { closeWeeks } from './features/surveillance/weekly/close-weeks.ts'
import { decideExpertPhotos } from './features/training/administration/exclusions.ts'
import { chooseGuidePhotos } from './features/training/guide/choose-guide-photos.ts'
import { runTrainingSession } from './features/training/sessions/run-session.ts'
import { requeueStalledSession, startTrainingAutomatically } from './features/training/sessions/sessions.ts'
import { sweep } from './operations/sweep.ts'
import { sendEmail } from './platform/email/send-email.ts'
import type { Tasks } from './platform/jobs/worker.ts'

/** Handler of every job. A job may run twice after a crash, so every handler must be idempotent. */
export const tasks = {
  send_mail: sendEmail,
  send_code: sendCodeEmail,
  forgot_password: sendPasswordResetEmail,
  email_change: sendEmailChangeEmail,
  notify_of_flag: sendFlagEmail,
  remind_of_unanswered_posts: escalateUnansweredPosts,
  expire_slots: expireSlots,
  generate_slots: generateDueSlots,
  remind_of_appointments: sendReminders,
  remind_of_follow_ups: sendFollowUps,
  send_daily_emails: sendDailyEmails,
  count_platform: countPlatform,
  sms_about_booking: sendBookingSms,
  start_training: startTrainingAutomatically,
  requeue_stalled_training: requeueStalledSession,
  train: runTrainingSession,
  decide_expert_photos: decideExpertPhotos,
  propose_warnings: proposeWarnings,
  fetch_weather: fetchWeather,
  close_weeks: closeWeeks,
  choose_guide_photos: chooseGuidePhotos,
  warn_farmers: warnFarmers,
  repeat_deliveries: repeatDeliveries,
  sms_about_warning: sendWarningSms,
  retract_warning: retractWarning,
  sms_about_withdrawal: sendWithdrawalSms,
  // Every push: those about a warning need a look at its state first.
  push: deliverCurrentPush,
  export_data: runExport,
  erase_due_users: eraseDueUsers,
  erase_files: eraseFiles,
  sweep,
  sweep_files: sweepFiles,
  back_up: backUpDaily,
} satisfies Tasks

/** The jobs that talk to the mail server. */
export const emailTasks = ['send_mail', 'send_code', 'forgot_password', 'email_change'] as const

/** Recurring jobs, in the crontab format of graphile-worker. */
export const crontab = [
  '17 * * * * sweep',
  '40 2 * * * sweep_files',
  // With a key, a failed backup and the one of the next day become one job.
  '20 1 * * * back_up ?jobKey=back_up',
  '*/10 * * * * remind_of_unanswered_posts',
  '* * * * * expire_slots',
  '*/10 * * * * generate_slots',
  '*/10 * * * * erase_due_users',
  '* * * * * requeue_stalled_training',
  '* * * * * remind_of_appointments',
  '*/10 * * * * remind_of_follow_ups',
  '*/10 * * * * send_daily_emails',
  // The fill makes it run at the start, too.
  '*/10 * * * * count_platform ?fill=10m&jobKey=count_platform',
  '27 * * * * propose_warnings',
  '7 * * * * close_weeks ?jobKey=close_weeks',
  '*/10 * * * * repeat_deliveries',
  '41 * * * * choose_guide_photos',
  '11 */6 * * * fetch_weather ?jobKey=fetch_weather&max=8',
].join('\n')
