import { maxRepeatWeeks, maxSlotsAtOnce } from '@kutu/contract/consultations/booking-actions'
import { addDays, toInstant, toLocalDateTime, toWireTime } from '../time/date-time-input.ts'
import { getUserTimeZone } from '../time/format-slot-time.ts'

/**
 * Form values: both date-time inputs and the number of weeks as typed, and the length of the appointments into which the
 * time is divided, if it is.
 */
export type SlotDraft = {
  start: string
  end: string
  isWeekly: boolean
  weeks: string
  appointmentMinutes: number | null
}
export const emptyDraft: SlotDraft = { start: '', end: '', isWeekly: false, weeks: '4', appointmentMinutes: null }

type Time = { start: Date; end: Date }

const countWeeks = ({ isWeekly, weeks }: SlotDraft): number => (isWeekly ? Number(weeks) : 1)

/**
 * Returns the slots a draft would create; empty while a field is missing, the end is not after the start, or the server
 * would reject their number.
 */
export function previewSlots(draft: SlotDraft, timeZone = getUserTimeZone()): Time[] {
  const weeks = countWeeks(draft)
  if (!Number.isInteger(weeks) || weeks < 1 || weeks > maxRepeatWeeks) return []
  const candidates = Array.from({ length: weeks }, (_, week) => ({
    start: toInstant(addDays(draft.start, 7 * week), timeZone),
    end: toInstant(addDays(draft.end, 7 * week), timeZone),
  }))
  const times = candidates.flatMap(({ start, end }) => (start && end && start < end ? [{ start, end }] : []))
  const { appointmentMinutes } = draft
  if (appointmentMinutes === null) return times
  const lengthMs = appointmentMinutes * 60_000
  const count = times.reduce((sum, time) => sum + countParts(time, lengthMs), 0)
  return count > maxSlotsAtOnce ? [] : times.flatMap(time => divide(time, lengthMs))
}

const countParts = ({ start, end }: Time, lengthMs: number): number =>
  Math.floor((end.getTime() - start.getTime()) / lengthMs)

/** Divides a stretch of time from its start as the server does; a shorter rest is left out. */
const divide = (time: Time, lengthMs: number): Time[] =>
  Array.from({ length: countParts(time, lengthMs) }, (_, i) => ({
    start: new Date(time.start.getTime() + i * lengthMs),
    end: new Date(time.start.getTime() + (i + 1) * lengthMs),
  }))

/** Builds the request. Invalid values are passed on, because the server reports what is wrong. */
export const toCreateSlotsInput = (draft: SlotDraft, timeZone = getUserTimeZone()) => ({
  start_time: toWireTime(draft.start, timeZone),
  end_time: toWireTime(draft.end, timeZone),
  weeks: countWeeks(draft),
  time_zone: timeZone,
  ...(draft.appointmentMinutes === null ? {} : { appointment_minutes: draft.appointmentMinutes }),
})

/**
 * Returns the positions of the clashing slots in the preview with their messages, parsed from fields such as `weeks.3` or
 * `appointments.3`.
 */
export function parseClashes(errors: readonly { field: string; message: string }[]): Map<number, string> {
  const entries = errors.flatMap(({ field, message }) => {
    const position = /^(?:weeks|appointments)\.(\d+)$/.exec(field)?.[1]
    return position === undefined ? [] : [[Number(position) - 1, message] as const]
  })
  return new Map(entries)
}

/** Returns the local date-time that is `minutes` after `start`; empty for an invalid start. */
export function endAfter(start: string, minutes: number, timeZone = getUserTimeZone()): string {
  const startInstant = toInstant(start, timeZone)
  return startInstant ? toLocalDateTime(startInstant.getTime() + minutes * 60_000, timeZone) : ''
}
