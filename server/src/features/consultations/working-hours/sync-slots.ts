import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { lockUsersForShare } from '../../accounts/users/users.ts'
import { limits } from '../policy.ts'
import { lockSchedules } from '../schedules.ts'
import { insertSlots } from '../slots/slots.ts'
import { generateSlots, type HoursRule } from './generate-slots.ts'
import { type ExistingSlot, planSlots, type SlotPlan } from './plan-slots.ts'

/** Locks the schedule and then the account of an expert, before slots, as every transaction does. */
export async function lockExpert(tx: Tx, expertId: string): Promise<void> {
  await lockSchedules(tx, [expertId])
  await lockUsersForShare(tx, [expertId])
}

/** Returns what bringing the slots in step with the hours would change. */
export async function planExpertSlots(db: Db, expertId: string, rule: HoursRule, now: Date): Promise<SlotPlan> {
  const wanted = generateSlots(rule, now, limits.maxGeneratedSlots)
  return planSlots(wanted, await listExistingSlots(db, expertId, now), now)
}

/**
 * Brings the slots of an expert in step with the working hours. Call it after `lockExpert`, which keeps other slots of
 * the expert from being inserted meanwhile.
 * @param actor null for the job
 * @returns the numbers of slots added and removed
 */
export async function syncExpertSlots(
  app: App,
  tx: Tx,
  { expertId, rule, actor }: { expertId: string; rule: HoursRule; actor: string | null },
): Promise<{ added: number; removed: number }> {
  const now = app.clock.now()
  const outdated = (await planExpertSlots(tx, expertId, rule, now)).close.map(({ id }) => id)
  const removed = await closeFreeSlots(tx, outdated, now)
  // Planned again, because a slot may have been booked before it could be closed; it stays.
  const { add } = await planExpertSlots(tx, expertId, rule, now)
  if (add.length > 0) await insertSlots(app, tx, { expertId, times: add, isGenerated: true })
  if (add.length > 0 || removed > 0)
    await audit(app, tx, {
      actor,
      action: 'slots.generated',
      subject: { type: 'user', id: expertId },
      after: { added: add.length, removed },
    })
  return { added: add.length, removed }
}

async function closeFreeSlots(tx: Tx, ids: readonly string[], now: Date): Promise<number> {
  if (ids.length === 0) return 0
  // A slot that is being booked is waited for, and then stays.
  const { numUpdatedRows } = await tx
    .updateTable('availability_slots')
    .set({ is_active: false, closed_at: now, closed_by: 'schedule' })
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .where('live_booking_id', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Maximum length of a generated slot, in hours. */
const maxSlotHours = 4

/** Returns the active slots that have not ended, and generated ones of that time that the expert deactivated. */
async function listExistingSlots(db: Db, expertId: string, now: Date): Promise<ExistingSlot[]> {
  const { rows } = await sql<ExistingSlot>`
    select id, start_time, end_time, is_active, is_booked, is_generated from availability_slots
    where expert_id = ${expertId}::uuid and is_active
      and tstzrange(start_time, end_time) && tstzrange(${now}::timestamptz, null)
    union all
    select id, start_time, end_time, is_active, is_booked, is_generated from availability_slots
    where expert_id = ${expertId}::uuid and is_generated and closed_by = 'expert'
      and start_time > ${now}::timestamptz - make_interval(hours => ${sql.lit(maxSlotHours)})`.execute(db)
  return rows
}
