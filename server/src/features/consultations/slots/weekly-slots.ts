import type { Slot } from '@kutu/contract/consultations/consultations'
import { addDays } from '@kutu/time/days'
import { isTimeZone } from '@kutu/time/time-zone'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { ApiError, fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { toZonedDateTime } from '../../../platform/i18n/zoned-date-time.ts'
import { presentSlots } from './present-slot.ts'
import { addSlots, parseSlotTimes, type SlotTimesInput, type TimeRange } from './slots.ts'

type WeeklySlotsInput = SlotTimesInput & { weeks: number; time_zone?: string | undefined }

/**
 * Creates a slot at the same local time in each of the next `weeks` weeks.
 * @throws ApiError slot_overlaps naming every conflicting week, validation_failed
 */
export async function repeatSlot(
  app: App,
  caller: Caller,
  input: WeeklySlotsInput,
  origin: string,
): Promise<{ results: Slot[] }> {
  const zone = input.time_zone ?? app.config.timeZone
  if (!isTimeZone(zone)) throw fieldError('time_zone', 'field.time_zone')
  const weeks = repeatWeekly(parseSlotTimes(app, input, zone), input.weeks, zone)
  const rows = await addSlots(app, caller, weeks, tx =>
    assertNoClashes(tx, caller, weeks, { zone, now: app.clock.now() }),
  )
  return { results: await presentSlots(app, rows, origin) }
}

/**
 * @throws ApiError validation_failed naming each week in which the local time does not exist or the slot would end
 * before it begins
 */
function repeatWeekly(first: TimeRange, count: number, zone: string): TimeRange[] {
  const fields: ApiError['fields'] = []
  const weeks: TimeRange[] = []
  for (let week = 0; week < count; week++) {
    const start = addDays(first.start, 7 * week, zone)
    const end = addDays(first.end, 7 * week, zone)
    if (start && end && start < end) weeks.push({ start, end })
    else fields.push({ field: `weeks.${week + 1}`, key: 'field.time_gap' })
  }
  if (fields.length > 0) throw new ApiError('validation_failed', { fields })
  return weeks
}

/**
 * Reports all conflicts together: with active slots of the expert, and between the weeks themselves.
 * @throws ApiError slot_overlaps
 */
async function assertNoClashes(
  tx: Tx,
  caller: Caller,
  weeks: readonly TimeRange[],
  { zone, now }: { zone: string; now: Date },
): Promise<void> {
  const { rows } = await sql<{ week: number; start_time: Date; end_time: Date }>`
    with weeks as (
      select * from unnest(${weeks.map(({ start }) => start)}::timestamptz[], ${weeks.map(({ end }) => end)}::timestamptz[])
        with ordinality as w (start_time, end_time, week)
    )
    select distinct on (w.week) w.week::int, existing.start_time, existing.end_time
    from weeks w join (
      select start_time, end_time, null as week from availability_slots
      where expert_id = ${caller.id}::uuid and is_active
        and tstzrange(start_time, end_time) && (select tstzrange(min(start_time), max(end_time)) from weeks)
      union all
      select start_time, end_time, week from weeks
    ) existing on tstzrange(w.start_time, w.end_time) && tstzrange(existing.start_time, existing.end_time)
      and (existing.week is null or existing.week < w.week)
    order by w.week, existing.start_time`.execute(tx)
  if (rows.length === 0) return
  const fields = rows.map(({ week, start_time, end_time }) => ({
    field: `weeks.${week}`,
    key: 'field.slot_overlaps' as const,
    values: { week, start: toZonedDateTime(start_time, zone, now), end: toZonedDateTime(end_time, zone, now) },
  }))
  throw new ApiError('slot_overlaps', { fields })
}
