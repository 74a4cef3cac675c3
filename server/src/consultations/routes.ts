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
  createSlot: (app, { caller, body, address }) => createSlot(app, caller, body, address.origin),
  repeatSlot: (app, { caller, body, address }) => repeatSlot(app, caller, body, address.origin),
  listMySlots: (app, { caller, query, address }) => listMySlots(app, caller, query, address),
  endSlot: (app, { caller, params, address }) => endSlot(app, caller, params.id, address.origin),
  listSlots: (app, { query, address }) => listSlots(app, query, address),
  listSlotFilters: app => listSlotFilters(app),
  showSlot: (app, { caller, params, address }) => showSlot(app, caller, params.id, address.origin),
  bookSlot: (app, { caller, body, address }) => bookSlot(app, caller, body.slot_id, address.origin),
  listMyBookings: (app, { caller, query, address }) => listBookingsOf(app, 'farmer', caller, query, address),
  showBooking: (app, { caller, params, address }) => showBooking(app, caller, params.id, address.origin),
  withdrawBooking: (app, { caller, params }) => withdrawBooking(app, caller, params.id),
  cancelBooking: (app, { caller, params, body, address }) =>
    cancelBooking(app, caller, params.id, { reason: body.reason, origin: address.origin }),
  showCalendar: (app, { caller, params, language }) => showCalendar(app, caller, params.id, language),
  listBookings: (app, { caller, query, address }) => listBookingsOf(app, 'expert', caller, query, address),
  answerBooking: (app, { caller, body, address }) => answerBooking(app, caller, body, address.origin),
})
