import type { WorkingHours } from '@kutu/contract/consultations/working-hours'
import { getDayRange } from '@kutu/time/days'
import { isTimeZone } from '@kutu/time/time-zone'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { isOpenAccount } from '../../accounts/users/users.ts'
import { limits } from '../policy.ts'
import { type HoursRule, parseMinutes } from './generate-slots.ts'
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

/**
 * Reports all mistakes together, each with the position of the period or of the days off.
 * @throws ApiError validation_failed
 */
function checkHours({ periods, days_off }: HoursRule, isKnownZone: boolean): void {
  const fields: ApiError['fields'] = []
  if (!isKnownZone) fields.push({ field: 'time_zone', key: 'field.time_zone' })
  for (const [index, period] of periods.entries()) {
    const field = `periods.${index}`
    if (parseMinutes(period.end) <= parseMinutes(period.start)) fields.push({ field, key: 'field.time_order' })
    else if (periods.slice(0, index).some(other => overlaps(period, other)))
      fields.push({ field, key: 'field.hours_overlap' })
  }
  for (const [index, { first_day, last_day }] of days_off.entries()) {
    const field = `days_off.${index}`
    if (!isDay(first_day) || !isDay(last_day)) fields.push({ field, key: 'field.date' })
    else if (last_day < first_day) fields.push({ field, key: 'field.time_order' })
  }
  if (fields.length > 0) throw new ApiError('validation_failed', { fields })
}

type Period = HoursRule['periods'][number]

const overlaps = (a: Period, b: Period): boolean =>
  a.weekday === b.weekday && parseMinutes(a.start) < parseMinutes(b.end) && parseMinutes(b.start) < parseMinutes(a.end)

const isDay = (value: string): boolean => getDayRange(value, 'UTC') !== undefined

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

const selectHours = (db: Db, expertId: string) =>
  db
    .selectFrom('working_hours')
    .select([...ruleColumns, 'saved_at'])
    .where('expert_id', '=', expertId)
    .executeTakeFirst()

async function upsertHours(tx: Tx, expertId: string, rule: HoursRule, now: Date): Promise<void> {
  const [periods, days_off] = [JSON.stringify(rule.periods), JSON.stringify(rule.days_off)]
  const row = { ...rule, periods, days_off, saved_at: now, generated_at: now }
  await insertInto(tx, 'working_hours', { expert_id: expertId, ...row })
    .onConflict(conflict => conflict.column('expert_id').doUpdateSet(row))
    .execute()
}

function presentHours(rule: HoursRule, savedAt: Date | null, clashes: SlotPlan['clashes']): WorkingHours {
  return {
    ...rule,
    saved_at: savedAt?.toISOString() ?? null,
    clash_count: clashes.length,
    clashes: clashes.slice(0, limits.maxListedClashes).map(({ start, end, slot }) => ({
      ...toWireRange(start, end),
      slot: { ...toWireRange(slot.start_time, slot.end_time), is_booked: slot.is_booked },
    })),
  }
}

const toWireRange = (start: Date, end: Date) => ({ start_time: start.toISOString(), end_time: end.toISOString() })
