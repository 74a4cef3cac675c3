import type { Slot, SlotExpert } from '@kutu/contract/consultations/consultations'
import type { Selectable } from 'kysely'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { getExpertCards } from '../../accounts/experts/expert-cards.ts'
import { getExpertFigures } from '../outcomes/expert-figures.ts'
import { getSlotState, isActive } from '../policy.ts'
import type { ConsultationsTables } from '../tables.ts'

export const slotColumns = ['id', 'expert_id', 'start_time', 'end_time', 'is_active', 'is_booked', 'closed_by'] as const
export type SlotRow = Pick<Selectable<ConsultationsTables['availability_slots']>, (typeof slotColumns)[number]>

/** Presents slots in the given order. The number of statements does not depend on the number of slots. */
export async function presentSlots(db: Db, app: App, rows: readonly SlotRow[], origin: string): Promise<Slot[]> {
  const getExpert = await loadSlotExperts(db, app, rows, origin)
  const now = app.clock.now()
  return rows.map(row => ({ ...presentSlotTimes(row, now), expert: getExpert(row.expert_id) }))
}

export const presentSlotTimes = (row: Omit<SlotRow, 'expert_id'>, now: Date) => ({
  id: row.id,
  start_time: row.start_time.toISOString(),
  end_time: row.end_time.toISOString(),
  is_active: isActive(row, now),
  is_booked: row.is_booked,
  state: getSlotState(row, now),
})

/** Returns a function that presents one of the experts of these slots or bookings. */
export async function loadSlotExperts(
  db: Db,
  app: App,
  rows: readonly { expert_id: string }[],
  origin: string,
): Promise<(id: string) => SlotExpert> {
  const ids = [...new Set(rows.map(({ expert_id }) => expert_id))]
  const cards = await getExpertCards(db, app, ids, origin)
  const figures = await getExpertFigures(db, ids)
  return id => {
    const [card, help] = [cards.get(id), figures.get(id)]
    if (!card || !help) throw new Error(`unknown expert ${id}`)
    return { ...card, help }
  }
}
