import { describe, expect, it } from 'vitest'
import { emptyDraft, endAfter, parseClashes, previewSlots, toCreateSlotsInput } from './slot-draft.ts'

const draft = { ...emptyDraft, start: '2027-03-18T09:00', end: '2027-03-18T10:00' }
const starts = (input: Parameters<typeof previewSlots>[0], zone: string) =>
  previewSlots(input, zone).map(({ start }) => start.toISOString().slice(0, 16))

describe('the slots of a draft', () => {
  it('are a single slot unless it is repeated', () => {
    expect(starts(draft, 'Africa/Nairobi')).toEqual(['2027-03-18T06:00'])
  })

  it('start at the same local time every week, also across daylight-saving changes', () => {
    const weekly = { ...draft, isWeekly: true, weeks: '3' }
    expect(starts(weekly, 'Africa/Nairobi')).toEqual(['2027-03-18T06:00', '2027-03-25T06:00', '2027-04-01T06:00'])
    expect(starts(weekly, 'Europe/Berlin')).toEqual(['2027-03-18T08:00', '2027-03-25T08:00', '2027-04-01T07:00'])
  })

  it('are empty while an end is missing or not after its start, or the number of weeks is invalid', () => {
    for (const invalid of [{ end: '' }, { end: '2027-03-18T09:00' }, { start: '' }])
      expect(previewSlots({ ...draft, ...invalid }, 'Africa/Nairobi')).toEqual([])
    for (const weeks of ['', '0', '-1', '2.5', '27', 'many'])
      expect(previewSlots({ ...draft, isWeekly: true, weeks }, 'Africa/Nairobi')).toEqual([])
  })

  it('are sent as typed, also when invalid, because the server validates them', () => {
    expect(toCreateSlotsInput({ ...draft, end: '' }, 'Africa/Nairobi')).toEqual({
      start_time: '2027-03-18 09:00:00+03:00',
      end_time: '',
      weeks: 1,
      time_zone: 'Africa/Nairobi',
    })
    expect(toCreateSlotsInput({ ...draft, isWeekly: true, weeks: '4' }, 'Europe/Berlin')).toMatchObject({
      start_time: '2027-03-18 09:00:00+01:00',
      weeks: 4,
      time_zone: 'Europe/Berlin',
    })
  })

  it('are as many appointments as fit into each week, from its start', () => {
    const divided = { ...draft, end: '2027-03-18T10:10', isWeekly: true, weeks: '2', appointmentMinutes: 30 }
    expect(starts(divided, 'Africa/Nairobi')).toEqual([
      '2027-03-18T06:00',
      '2027-03-18T06:30',
      '2027-03-25T06:00',
      '2027-03-25T06:30',
    ])
    expect(previewSlots(divided, 'Africa/Nairobi').at(-1)?.end.toISOString()).toBe('2027-03-25T07:00:00.000Z')
    expect(previewSlots({ ...divided, appointmentMinutes: 90 }, 'Africa/Nairobi')).toEqual([])
    expect(previewSlots({ ...divided, end: '2027-04-18T09:00', appointmentMinutes: 15 }, 'Africa/Nairobi')).toEqual([])
    expect(toCreateSlotsInput(divided, 'Africa/Nairobi')).toMatchObject({ weeks: 2, appointment_minutes: 30 })
  })

  it('end the chosen time after their start, also past midnight', () => {
    expect(endAfter('2026-11-24T14:00', 30, 'Africa/Nairobi')).toBe('2026-11-24T14:30')
    expect(endAfter('2026-11-24T23:30', 60, 'Africa/Nairobi')).toBe('2026-11-25T00:30')
    expect(endAfter('', 60, 'Africa/Nairobi')).toBe('')
  })
})

describe('a response with conflicts', () => {
  it('maps weeks to their conflict messages', () => {
    const errors = [
      { field: 'weeks.1', message: 'Overlaps 09:30.' },
      { field: 'weeks.3', message: 'Overlaps 08:00.' },
      { field: 'appointments.5', message: 'Overlaps 07:00.' },
      { field: 'start_time', message: 'Past.' },
    ]
    expect([...parseClashes(errors)]).toEqual([
      [0, 'Overlaps 09:30.'],
      [2, 'Overlaps 08:00.'],
      [4, 'Overlaps 07:00.'],
    ])
  })
})
