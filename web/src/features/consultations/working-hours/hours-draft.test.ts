import type { WorkingHours } from '@kutu/contract/consultations/working-hours'
import { describe, expect, it } from 'vitest'
import { addPeriod, toDraft, toRequest } from './hours-draft.ts'

const hours: WorkingHours = {
  time_zone: 'Africa/Nairobi',
  appointment_minutes: 30,
  break_minutes: 10,
  days_ahead: 14,
  periods: [
    { weekday: 5, start: '20:00', end: '24:00' },
    { weekday: 1, start: '09:00', end: '12:00' },
  ],
  days_off: [{ first_day: '2026-12-24', last_day: '2026-12-26' }],
  saved_at: '2026-11-20T07:00:00.000Z',
  clashes: [],
  clash_count: 0,
}

describe('a draft of working hours', () => {
  it('is sent as it was saved, in the order of the week', () => {
    const { saved_at: _, clashes: __, clash_count: ___, ...saved } = hours
    const request = toRequest(toDraft(hours, 'Europe/Berlin'))
    expect(request).toEqual({ ...saved, periods: [hours.periods[1], hours.periods[0]] })
  })

  it('shows the end of the day as 00:00', () => {
    expect(toDraft(hours, 'Europe/Berlin').periods.map(({ end }) => end)).toEqual(['12:00', '00:00'])
  })

  it('is in the zone of the user until it is saved for the first time', () => {
    expect(toDraft({ ...hours, saved_at: null }, 'Europe/Berlin').timeZone).toBe('Europe/Berlin')
    expect(toDraft(hours, 'Europe/Berlin').timeZone).toBe('Africa/Nairobi')
  })
})

describe('new hours of a day', () => {
  const { periods } = toDraft(hours, 'Africa/Nairobi')
  const getTimes = (weekday: number, before = periods) =>
    addPeriod(before, weekday)
      .filter(period => period.weekday === weekday)
      .map(({ start, end }) => `${start}–${end}`)

  it('are those of the nearest earlier day, or the morning', () => {
    expect(getTimes(3)).toEqual(['09:00–12:00'])
    expect(getTimes(7)).toEqual(['20:00–00:00'])
    expect(getTimes(1, [])).toEqual(['09:00–12:00'])
  })

  it('begin an hour after the last ones of the same day', () => {
    expect(getTimes(1)).toEqual(['09:00–12:00', '13:00–14:00'])
  })
})
