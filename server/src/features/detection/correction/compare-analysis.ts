import type { Analysis, PlateComparison } from '@kutu/contract/detection'
import type { App } from '../../../context.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError, fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import type { ReplyContext } from '../../../platform/http/handlers.ts'
import { getAnalysis } from '../analyses/analyses.ts'

/**
 * Stores if one of the caller's leaves looks like the drawing of a disease card that its answer names, in place of an earlier
 * comparison. Null takes it back. The same comparison twice changes nothing.
 * @throws ApiError not_found, also for an analysis of another user; validation_failed for a card that the answer does not name
 */
export async function compareAnalysis(
  app: App,
  caller: Caller,
  { id, comparison, ...context }: { id: string; comparison: PlateComparison | null } & ReplyContext,
): Promise<Analysis> {
  await withTransaction(app, async tx => {
    // Locked against a corrected crop at the same time, which changes the answer.
    const row = await tx
      .selectFrom('analyses')
      .select('id')
      .where('id', '=', id)
      .where('farmer_id', '=', caller.id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw apiError('not_found')
    const { educational_resources: cards } = await getAnalysis(tx, app, caller, { id, ...context })
    if (comparison !== null && !cards.some(card => card.id === comparison.card))
      throw fieldError('card', 'field.invalid')
    await tx
      .updateTable('analyses')
      .set({ comparison_card: comparison?.card ?? null, looks_alike: comparison?.looks_alike ?? null })
      .where('id', '=', id)
      .execute()
  })
  return getAnalysis(app.db, app, caller, { id, ...context })
}
