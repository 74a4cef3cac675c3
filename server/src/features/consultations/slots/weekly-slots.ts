import { maxSlotsAtOnce } from '@kutu/contract/consultations/booking-actions'
import type { Slot } from '@kutu/contract/consultations/consultations'
import { addDays } from '@kutu/time/days'
import { isTimeZone } from '@kutu/time/time-zone'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { ApiError, fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { toZonedDateTime } from '../../../platform/i18n/zoned-date-time.ts'
import { presentSlots } from './present-slot.ts'
import { addSlots, parseSlotTimes, type SlotTimesInput, type TimeRange } from './slots.ts'

type WeeklySlotsInput = SlotTimesInput & {
  weeks: number
  time_zone?: string | undefined
  appointment_minutes?: number | undefined
}

/** A slot to create and the field under which a conflict of it is reported. */
type NamedTime = TimeRange & { field: string; week: number }

/**
 * Creates a slot at the same local time in each of the next `weeks` weeks, with `appointment_minutes` divided into slots
 * of that length, so that several farmers can book one stretch of time.
 * @throws ApiError slot_overlaps naming every conflict as `weeks.N`, or `appointments.N` if the slots were divided;
 * validation_failed
 */
export async function repeatSlot(
  db: Db,
  app: App,
  caller: Caller,
  input: WeeklySlotsInput,
  origin: string,
): Promise<{ results: Slot[] }> {
  const zone = input.time_zone ?? app.config.timeZone
  if (!isTimeZone(zone)) throw fieldError('time_zone', 'field.time_zone')
  const weeks = repeatWeekly(parseSlotTimes(app, input, zone), input.weeks, zone)
  const times = nameTimes(weeks, input.appointment_minutes)
  const rows = await addSlots(db, app, caller, times, tx =>
    assertNoClashes(tx, caller, times, { zone, now: app.clock.now() }),
  )
  return { results: await presentSlots(db, app, rows, origin) }
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
 * @throws ApiError validation_failed if not even one appointment fits, or more slots result than one call may create
 */
function nameTimes(weeks: readonly TimeRange[], minutes: number | undefined): NamedTime[] {
  if (minutes === undefined) return weeks.map((time, i) => ({ ...time, field: `weeks.${i + 1}`, week: i + 1 }))
  const count = weeks.reduce((sum, time) => sum + countAppointments(time, minutes), 0)
  if (count === 0) throw fieldError('appointment_minutes', 'field.appointment_too_long')
  if (count > maxSlotsAtOnce)
    throw new ApiError('validation_failed', {
      fields: [{ field: 'appointment_minutes', key: 'field.too_many_slots', values: { count, max: maxSlotsAtOnce } }],
    })
  return weeks
    .flatMap((time, i) => divideTime(time, minutes).map(part => ({ ...part, week: i + 1 })))
    .map((part, i) => ({ ...part, field: `appointments.${i + 1}` }))
}

const countAppointments = ({ start, end }: TimeRange, minutes: number): number =>
  Math.floor((end.getTime() - start.getTime()) / (minutes * 60_000))

/** Divides a stretch of time into appointments of equal length from its start; a shorter rest is left out. */
const divideTime = (time: TimeRange, minutes: number): TimeRange[] =>
  Array.from({ length: countAppointments(time, minutes) }, (_, i) => ({
    start: new Date(time.start.getTime() + i * minutes * 60_000),
    end: new Date(time.start.getTime() + (i + 1) * minutes * 60_000),
  }))

/**
 * Reports all conflicts together: with active slots of the expert, and between the new slots themselves.
 * @throws ApiError slot_overlaps
 */
async function assertNoClashes(
  tx: Tx,
  caller: Caller,
  times: readonly NamedTime[],
  { zone, now }: { zone: string; now: Date },
): Promise<void> {
  const { rows } = await sql<{ position: number; start_time: Date; end_time: Date }>`
    with wanted as (
      select * from unnest(${times.map(({ start }) => start)}::timestamptz[], ${times.map(({ end }) => end)}::timestamptz[])
        with ordinality as w (start_time, end_time, position)
    )
    select distinct on (w.position) w.position::int, existing.start_time, existing.end_time
    from wanted w join (
      select start_time, end_time, null as position from availability_slots
      where expert_id = ${caller.id}::uuid and is_active
        and tstzrange(start_time, end_time) && (select tstzrange(min(start_time), max(end_time)) from wanted)
      union all
      select start_time, end_time, position from wanted
    ) existing on tstzrange(w.start_time, w.end_time) && tstzrange(existing.start_time, existing.end_time)
      and (existing.position is null or existing.position < w.position)
    order by w.position, existing.start_time`.execute(tx)
  if (rows.length === 0) return
  const fields = rows.flatMap(({ position, start_time, end_time }) => {
    const time = times[position - 1]
    if (!time) return []
    const start = toZonedDateTime(start_time, zone, now)
    const end = toZonedDateTime(end_time, zone, now)
    return [{ field: time.field, key: 'field.slot_overlaps' as const, values: { week: time.week, start, end } }]
  })
  throw new ApiError('slot_overlaps', { fields })
}
