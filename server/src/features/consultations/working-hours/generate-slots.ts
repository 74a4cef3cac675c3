import type { DaysOff, WorkingPeriod } from '@kutu/contract/consultations/working-hours'
import { toNearestInstant, toWallClock } from '@kutu/time/time-zone'
import type { TimeRange } from '../slots/slots.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export type HoursRule = {
  time_zone: string
  /** Length of every slot. */
  appointment_minutes: number
  /** Time between two slots of a period. */
  break_minutes: number
  /** Number of days after today that have slots. */
  days_ahead: number
  periods: WorkingPeriod[]
  days_off: DaysOff[]
}

/**
 * Returns the slots that working hours make from `now` on, in ascending order, at most `max`. Each has exactly the length
 * of an appointment and lies within a period of its local day. Periods begin and end at local times; within a period
 * time passes evenly, so a period in which the clocks change has more or fewer slots. No two slots overlap.
 */
export function generateSlots(rule: HoursRule, now: Date, max: number): TimeRange[] {
  const slots: TimeRange[] = []
  const [length, pause] = [rule.appointment_minutes * minuteMs, rule.break_minutes * minuteMs]
  let freeFrom = now.getTime() + 1
  for (const { start, end } of listPeriods(rule, now)) {
    // A start or an end that the clocks skip moves forward, possibly into the next period.
    for (let at = start; at + length <= end; at += length + pause) {
      if (at < freeFrom) continue
      if (slots.length === max) return slots
      slots.push({ start: new Date(at), end: new Date(at + length) })
      freeFrom = at + length
    }
  }
  return slots
}

/** Returns the periods from today to the last day as instants, in order of their start. */
function listPeriods({ time_zone, days_ahead, periods, days_off }: HoursRule, now: Date) {
  const today = Math.floor(toWallClock(now.getTime(), time_zone) / dayMs) * dayMs
  return Array.from({ length: days_ahead + 1 }, (_, index) => today + index * dayMs)
    .filter(midnight => !days_off.some(range => isWithin(range, formatDay(midnight))))
    .flatMap(midnight =>
      periods
        .filter(({ weekday }) => weekday === getWeekday(midnight))
        .map(({ start, end }) => ({
          start: toNearestInstant(midnight + parseMinutes(start) * minuteMs, time_zone),
          end: toNearestInstant(midnight + parseMinutes(end) * minuteMs, time_zone),
        })),
    )
    .sort((a, b) => a.start - b.start)
}

const isWithin = ({ first_day, last_day }: DaysOff, day: string) => first_day <= day && day <= last_day
const formatDay = (midnight: number): string => new Date(midnight).toISOString().slice(0, 10)
/** ISO 8601: 1 is Monday, 7 is Sunday. */
const getWeekday = (midnight: number): number => new Date(midnight).getUTCDay() || 7

/** Returns the minutes since midnight of `HH:MM`. */
export function parseMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
