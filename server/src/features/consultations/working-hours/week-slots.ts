import type { WeekSlot } from '@kutu/contract/consultations/working-hours'
import { addDays, getDayRange } from '@kutu/time/days'
import { isTimeZone } from '@kutu/time/time-zone'
import type { App } from '../../../context.ts'
import { fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { limits } from '../policy.ts'
import { presentSlotTimes, slotColumns } from '../slots/present-slot.ts'

/**
 * Returns the caller's slots of seven days that are active, booked or past.
 * @throws ApiError validation_failed for an unknown zone or a date that does not exist
 */
export async function listWeekSlots(
  app: App,
  caller: Caller,
  { date, time_zone }: { date: string; time_zone?: string | undefined },
): Promise<WeekSlot[]> {
  const zone = time_zone ?? app.config.timeZone
  if (!isTimeZone(zone)) throw fieldError('time_zone', 'field.time_zone')
  const firstDay = getDayRange(date, zone)
  if (!firstDay) throw fieldError('date', 'field.date')
  const end = addDays(firstDay.from, 7, zone) ?? new Date(firstDay.from.getTime() + 7 * 24 * 3600_000)
  const rows = await app.db
    .selectFrom('availability_slots')
    .select([...slotColumns, 'is_generated'])
    .where('expert_id', '=', caller.id)
    .where('start_time', '>=', firstDay.from)
    .where('start_time', '<', end)
    .where(({ or, eb }) => or([eb('is_active', '=', true), eb('is_booked', '=', true)]))
    .orderBy('start_time')
    .orderBy('id')
    .limit(limits.maxWeekSlots)
    .execute()
  const now = app.clock.now()
  return rows.map(row => ({ ...presentSlotTimes(row, now), is_generated: row.is_generated }))
}
