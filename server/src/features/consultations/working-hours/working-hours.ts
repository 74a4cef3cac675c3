import type { WorkingHours } from '@kutu/contract/consultations/working-hours'
import { isTimeZone } from '@kutu/time/time-zone'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { limits } from '../policy.ts'
import { checkHours } from './check-hours.ts'
import type { HoursRule } from './generate-slots.ts'
import type { SlotPlan } from './plan-slots.ts'
import { lockExpert, planExpertSlots, syncExpertSlots } from './sync-slots.ts'

export type WorkingHoursInput = Omit<HoursRule, 'time_zone'> & { time_zone?: string | undefined }

const ruleColumns = ['time_zone', 'appointment_minutes', 'break_minutes', 'days_ahead', 'periods', 'days_off'] as const

/** Suggested to an expert who has saved none. */
const suggestion = { appointment_minutes: 30, break_minutes: 0, days_ahead: 28, periods: [], days_off: [] }

/** Returns the caller's working hours, or a suggestion without periods. */
export async function showWorkingHours(app: App, { id }: Caller): Promise<WorkingHours> {
  const saved = await selectHours(app.db, id)
  if (!saved) return presentHours({ ...suggestion, time_zone: app.config.timeZone }, null, [])
  const { saved_at, ...rule } = saved
  return presentHours(rule, saved_at, (await planExpertSlots(app.db, id, rule, app.clock.now())).clashes)
}

/**
 * Saves the caller's working hours and brings the generated slots in step.
 * @throws ApiError validation_failed for an unknown zone, and for hours or days off out of order or overlapping
 */
export async function saveWorkingHours(
  app: App,
  { id }: Caller,
  input: WorkingHoursInput,
): Promise<WorkingHours & { added: number; removed: number }> {
  const rule = { ...input, time_zone: input.time_zone ?? app.config.timeZone }
  checkHours(rule, isTimeZone(rule.time_zone))
  const now = app.clock.now()
  return mapConstraintErrors(
    withTransaction(app, async tx => {
      await lockExpert(tx, id)
      const before = await selectHours(tx, id)
      await upsertHours(tx, id, rule, now)
      await audit(app, tx, {
        actor: id,
        action: 'working_hours.saved',
        ...(before && { before: { ...before, saved_at: before.saved_at.toISOString() } }),
        after: { ...rule },
      })
      const changes = await syncExpertSlots(app, tx, { expertId: id, rule, actor: id })
      const { clashes } = await planExpertSlots(tx, id, rule, now)
      return { ...presentHours(rule, now, clashes), ...changes }
    }),
  )
}

export const selectHours = (db: Db, expertId: string) =>
  db
    .selectFrom('working_hours')
    .select([...ruleColumns, 'saved_at'])
    .where('expert_id', '=', expertId)
    .executeTakeFirst()

async function upsertHours(tx: Tx, expertId: string, rule: HoursRule, now: Date): Promise<void> {
  const { periods, days_off, time_zone, appointment_minutes, break_minutes, days_ahead } = rule
  const row = {
    time_zone,
    appointment_minutes,
    break_minutes,
    days_ahead,
    periods: JSON.stringify(periods),
    days_off: JSON.stringify(days_off),
    saved_at: now,
    generated_at: now,
  }
  await insertInto(tx, 'working_hours', { expert_id: expertId, ...row })
    .onConflict(conflict => conflict.column('expert_id').doUpdateSet(row))
    .execute()
}

function presentHours(rule: HoursRule, savedAt: Date | null, clashes: SlotPlan['clashes']): WorkingHours {
  return {
    time_zone: rule.time_zone,
    appointment_minutes: rule.appointment_minutes,
    break_minutes: rule.break_minutes,
    days_ahead: rule.days_ahead,
    periods: [...rule.periods],
    days_off: [...rule.days_off],
    saved_at: savedAt?.toISOString() ?? null,
    clash_count: clashes.length,
    clashes: clashes.slice(0, limits.maxListedClashes).map(({ start, end, slot }) => ({
      ...toWireRange(start, end),
      slot: { ...toWireRange(slot.start_time, slot.end_time), is_booked: slot.is_booked },
    })),
  }
}

const toWireRange = (start: Date, end: Date) => ({ start_time: start.toISOString(), end_time: end.toISOString() })
