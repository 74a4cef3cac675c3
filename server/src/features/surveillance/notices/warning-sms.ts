import type { Kysely } from 'kysely'
import type { App } from '../../../context.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { createSmsGateway } from '../../../platform/sms/gateway.ts'
import { RetryableSmsError, type Sms } from '../../../platform/sms/sms.ts'
import { isChannelEnabled } from '../../notifications/settings/notification-choices.ts'
import { loadWarning } from '../warnings/warnings.ts'
import { createStopLink } from './stop-link.ts'
import { buildWarningSms } from './warning-sms-text.ts'

type SmsJob = { warning: string; farmer: string }

/** Stands in place of a rejection while the outcome of an attempt is not known, and forever if it stays so. */
const unknownOutcome = 'unknown'

/**
 * Job: sends the SMS about a warning, at most once. The attempt commits before the request. It is taken back, and repeated, if
 * the gateway certainly did not take the message; after a crash or an answer that leaves it open nothing is repeated.
 */
export async function sendWarningSms(app: App, job: SmsJob): Promise<void> {
  const sms = await withTransaction(app, tx => claimSms(app, tx, job))
  if (!sms) return
  const { id } = sms
  try {
    const outcome = await createSmsGateway(app)(sms)
    if (outcome !== 'sent')
      app.log[outcome.isAccountError ? 'error' : 'warn']({ id, refused: outcome.rejection }, 'SMS rejected')
    await selectNotice(app.db, job)
      .set({ sms_refused: outcome === 'sent' ? null : outcome.rejection })
      .execute()
  } catch (error) {
    if (!(error instanceof RetryableSmsError)) throw error
    if (error.mayBeSent) return app.log.warn({ id, error: error.message }, 'SMS may have been sent, not repeated')
    await selectNotice(app.db, job).set({ sms_at: null, sms_refused: null }).execute()
    throw error
  }
}

const selectNotice = (db: Kysely<Database>, { warning, farmer }: SmsJob) =>
  db.updateTable('warning_notices').where('warning_id', '=', warning).where('farmer_id', '=', farmer)

/** Marks the attempt and returns the message; undefined if there was one before or the farmer wants none. */
async function claimSms(app: App, tx: Tx, job: SmsJob): Promise<Sms | undefined> {
  const claimed = await selectNotice(tx, job)
    .set({ sms_at: app.clock.now(), sms_refused: unknownOutcome })
    .where('sms_at', 'is', null)
    .returning('farmer_id')
    .executeTakeFirst()
  if (!claimed) return
  const farmer = await tx
    .selectFrom('users')
    .select(['phone_number', 'language', 'account_number'])
    .where('id', '=', job.farmer)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  if (!farmer?.phone_number || !(await isChannelEnabled(tx, job.farmer, 'disease_warning', 'text'))) {
    await selectNotice(tx, job).set({ sms_at: null, sms_refused: null }).execute()
    return
  }
  const warning = await loadWarning(tx, job.warning)
  const text = buildWarningSms(farmer.language, warning, createStopLink(app, farmer.account_number))
  return { id: `${job.warning}/${job.farmer}`, to: farmer.phone_number, text }
}
