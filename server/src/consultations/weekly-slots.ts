import type { Slot } from '@kutu/contract/consultations'
import { sql } from 'kysely'
import type { App } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { fieldMistake, Refusal } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'
import { moment } from '../text/times.ts'
import { presentSlots } from './present-slot.ts'
import { addSlots, type GivenTimes, readTimes, type Times } from './slots.ts'
import { daysLater, isTimeZone } from './zoned-time.ts'

type Given = GivenTimes & { weeks: number; time_zone?: string | undefined }

/**
 * Offers the same time of day in so many weeks, as the clocks of the zone show it.
 * @throws Refusal slot_overlaps naming every week that clashes, validation_failed
 */
export async function repeatSlot(app: App, caller: Caller, given: Given, origin: string): Promise<{ results: Slot[] }> {
  const zone = given.time_zone ?? app.config.timeZone
  if (!isTimeZone(zone)) throw fieldMistake('time_zone', 'field.time_zone')
  const weeks = inWeeks(readTimes(app, given, zone), given.weeks, zone)
  const rows = await addSlots(app, caller, weeks, tx =>
    refuseClashes(tx, caller, weeks, { zone, now: app.clock.now() }),
  )
  return { results: await presentSlots(app, rows, origin) }
}

/** @throws Refusal validation_failed naming each week in which the clocks skip the time, or that ends before it begins */
function inWeeks(first: Times, count: number, zone: string): Times[] {
  const fields: Refusal['fields'] = []
  const weeks: Times[] = []
  for (let week = 0; week < count; week++) {
    const start = daysLater(first.start, 7 * week, zone)
    const end = daysLater(first.end, 7 * week, zone)
    if (start && end && start < end) weeks.push({ start, end })
    else fields.push({ field: `weeks.${week + 1}`, key: 'field.time_gap' })
  }
  if (fields.length > 0) throw new Refusal('validation_failed', { fields })
  return weeks
}

/** Tells all clashes at once: with active slots of the expert, and of the weeks with each other. */
async function refuseClashes(
  tx: Tx,
  caller: Caller,
  weeks: readonly Times[],
  { zone, now }: { zone: string; now: Date },
): Promise<void> {
  const { rows } = await sql<{ week: number; start_time: Date; end_time: Date }>`
    with weeks as (
      select * from unnest(${weeks.map(({ start }) => start)}::timestamptz[], ${weeks.map(({ end }) => end)}::timestamptz[])
        with ordinality as w (start_time, end_time, week)
    )
    select distinct on (w.week) w.week::int, taken.start_time, taken.end_time
    from weeks w join (
      select start_time, end_time, null as week from availability_slots
      where expert_id = ${caller.id}::uuid and is_active
        and tstzrange(start_time, end_time) && (select tstzrange(min(start_time), max(end_time)) from weeks)
      union all
      select start_time, end_time, week from weeks
    ) taken on tstzrange(w.start_time, w.end_time) && tstzrange(taken.start_time, taken.end_time)
      and (taken.week is null or taken.week < w.week)
    order by w.week, taken.start_time`.execute(tx)
  if (rows.length === 0) return
  const fields = rows.map(({ week, start_time, end_time }) => ({
    field: `weeks.${week}`,
    key: 'field.slot_overlaps' as const,
    values: { week, start: moment(start_time, zone, now), end: moment(end_time, zone, now) },
  }))
  throw new Refusal('slot_overlaps', { fields })
}
