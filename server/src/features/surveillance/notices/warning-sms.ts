import type { App } from '../../../context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import type { Sms } from '../../../platform/sms/sms.ts'
import { isChannelEnabled } from '../../notifications/settings/notification-choices.ts'
import { hasEnded, loadWarning, lockInState } from '../warnings/warnings.ts'
import {
  type AttemptColumns,
  attemptMinutes,
  type SmsJob,
  sendOnce,
  unknownOutcome,
  updateNotice,
} from './send-once.ts'
import { createStopLink } from './stop-link.ts'
import { buildWarningSms, buildWithdrawalSms } from './warning-sms-text.ts'

const warningColumns: AttemptColumns = (sms_at, sms_refused) => ({ sms_at, sms_refused })
const withdrawalColumns: AttemptColumns = (at, refused) => ({ withdrawal_sms_at: at, withdrawal_sms_refused: refused })

/** Job: sends the SMS about a warning, at most once, and not once it is withdrawn or over. */
export const sendWarningSms = (app: App, job: SmsJob): Promise<void> =>
  sendOnce(app, job, { columns: warningColumns, claim: (tx, at) => claimWarningSms(app, tx, job, at) })

/** Job: sends the SMS that a warning was withdrawn, at most once, to a farmer who got the SMS of the warning. */
export const sendWithdrawalSms = (app: App, job: SmsJob): Promise<void> =>
  sendOnce(app, job, { columns: withdrawalColumns, claim: (tx, at) => claimWithdrawalSms(app, tx, job, at) })

async function claimWarningSms(app: App, tx: Tx, job: SmsJob, at: Date): Promise<Sms | undefined> {
  // Without a gateway none is marked as sent: it was removed after the approval.
  if (!app.config.sms || !(await lockInState(tx, job.warning, 'confirmed'))) return
  const warning = await loadWarning(tx, job.warning)
  if (hasEnded(app, warning)) return
  const farmer = await findRecipient(tx, job)
  if (!farmer) return
  // Relies on trigger notices_follow_their_warning (only of a confirmed warning).
  const claimed = await updateNotice(tx, job)
    .set(warningColumns(at, unknownOutcome))
    .where('sms_at', 'is', null)
    .returning('farmer_id')
    .executeTakeFirst()
  if (!claimed) return
  const text = buildWarningSms(farmer.language, warning, createStopLink(app, farmer.account_number))
  return { id: `${job.warning}/${job.farmer}`, to: farmer.phone_number, text }
}

/**
 * Only those who got the SMS of the warning: it was sent, or nobody will know. While it is being sent, the job waits for the outcome.
 */
async function claimWithdrawalSms(app: App, tx: Tx, job: SmsJob, at: Date): Promise<Sms | undefined> {
  const notice = await tx
    .selectFrom('warning_notices')
    .select(['sms_at', 'sms_refused', 'withdrawal_sms_at'])
    .where('warning_id', '=', job.warning)
    .where('farmer_id', '=', job.farmer)
    .forUpdate()
    .executeTakeFirst()
  if (!notice?.sms_at || notice.withdrawal_sms_at) return
  if (notice.sms_refused !== null && notice.sms_refused !== unknownOutcome) return
  if (notice.sms_refused === unknownOutcome && at.getTime() - notice.sms_at.getTime() < attemptMinutes * 60_000) {
    await enqueue(tx, 'sms_about_withdrawal', job, { delaySeconds: attemptMinutes * 60 })
    return
  }
  const farmer = await findRecipient(tx, job)
  if (!farmer) return
  await updateNotice(tx, job).set(withdrawalColumns(at, unknownOutcome)).execute()
  const warning = await loadWarning(tx, job.warning)
  const text = buildWithdrawalSms(farmer.language, warning, createStopLink(app, farmer.account_number))
  return { id: `${job.warning}/${job.farmer}/withdrawal`, to: farmer.phone_number, text }
}

/** Returns the farmer, with a phone number and SMS about warnings switched on. */
async function findRecipient(tx: Tx, { farmer: id }: SmsJob) {
  const farmer = await tx
    .selectFrom('users')
    .select(['phone_number', 'language', 'account_number'])
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  const { phone_number } = farmer ?? {}
  if (!farmer || !phone_number || !(await isChannelEnabled(tx, id, 'disease_warning', 'text'))) return
  return { ...farmer, phone_number }
}
