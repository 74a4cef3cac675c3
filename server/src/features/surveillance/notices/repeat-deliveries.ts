import type { App } from '../../../context.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'

/**
 * Job: goes through the farmers of a warning again, once the week is over in which some of them could not hear of it. Those who have
 * heard of it hear nothing, and nobody does once it is over. All that are due start together, so that a farmer hears of the nearest.
 */
export async function repeatDeliveries(app: App): Promise<void> {
  await withTransaction(app, async tx => {
    const due = await tx
      .updateTable('warning_deliveries')
      .set({ district: null, farmer_id: null, finished_at: null, again_at: null })
      .where('again_at', '<=', app.clock.now())
      .where('finished_at', 'is not', null)
      .returning('warning_id')
      .execute()
    for (const { warning_id: warning } of due) await enqueue(tx, 'warn_farmers', { warning })
  })
}
