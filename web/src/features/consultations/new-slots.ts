import { mostWeeks } from '@kutu/contract/booking-moves'
import { daysLater, instantOf, wallOf, wireTime } from './date-time-input.ts'
import { readerZone } from './slot-time.ts'

/** What stands in the form: the two date-time inputs, and the weeks as they were typed. */
export type SlotDraft = { start: string; end: string; isWeekly: boolean; weeks: string }
export const emptyDraft: SlotDraft = { start: '', end: '', isWeekly: false, weeks: '4' }

const wanted = ({ isWeekly, weeks }: SlotDraft): number => (isWeekly ? Number(weeks) : 1)

/** The slots of a draft as they will be created; none as long as something is missing or its end is not after its start. */
export function previewOf(draft: SlotDraft, timeZone = readerZone()): { start: Date; end: Date }[] {
  const weeks = wanted(draft)
  if (!Number.isInteger(weeks) || weeks < 1 || weeks > mostWeeks) return []
  const all = Array.from({ length: weeks }, (_, week) => ({
    start: instantOf(daysLater(draft.start, 7 * week), timeZone),
    end: instantOf(daysLater(draft.end, 7 * week), timeZone),
  }))
  return all.flatMap(({ start, end }) => (start && end && start < end ? [{ start, end }] : []))
}

/** What is sent: the server has the last word on what is missing or wrong. */
export const slotsToSend = (draft: SlotDraft, timeZone = readerZone()) => ({
  start_time: wireTime(draft.start, timeZone),
  end_time: wireTime(draft.end, timeZone),
  weeks: wanted(draft),
  time_zone: timeZone,
})

/** The numbers of the weeks, from 0, that a refusal names as clashing, as in `weeks.3` for the third. */
export function clashesIn(errors: readonly { field: string; message: string }[]): Map<number, string> {
  const named = errors.flatMap(({ field, message }) => {
    const week = /^weeks\.(\d+)$/.exec(field)?.[1]
    return week === undefined ? [] : [[Number(week) - 1, message] as const]
  })
  return new Map(named)
}

/** The end that makes a slot so many minutes long, as an input holds it. */
export function endAfter(start: string, minutes: number, timeZone = readerZone()): string {
  const from = instantOf(start, timeZone)
  return from ? wallOf(from.getTime() + minutes * 60_000, timeZone) : ''
}
