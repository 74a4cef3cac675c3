import type { ExpertProfile } from '@kutu/contract/consultations/consultations'
import type { App } from '../../../context.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { isBookableExpert } from '../../accounts/experts/bookable-experts.ts'
import { getExpertCards } from '../../accounts/experts/expert-cards.ts'
import { getExpertFigures } from '../outcomes/expert-figures.ts'
import { canViewExpert, limits } from '../policy.ts'
import { presentExpert, presentSlotTimes, slotColumns } from './present-slot.ts'

/**
 * Returns what an expert has published, with the next free slots. Experts who wait for approval see their own.
 * @throws ApiError not_found, also for experts who are not approved, deactivated or gone
 */
export async function showExpert(app: App, caller: Caller, id: string, origin: string): Promise<ExpertProfile> {
  const isBookable = await isBookableExpert(app.db, id)
  if (!canViewExpert(caller, { id, isBookable })) throw apiError('not_found')
  const experts = await getExpertCards(app.db, app, [id], origin)
  const figures = await getExpertFigures(app.db, [id])
  return { ...presentExpert(id, experts, figures), free_slots: isBookable ? await listFreeSlots(app, id) : [] }
}

async function listFreeSlots(app: App, expertId: string) {
  const now = app.clock.now()
  const rows = await app.db
    .selectFrom('availability_slots')
    .select(slotColumns)
    .where('expert_id', '=', expertId)
    .where('status', '=', 'available')
    .where('is_active', '=', true)
    .where('start_time', '>', now)
    .orderBy('start_time')
    .limit(limits.maxProfileSlots)
    .execute()
  return rows.map(row => presentSlotTimes(row, now))
}
