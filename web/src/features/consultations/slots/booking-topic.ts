import type { Meeting, Slot } from '@kutu/contract/consultations/consultations'
import type { AnalysisRef, SlotRef } from '../../../api/outbox/outbox-item.ts'
import type { BookingInput } from '../shared/farmer-queries.ts'

/** The topic of a booking, besides its slot; every part is optional. */
export type BookingTopic = Omit<BookingInput, 'slot_id'>

/** The fields of the dialog. `showsLeaf`: the expert may see the leaf that the farmer came from. */
export type TopicForm = { question: string; meeting: Meeting; place: string; showsLeaf: boolean }

export const emptyTopicForm: TopicForm = { question: '', meeting: 'call', place: '', showsLeaf: true }

/** Returns the fields to send: empty ones are left out, and the place counts for a visit only. */
export function toBookingTopic(
  { question, meeting, place, showsLeaf }: TopicForm,
  leaf: AnalysisRef | null,
): BookingTopic {
  return {
    meeting,
    ...(question.trim() && { question: question.trim() }),
    ...(meeting === 'visit' && place.trim() && { place: place.trim() }),
    ...(showsLeaf && leaf !== null && 'id' in leaf && { analysis: leaf.id }),
  }
}

/** Returns the leaf that a booking waits for: one that is to be shown and has no analysis yet. */
export const toAwaitedLeaf = ({ showsLeaf }: TopicForm, leaf: AnalysisRef | null): { analysis?: AnalysisRef } =>
  showsLeaf && leaf !== null && 'itemKey' in leaf ? { analysis: leaf } : {}

/** Returns the leaf of a page's address: an analysis, or a photo that had none when the farmer left its answer. */
export function parseLeaf(params: URLSearchParams): AnalysisRef | null {
  const [id, itemKey] = [params.get('analysis'), params.get('photo')]
  if (id) return { id }
  return itemKey ? { itemKey } : null
}

/** Returns the part of an address that `parseLeaf` reads. */
export function toLeafSearch(leaf: AnalysisRef | null): string {
  if (leaf === null) return ''
  return 'id' in leaf ? `?analysis=${leaf.id}` : `?photo=${leaf.itemKey}`
}

/** Returns the fields of a dialog that shows a topic, with a leaf that waits or without one. */
export const toTopicForm = (
  { question, meeting, place, analysis }: BookingTopic,
  isLeafAwaited: boolean,
): TopicForm => ({
  question: question ?? '',
  meeting: meeting ?? emptyTopicForm.meeting,
  place: place ?? '',
  showsLeaf: analysis !== undefined || isLeafAwaited,
})

/** Returns what the outbox keeps of a slot. */
export const toSlotRef = ({ id, start_time, end_time, expert }: Slot): SlotRef => ({
  id,
  start_time,
  end_time,
  expert: { id: expert.id, username: expert.user.username },
})
