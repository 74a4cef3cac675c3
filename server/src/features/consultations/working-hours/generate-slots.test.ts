import type { WorkingPeriod } from '@kutu/contract/consultations/working-hours'
import { getDayRange } from '@kutu/time/days'
import { getUtcOffset, toWallClock } from '@kutu/time/time-zone'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateSlots, type HoursRule, parseMinutes } from './generate-slots.ts'
import { type ExistingSlot, planSlots } from './plan-slots.ts'

const [minute, hour, day] = [60_000, 3600_000, 24 * 3600_000]
const max = 10_000

/** Zones with changes at midnight, by half an hour, at unusual offsets, and without changes. */
const zone = fc.constantFrom(
  ...['Africa/Kampala', 'Africa/Cairo', 'Europe/Berlin', 'America/New_York', 'America/Havana', 'Asia/Beirut'],
  ...['Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', 'Africa/Casablanca', 'Pacific/Chatham'],
)

const formatTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Periods of one weekday do not overlap: they lie between successive times. */
const periodsOfDay = (weekday: number) =>
  fc
    .uniqueArray(fc.integer({ min: 0, max: 96 }), { maxLength: 6 })
    .map(quarters => quarters.toSorted((a, b) => a - b))
    .map(quarters =>
      quarters.flatMap((from, index): WorkingPeriod[] => {
        const to = quarters[index + 1]
        if (index % 2 === 1 || to === undefined) return []
        return [{ weekday, start: formatTime(from * 15), end: formatTime(to * 15) }]
      }),
    )

const periods = fc.tuple(...[1, 2, 3, 4, 5, 6, 7].map(periodsOfDay)).map(days => days.flat())
/** In all seasons, so that many runs contain a change of the clocks. */
const now = fc.date({ min: new Date('2026-01-01'), max: new Date('2029-01-01'), noInvalidDate: true })

const rule: fc.Arbitrary<{ hours: HoursRule; from: Date }> = fc
  .record({
    time_zone: zone,
    appointment_minutes: fc.integer({ min: 15, max: 240 }),
    break_minutes: fc.integer({ min: 0, max: 120 }),
    days_ahead: fc.integer({ min: 1, max: 21 }),
    periods,
    offDays: fc.array(fc.tuple(fc.integer({ min: -2, max: 25 }), fc.integer({ min: 0, max: 5 })), { maxLength: 3 }),
    from: now,
  })
  .map(({ offDays, from, ...hours }) => ({
    from,
    hours: {
      ...hours,
      days_off: offDays.map(([first, length]) => ({
        first_day: localDay(new Date(from.getTime() + first * day), hours.time_zone),
        last_day: localDay(new Date(from.getTime() + (first + length) * day), hours.time_zone),
      })),
    },
  }))

const localDay = (instant: Date, timeZone: string) =>
  new Date(toWallClock(instant.getTime(), timeZone)).toISOString().slice(0, 10)

const check = (property: (hours: HoursRule, from: Date) => void) =>
  fc.assert(
    fc.property(rule, ({ hours, from }) => property(hours, from)),
    { numRuns: 300 },
  )

describe('slots generated from working hours, in any time zone and season', () => {
  it('have the length of an appointment, begin after now, and do not overlap', () => {
    check((hours, from) => {
      let end = from.getTime()
      for (const slot of generateSlots(hours, from, max)) {
        expect(slot.start.getTime()).toBeGreaterThanOrEqual(end)
        expect(slot.start.getTime()).toBeGreaterThan(from.getTime())
        expect(slot.end.getTime() - slot.start.getTime()).toBe(hours.appointment_minutes * minute)
        end = slot.end.getTime()
      }
    })
  })

  it('are on no day off and at most the chosen number of days ahead', () => {
    check((hours, from) => {
      const lastDay = localDay(new Date(Date.parse(localDay(from, hours.time_zone)) + hours.days_ahead * day), 'UTC')
      for (const { start } of generateSlots(hours, from, max)) {
        const slotDay = localDay(start, hours.time_zone)
        expect(slotDay <= lastDay).toBe(true)
        expect(hours.days_off.filter(off => off.first_day <= slotDay && slotDay <= off.last_day)).toEqual([])
      }
    })
  })

  it('are within the local hours of their weekday, wherever the clocks do not change', () => {
    check((hours, from) => {
      for (const { start, end } of generateSlots(hours, from, max)) {
        if (changesClocks(start, hours.time_zone)) continue
        const wallStart = toWallClock(start.getTime(), hours.time_zone)
        const midnight = Math.floor(wallStart / day) * day
        const [first, last] = [wallStart, toWallClock(end.getTime(), hours.time_zone)].map(
          at => (at - midnight) / minute,
        )
        const weekday = new Date(midnight).getUTCDay() || 7
        const within = hours.periods.filter(
          period =>
            period.weekday === weekday &&
            parseMinutes(period.start) <= (first ?? 0) &&
            (last ?? 0) <= parseMinutes(period.end),
        )
        expect(within).toHaveLength(1)
      }
    })
  })

  it('fill each period: as many as fit with the breaks', () => {
    check((hours, from) => {
      const slots = generateSlots(hours, from, max)
      const { appointment_minutes: length, break_minutes: pause } = hours
      const tomorrow = localDay(new Date(Date.parse(localDay(from, hours.time_zone)) + day), 'UTC')
      const range = getDayRange(tomorrow, hours.time_zone)
      if (!range || changesClocks(range.from, hours.time_zone)) return
      const isOff = hours.days_off.some(off => off.first_day <= tomorrow && tomorrow <= off.last_day)
      const expected = hours.periods
        .filter(({ weekday }) => weekday === (new Date(tomorrow).getUTCDay() || 7))
        .map(({ start, end }) => Math.floor((parseMinutes(end) - parseMinutes(start) + pause) / (length + pause)))
        .reduce((sum, count) => sum + count, 0)
      const found = slots.filter(({ start }) => localDay(start, hours.time_zone) === tomorrow)
      expect(found).toHaveLength(isOff ? 0 : expected)
    })
  })

  it('are the same when generated later, except those that have begun and new days', () => {
    check((hours, from) => {
      const later = new Date(from.getTime() + 6 * hour)
      // Hours that the clocks skip may run into the next ones, and what they take depends on what has begun.
      if (changesClocks(later, hours.time_zone)) return
      const before = generateSlots(hours, from, max).filter(({ start }) => start > later)
      const after = generateSlots(hours, later, max)
      expect(after.slice(0, before.length)).toEqual(before)
    })
  })
})

/** Returns true if the offset changes within a day of the instant. */
const changesClocks = (at: Date, timeZone: string): boolean =>
  new Set([-1, -0.5, 0, 0.5, 1, 1.5, 2].map(days => getUtcOffset(at.getTime() + days * day, timeZone))).size > 1

describe('slots on the days when clocks change', () => {
  const berlin = { time_zone: 'Europe/Berlin', appointment_minutes: 60, break_minutes: 0, days_ahead: 1, days_off: [] }
  const sunday = (start: string, end: string) => [{ weekday: 7, start, end }]
  const starts = (from: string, hours: WorkingPeriod[]) =>
    generateSlots({ ...berlin, periods: hours }, new Date(from), max).map(({ start }) => start.toISOString())

  it('skip the hour that does not exist', () => {
    expect(starts('2027-03-27T12:00:00Z', sunday('01:00', '04:00'))).toEqual([
      '2027-03-28T00:00:00.000Z',
      '2027-03-28T01:00:00.000Z',
    ])
  })

  it('contain the hour that occurs twice', () => {
    expect(starts('2027-10-30T12:00:00Z', sunday('01:00', '04:00'))).toEqual([
      '2027-10-30T23:00:00.000Z',
      '2027-10-31T00:00:00.000Z',
      '2027-10-31T01:00:00.000Z',
      '2027-10-31T02:00:00.000Z',
    ])
  })
})

describe('a plan for the slots that exist', () => {
  const existing = fc
    .record({
      first: fc.integer({ min: -200, max: 2000 }),
      length: fc.integer({ min: 1, max: 24 }),
      kind: fc.constantFrom('manual', 'generated', 'booked', 'deactivated'),
    })
    .map(({ first, length, kind }) => ({ first, length, kind }))

  it('makes active slots that never overlap, keeps booked and own ones, and is complete at once', () => {
    fc.assert(
      fc.property(rule, fc.array(existing, { maxLength: 40 }), ({ hours, from }, candidates) => {
        const wanted = generateSlots(hours, from, max)
        const slots = placeSlots(candidates, from)
        const plan = planSlots(wanted, slots, from)
        const kept = slots.filter(slot => slot.is_active && !plan.close.includes(slot))
        const added = plan.add.map((range, index) => toSlot(`new ${index}`, range.start, range.end, 'generated'))
        const active = [...kept, ...added].toSorted((a, b) => a.start_time.getTime() - b.start_time.getTime())
        for (const [index, slot] of active.entries())
          expect(slot.start_time.getTime()).toBeGreaterThanOrEqual(active[index - 1]?.end_time.getTime() ?? 0)
        expect(plan.close.filter(slot => slot.is_booked || !slot.is_generated)).toEqual([])
        const deactivated = slots.filter(({ is_active }) => !is_active)
        for (const { start, end } of plan.add)
          expect(deactivated.filter(slot => slot.start_time < end && slot.end_time > start)).toEqual([])
        for (const { start, end, slot } of plan.clashes)
          expect([slot.start_time < end, slot.end_time > start, slot.is_active]).toEqual([true, true, true])
        const next = planSlots(wanted, [...active, ...deactivated], from)
        expect([next.add, next.close]).toEqual([[], []])
      }),
      { numRuns: 300 },
    )
  })

  type Candidate = { first: number; length: number; kind: string }

  /** Active slots do not overlap; deactivated ones may lie anywhere. Times are quarters of an hour. */
  function placeSlots(candidates: readonly Candidate[], from: Date): ExistingSlot[] {
    let freeFrom = Number.NEGATIVE_INFINITY
    const slots: ExistingSlot[] = []
    const origin = Math.floor(from.getTime() / (15 * minute)) * 15 * minute
    for (const [index, { first, length, kind }] of candidates.toSorted((a, b) => a.first - b.first).entries()) {
      const [start, end] = [origin + first * 15 * minute, origin + (first + length) * 15 * minute]
      if (end <= from.getTime() || (kind !== 'deactivated' && start < freeFrom)) continue
      if (kind !== 'deactivated') freeFrom = end
      slots.push(toSlot(`old ${index}`, new Date(start), new Date(end), kind))
    }
    return slots
  }

  const toSlot = (id: string, start_time: Date, end_time: Date, kind: string): ExistingSlot => ({
    id,
    start_time,
    end_time,
    is_active: kind !== 'deactivated',
    is_booked: kind === 'booked',
    is_generated: kind !== 'manual',
  })
})
