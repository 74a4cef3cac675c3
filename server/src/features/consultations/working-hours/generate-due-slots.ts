import type { App } from '../../../context.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { isOpenAccount } from '../../accounts/users/users.ts'
import { limits } from '../policy.ts'
import { lockExpert, syncExpertSlots } from './sync-slots.ts'
import { selectHours } from './working-hours.ts'

/** Age at which the slots of an expert are compared with the working hours again. */
const maxAgeMs = 3600_000

/**
 * Job, every ten minutes: brings slots in step with working hours that were last compared an hour ago or earlier. It adds
 * the days that have come within reach, and closes slots outside the hours that a cancelled booking has released.
 */
export async function generateDueSlots(app: App): Promise<void> {
  const due = await app.db
    .selectFrom('working_hours')
    .select('expert_id')
    .where('generated_at', '<=', new Date(app.clock.now().getTime() - maxAgeMs))
    .orderBy('generated_at')
    .limit(limits.generationBatchSize)
    .execute()
  const failures: unknown[] = []
  for (const { expert_id } of due) await generateForExpert(app, expert_id).catch(error => failures.push(error))
  // A failure must not block the other experts, but it must show up as a failed job.
  if (failures.length > 0) throw new AggregateError(failures, 'slots of some experts could not be generated')
}

async function generateForExpert(app: App, expertId: string): Promise<void> {
  await withTransaction(app, async tx => {
    await lockExpert(tx, expertId)
    const rule = await selectHours(tx, expertId)
    if (!rule) return
    await tx
      .updateTable('working_hours')
      .set({ generated_at: app.clock.now() })
      .where('expert_id', '=', expertId)
      .execute()
    if (await isOpenAccount(tx, expertId)) await syncExpertSlots(app, tx, { expertId, rule, actor: null })
  })
}
