import { maxRepeatWeeks } from '@kutu/contract/consultations/booking-actions'
import { addDays, toInstant, toLocalDateTime, toWireTime } from '../time/date-time-input.ts'
import { getUserTimeZone } from '../time/format-slot-time.ts'

/** What stands in the form: the two date-time inputs, and the weeks as they were typed. */
export type SlotDraft = { start: string; end: string; isWeekly: boolean; weeks: string }
export const emptyDraft: SlotDraft = { start: '', end: '', isWeekly: false, weeks: '4' }

const countWeeks = ({ isWeekly, weeks }: SlotDraft): number => (isWeekly ? Number(weeks) : 1)

/** The slots of a draft as they will be created; none as long as something is missing or its end is not after its start. */
export function previewSlots(draft: SlotDraft, timeZone = getUserTimeZone()): { start: Date; end: Date }[] {
  const weeks = countWeeks(draft)
  if (!Number.isInteger(weeks) || weeks < 1 || weeks > maxRepeatWeeks) return []
  const candidates = Array.from({ length: weeks }, (_, week) => ({
    start: toInstant(addDays(draft.start, 7 * week), timeZone),
    end: toInstant(addDays(draft.end, 7 * week), timeZone),
  }))
  return candidates.flatMap(({ start, end }) => (start && end && start < end ? [{ start, end }] : []))
}

/** What is sent: the server has the last word on what is missing or wrong. */
export const toCreateSlotsInput = (draft: SlotDraft, timeZone = getUserTimeZone()) => ({
  start_time: toWireTime(draft.start, timeZone),
  end_time: toWireTime(draft.end, timeZone),
  weeks: countWeeks(draft),
  time_zone: timeZone,
})

/** The numbers of the weeks, from 0, that a refusal names as clashing, as in `weeks.3` for the third. */
export function parseClashes(errors: readonly { field: string; message: string }[]): Map<number, string> {
  const entries = errors.flatMap(({ field, message }) => {
    const week = /^weeks\.(\d+)$/.exec(field)?.[1]
    return week === undefined ? [] : [[Number(week) - 1, message] as const]
  })
  return new Map(entries)
}

/** The end that makes a slot so many minutes long, as an input holds it. */
export function endAfter(start: string, minutes: number, timeZone = getUserTimeZone()): string {
  const startInstant = toInstant(start, timeZone)
  return startInstant ? toLocalDateTime(startInstant.getTime() + minutes * 60_000, timeZone) : ''
}
