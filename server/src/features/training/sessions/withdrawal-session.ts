import type { App } from '../../../context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { queueSession } from './queue-session.ts'

/**
 * Queues a session that teaches the active version again without withdrawn photos, if that version may have learned from
 * some. It learns from no photo that came later.
 * @returns true if it queued one
 */
export async function queueWithdrawalSession(app: App, tx: Tx): Promise<boolean> {
  const active = await tx
    .selectFrom('model_heads')
    .innerJoin('training_sessions', 'training_sessions.id', 'model_heads.session_id')
    .select(['training_sessions.up_to', 'training_sessions.started_at'])
    .where('model_heads.network', '=', app.vision.card.version)
    .where('model_heads.is_active', '=', true)
    .executeTakeFirst()
  if (!active?.started_at) return false
  const due = await tx
    .selectFrom('training_exclusions')
    .select(['id', 'excluded_by'])
    .where('readmitted_at', 'is', null)
    .where('applied_at', '>=', active.started_at)
    .where('refit_id', 'is', null)
    .orderBy('excluded_at', 'desc')
    .execute()
  const [newest] = due
  if (!newest) return false
  const session = await queueSession(app, tx, {
    kind: 'withdrawal',
    startedBy: newest.excluded_by,
    upTo: active.up_to,
  })
  await tx
    .updateTable('training_exclusions')
    .set({ refit_id: session })
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .execute()
  return true
}
