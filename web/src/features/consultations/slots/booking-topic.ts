import type { Meeting, Slot } from '@kutu/contract/consultations/consultations'
import type { SlotRef } from '../../../api/outbox/outbox-write.ts'
import type { BookingInput } from '../shared/farmer-queries.ts'

/** The topic of a booking, besides its slot; every part is optional. */
export type BookingTopic = Omit<BookingInput, 'slot_id'>

/** The fields of the dialog. `showsLeaf`: the expert may see the leaf that the farmer came from. */
export type TopicForm = { question: string; meeting: Meeting; place: string; showsLeaf: boolean }

export const emptyTopicForm: TopicForm = { question: '', meeting: 'call', place: '', showsLeaf: true }

/** Returns the fields to send: empty ones are left out, and the place counts for a visit only. */
export function toBookingTopic(
  { question, meeting, place, showsLeaf }: TopicForm,
  analysisId: string | null,
): BookingTopic {
  return {
    meeting,
    ...(question.trim() && { question: question.trim() }),
    ...(meeting === 'visit' && place.trim() && { place: place.trim() }),
    ...(showsLeaf && analysisId !== null && { analysis: analysisId }),
  }
}

/** Returns the fields of a dialog that shows a topic. */
export const toTopicForm = ({ question, meeting, place, analysis }: BookingTopic): TopicForm => ({
  question: question ?? '',
  meeting: meeting ?? emptyTopicForm.meeting,
  place: place ?? '',
  showsLeaf: analysis !== undefined,
})

/** Returns what the outbox keeps of a slot. */
export const toSlotRef = ({ id, start_time, end_time, expert }: Slot): SlotRef => ({
  id,
  start_time,
  end_time,
  expert: { id: expert.id, username: expert.user.username },
})
