import type { Slot, SlotExpert } from '@kutu/contract/consultations/consultations'
import type { Selectable } from 'kysely'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type ExpertCard, getExpertCards } from '../../accounts/experts/expert-cards.ts'
import { type ExpertFigures, getExpertFigures } from '../outcomes/expert-figures.ts'
import { getSlotState, isActive } from '../policy.ts'
import type { ConsultationsTables } from '../tables.ts'

export const slotColumns = ['id', 'expert_id', 'start_time', 'end_time', 'is_active', 'is_booked', 'closed_by'] as const
export type SlotRow = Pick<Selectable<ConsultationsTables['availability_slots']>, (typeof slotColumns)[number]>

/** Presents slots in the given order. The number of statements does not depend on the number of slots. */
export async function presentSlots(db: Db, app: App, rows: readonly SlotRow[], origin: string): Promise<Slot[]> {
  const expertIds = [...new Set(rows.map(({ expert_id }) => expert_id))]
  const experts = await getExpertCards(db, app, expertIds, origin)
  const figures = await getExpertFigures(db, expertIds)
  const now = app.clock.now()
  return rows.map(row => ({ ...presentSlotTimes(row, now), expert: presentExpert(row.expert_id, experts, figures) }))
}

export const presentSlotTimes = (row: Omit<SlotRow, 'expert_id'>, now: Date) => ({
  id: row.id,
  start_time: row.start_time.toISOString(),
  end_time: row.end_time.toISOString(),
  is_active: isActive(row, now),
  is_booked: row.is_booked,
  state: getSlotState(row, now),
})

export function presentExpert(
  id: string,
  experts: ReadonlyMap<string, ExpertCard>,
  figures: ReadonlyMap<string, ExpertFigures>,
): SlotExpert {
  const expert = experts.get(id)
  const help = figures.get(id)
  if (!expert || !help) throw new Error(`unknown expert ${id}`)
  const { social_links: _, username, ...profile } = expert
  return { ...profile, user: { id, username }, help }
}
