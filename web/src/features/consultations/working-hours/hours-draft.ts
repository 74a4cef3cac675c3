import type { WorkingHours } from '@kutu/contract/consultations/working-hours'
import type { WorkingHoursBody } from './queries.ts'

/** Hours of one weekday while they are edited. `end` may be `00:00`, which is the end of the day. */
export type DraftPeriod = { key: number; weekday: number; start: string; end: string }
export type DraftDaysOff = { key: number; first_day: string; last_day: string }

/** Working hours while they are edited. Periods are in the order of the week, as they are sent. */
export type HoursDraft = {
  timeZone: string
  appointmentMinutes: number
  breakMinutes: number
  daysAhead: number
  periods: readonly DraftPeriod[]
  daysOff: readonly DraftDaysOff[]
}

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

const defaultTimes = { start: '09:00', end: '12:00' }
const [midnight, endOfDay] = ['00:00', '24:00']

let lastKey = 0
/** Keys tell rows apart while others are removed. */
const nextKey = () => ++lastKey

/** Before the first saving the draft is in the zone of the user. */
export function toDraft(hours: WorkingHours, userTimeZone: string): HoursDraft {
  return {
    timeZone: hours.saved_at === null ? userTimeZone : hours.time_zone,
    appointmentMinutes: hours.appointment_minutes,
    breakMinutes: hours.break_minutes,
    daysAhead: hours.days_ahead,
    periods: sortPeriods(
      hours.periods.map(({ weekday, start, end }) => ({
        key: nextKey(),
        weekday,
        start,
        end: end === endOfDay ? midnight : end,
      })),
    ),
    daysOff: hours.days_off.map(range => ({ key: nextKey(), ...range })),
  }
}

export const toRequest = (draft: HoursDraft): WorkingHoursBody => ({
  time_zone: draft.timeZone,
  appointment_minutes: draft.appointmentMinutes,
  break_minutes: draft.breakMinutes,
  days_ahead: draft.daysAhead,
  periods: draft.periods.map(({ weekday, start, end }) => ({ weekday, start, end: end === midnight ? endOfDay : end })),
  days_off: draft.daysOff.map(({ first_day, last_day }) => ({ first_day, last_day: last_day || first_day })),
})

/** Adds hours to a day: an hour after its last ones, or as on the nearest earlier day that has some. */
export function addPeriod(periods: readonly DraftPeriod[], weekday: number): DraftPeriod[] {
  const last = periods.findLast(period => period.weekday === weekday)
  const earlier = periods.findLast(period => period.weekday < weekday)
  const times = last ? { start: addHour(last.end), end: addHour(addHour(last.end)) } : (earlier ?? defaultTimes)
  return sortPeriods([...periods, { key: nextKey(), weekday, start: times.start, end: times.end }])
}

/** Gives all days the hours of one day. */
export const copyToAllDays = (periods: readonly DraftPeriod[], weekday: number): DraftPeriod[] =>
  weekdays.flatMap(day =>
    periods
      .filter(period => period.weekday === weekday)
      .map(period => (day === weekday ? period : { ...period, key: nextKey(), weekday: day })),
  )

export const addDaysOff = (daysOff: readonly DraftDaysOff[], today: string): DraftDaysOff[] => [
  ...daysOff,
  { key: nextKey(), first_day: today, last_day: today },
]

/** Keeps the order in which the hours of a day were entered, so that rows do not move while they are edited. */
const sortPeriods = (periods: readonly DraftPeriod[]): DraftPeriod[] =>
  [...periods].sort((a, b) => a.weekday - b.weekday)

/** An hour later, at most the end of the day. */
function addHour(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return time === midnight || hour >= 23
    ? midnight
    : `${String(hour + 1).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
