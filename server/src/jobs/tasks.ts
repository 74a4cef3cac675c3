import { deliverCode } from '../accounts/one-time-codes.ts'
import { deliverReset } from '../accounts/password-resets.ts'
import { deliverFlag } from '../community/news.ts'
import { raiseUnanswered } from '../community/unanswered.ts'
import { remindOfAppointments } from '../consultations/reminders.ts'
import { settleSlots } from '../consultations/settle.ts'
import { textAboutBooking } from '../consultations/texts.ts'
import type { App } from '../context.ts'
import { sweepFiles } from '../detection/sweep-files.ts'
import { deliver } from '../mail/deliver.ts'
import { deliverPush } from '../notifications/push.ts'
import { exportData } from '../settings/exports.ts'
import { forgetFiles, forgetLeavers } from '../settings/forgetting.ts'
import { trainSession } from '../training/run-session.ts'
import { startTrainingByItself, takeUpTraining } from '../training/sessions.ts'
import type { Jobs } from './jobs.ts'
import { sweep } from './sweep.ts'

/** What each job does. A task may run twice after a crash, so each must bear that. */
export const tasks: { [Name in keyof Jobs]: (app: App, payload: Jobs[Name]) => Promise<void> } = {
  send_mail: deliver,
  send_code: deliverCode,
  forgot_password: deliverReset,
  tell_of_flag: deliverFlag,
  raise_unanswered: raiseUnanswered,
  settle_slots: settleSlots,
  remind_of_appointments: remindOfAppointments,
  text_about_booking: textAboutBooking,
  start_training: startTrainingByItself,
  take_up_training: takeUpTraining,
  train: trainSession,
  push: deliverPush,
  export_data: exportData,
  forget_leavers: forgetLeavers,
  forget_files: forgetFiles,
  sweep,
  sweep_files: sweepFiles,
}

/** Jobs that come round by the clock, in graphile-worker's crontab form. */
export const crontab = [
  '17 * * * * sweep',
  '40 2 * * * sweep_files',
  '*/10 * * * * raise_unanswered',
  '* * * * * settle_slots',
  '*/10 * * * * forget_leavers',
  '* * * * * take_up_training',
  '* * * * * remind_of_appointments',
].join('\n')
