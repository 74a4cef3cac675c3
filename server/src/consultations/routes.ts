import { consultations } from '@kutu/contract/consultations'
import { handlers } from '../http/handlers.ts'
import { answerBooking, cancelBooking, withdrawBooking } from './appointments.ts'
import { listBookingsOf, showBooking } from './booking-lists.ts'
import { bookSlot } from './bookings.ts'
import { showCalendar } from './show-calendar.ts'
import { listMySlots, listSlotFilters, listSlots } from './slot-lists.ts'
import { createSlot, endSlot, showSlot } from './slots.ts'
import { repeatSlot } from './weekly-slots.ts'

export const consultationsFeature = handlers(consultations)({
  createSlot: (app, { caller, body }) => createSlot(app, caller, body),
  repeatSlot: (app, { caller, body }) => repeatSlot(app, caller, body),
  listMySlots: (app, { caller, query, address }) => listMySlots(app, caller, query, address),
  endSlot: (app, { caller, params }) => endSlot(app, caller, params.id),
  listSlots: (app, { query, address }) => listSlots(app, query, address),
  listSlotFilters: app => listSlotFilters(app),
  showSlot: (app, { caller, params }) => showSlot(app, caller, params.id),
  bookSlot: (app, { caller, body }) => bookSlot(app, caller, body.slot_id),
  listMyBookings: (app, { caller, query, address }) => listBookingsOf(app, 'farmer', caller, query, address),
  showBooking: (app, { caller, params }) => showBooking(app, caller, params.id),
  withdrawBooking: (app, { caller, params }) => withdrawBooking(app, caller, params.id),
  cancelBooking: (app, { caller, params, body }) => cancelBooking(app, caller, params.id, body.reason),
  showCalendar: (app, { caller, params, language }) => showCalendar(app, caller, params.id, language),
  listBookings: (app, { caller, query, address }) => listBookingsOf(app, 'expert', caller, query, address),
  answerBooking: (app, { caller, body }) => answerBooking(app, caller, body),
})
