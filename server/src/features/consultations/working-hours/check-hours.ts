import { getDayRange } from '@kutu/time/days'
import { ApiError } from '../../../platform/http/api-error.ts'
import { type HoursRule, parseMinutes } from './generate-slots.ts'

/**
 * Reports all mistakes together, each with the position of the period or of the days off.
 * @throws ApiError validation_failed
 */
export function checkHours({ periods, days_off }: HoursRule, isKnownZone: boolean): void {
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
