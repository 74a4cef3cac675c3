import { maxRepeatWeeks } from '@kutu/contract/consultations/booking-actions'
import { addDays, toInstant, toLocalDateTime, toWireTime } from '../time/date-time-input.ts'
import { getUserTimeZone } from '../time/format-slot-time.ts'

/** Form values: both date-time inputs and the number of weeks as typed. */
export type SlotDraft = { start: string; end: string; isWeekly: boolean; weeks: string }
export const emptyDraft: SlotDraft = { start: '', end: '', isWeekly: false, weeks: '4' }

const countWeeks = ({ isWeekly, weeks }: SlotDraft): number => (isWeekly ? Number(weeks) : 1)

/** Returns the slots a draft would create; empty while a field is missing or the end is not after the start. */
export function previewSlots(draft: SlotDraft, timeZone = getUserTimeZone()): { start: Date; end: Date }[] {
  const weeks = countWeeks(draft)
  if (!Number.isInteger(weeks) || weeks < 1 || weeks > maxRepeatWeeks) return []
  const candidates = Array.from({ length: weeks }, (_, week) => ({
    start: toInstant(addDays(draft.start, 7 * week), timeZone),
    end: toInstant(addDays(draft.end, 7 * week), timeZone),
  }))
  return candidates.flatMap(({ start, end }) => (start && end && start < end ? [{ start, end }] : []))
}

/** Builds the request. Invalid values are passed on, because the server reports what is wrong. */
export const toCreateSlotsInput = (draft: SlotDraft, timeZone = getUserTimeZone()) => ({
  start_time: toWireTime(draft.start, timeZone),
  end_time: toWireTime(draft.end, timeZone),
  weeks: countWeeks(draft),
  time_zone: timeZone,
})

/** Returns the clashing weeks (zero-based) with their messages, parsed from fields such as `weeks.3`. */
export function parseClashes(errors: readonly { field: string; message: string }[]): Map<number, string> {
  const entries = errors.flatMap(({ field, message }) => {
    const week = /^weeks\.(\d+)$/.exec(field)?.[1]
    return week === undefined ? [] : [[Number(week) - 1, message] as const]
  })
  return new Map(entries)
}

/** Returns the local date-time that is `minutes` after `start`; empty for an invalid start. */
export function endAfter(start: string, minutes: number, timeZone = getUserTimeZone()): string {
  const startInstant = toInstant(start, timeZone)
  return startInstant ? toLocalDateTime(startInstant.getTime() + minutes * 60_000, timeZone) : ''
}
