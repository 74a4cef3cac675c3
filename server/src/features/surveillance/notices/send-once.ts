import type { Kysely, Updateable } from 'kysely'
import type { App } from '../../../context.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { createSmsGateway } from '../../../platform/sms/gateway.ts'
import { RetryableSmsError, type Sms } from '../../../platform/sms/sms.ts'
import type { SurveillanceTables } from '../tables.ts'

/** An SMS to the farmer of a notice. */
export type SmsJob = { warning: string; farmer: string }
/** The columns of a notice that say when an SMS was attempted and how that ended. */
export type AttemptColumns = (
  at: Date | null,
  refused: string | null,
) => Updateable<SurveillanceTables['warning_notices']>

/** Stands in place of a rejection while the outcome of an attempt is not known, and forever if it stays so. */
export const unknownOutcome = 'unknown'
/** After this time an attempt to send an SMS has an outcome, or gets none. */
export const attemptMinutes = 5

export const updateNotice = (db: Kysely<Database>, { warning, farmer }: SmsJob) =>
  db.updateTable('warning_notices').where('warning_id', '=', warning).where('farmer_id', '=', farmer)

/**
 * Sends an SMS at most once. The attempt commits before the request. It is taken back, and repeated, if the gateway certainly did
 * not take the message; after a crash or an answer that leaves it open nothing is repeated.
 * @param claim marks the attempt and returns the message; undefined if there was one before or none may be sent
 */
export async function sendOnce(
  app: App,
  job: SmsJob,
  { columns, claim }: { columns: AttemptColumns; claim: (tx: Tx, at: Date) => Promise<Sms | undefined> },
): Promise<void> {
  const at = app.clock.now()
  const sms = await withTransaction(app, tx => claim(tx, at))
  if (!sms) return
  const { id } = sms
  try {
    const outcome = await createSmsGateway(app)(sms)
    if (outcome !== 'sent')
      app.log[outcome.isAccountError ? 'error' : 'warn']({ id, refused: outcome.rejection }, 'SMS rejected')
    await updateNotice(app.db, job)
      .set(columns(at, outcome === 'sent' ? null : outcome.rejection))
      .execute()
  } catch (error) {
    if (!(error instanceof RetryableSmsError)) throw error
    if (error.mayBeSent) return app.log.warn({ id, error: error.message }, 'SMS may have been sent, not repeated')
    await updateNotice(app.db, job).set(columns(null, null)).execute()
    throw error
  }
}
