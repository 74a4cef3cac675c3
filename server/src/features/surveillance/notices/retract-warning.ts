import type { App } from '../../../context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { notify } from '../../notifications/inbox/notify.ts'
import { describeRise, loadWarning } from '../warnings/warnings.ts'
import { unknownOutcome } from './send-once.ts'

const batchSize = 200
/** Comes before every id of a farmer. */
const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * Job: notifies everybody who got a notice of a warning that it was withdrawn, page by page. Each page commits with the mark that
 * its farmers have heard of it, so a job that runs again notifies nobody twice and leaves nobody out.
 */
export async function retractWarning(app: App, { warning }: { warning: string }, signal?: AbortSignal): Promise<void> {
  for (let after: string | undefined = beforeAll; after !== undefined; signal?.throwIfAborted()) {
    const last: string = after
    after = await withTransaction(app, tx => retractPage(app, tx, warning, last))
  }
}

/** @returns the last farmer of the page; undefined after the last page */
async function retractPage(app: App, tx: Tx, id: string, after: string): Promise<string | undefined> {
  // Of two jobs at the same time, one goes on with the page after that of the other.
  await tx.selectFrom('warning_deliveries').select('warning_id').where('warning_id', '=', id).forUpdate().execute()
  const notices = await tx
    .selectFrom('warning_notices')
    .select(['farmer_id', 'sms_at', 'sms_refused'])
    .where('warning_id', '=', id)
    .where('farmer_id', '>', after)
    .where('withdrawal_at', 'is', null)
    .orderBy('farmer_id')
    .limit(batchSize)
    .forUpdate()
    .execute()
  if (notices.length === 0) return
  const farmers = notices.map(({ farmer_id }) => farmer_id)
  // Relies on trigger notices_follow_their_warning (only of a withdrawn warning, and once).
  await tx
    .updateTable('warning_notices')
    .set({ withdrawal_at: app.clock.now() })
    .where('warning_id', '=', id)
    .where('farmer_id', 'in', farmers)
    .execute()
  const content = {
    type: 'warning_withdrawn' as const,
    details: describeRise(await loadWarning(tx, id)),
    subject: { type: 'warning' as const, id },
    // The cause of the warning: a push with the same cause takes its place on the phone.
    cause: id,
    path: `/account/warnings/${id}`,
  }
  const notifications = farmers.map(to => ({ to, ...content }))
  await notify(app, tx, notifications)
  for (const { farmer_id: farmer, sms_at, sms_refused } of notices)
    if (sms_at !== null && (sms_refused === null || sms_refused === unknownOutcome))
      await enqueue(tx, 'sms_about_withdrawal', { warning: id, farmer })
  return notices.length < batchSize ? undefined : farmers.at(-1)
}
