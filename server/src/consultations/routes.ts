import { consultations } from '@kutu/contract/consultations'
import { refuse } from '../http/errors.ts'
import { handlers } from '../http/handlers.ts'

const soon = async (): Promise<never> => {
  throw refuse('not_ready')
}

export const consultationsFeature = handlers(consultations)({
  createSlot: soon,
  repeatSlot: soon,
  listMySlots: soon,
  endSlot: soon,
  listSlots: soon,
  listSlotFilters: soon,
  showSlot: soon,
  bookSlot: soon,
  listMyBookings: soon,
  showBooking: soon,
  withdrawBooking: soon,
  cancelBooking: soon,
  showCalendar: soon,
  listBookings: soon,
  answerBooking: soon,
})
