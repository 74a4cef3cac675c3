import { consultations } from '@kutu/contract/consultations/consultations'
import { workingHourEndpoints } from '@kutu/contract/consultations/working-hours'
import { implementContract } from '../../platform/http/handlers.ts'
import { answerBooking, cancelBooking, withdrawBooking } from './bookings/appointments.ts'
import { listBookings, showBooking } from './bookings/booking-lists.ts'
import { bookSlot } from './bookings/bookings.ts'
import { showCalendar } from './calendar/show-calendar.ts'
import { rateAppointment, recordOutcome } from './outcomes/record-outcome.ts'
import { listMySlots, listSlotFilters, listSlots, showExpert } from './slots/slot-lists.ts'
import { createSlot, endSlot, showSlot } from './slots/slots.ts'
import { saveWorkingHours, showWorkingHours } from './working-hours/working-hours.ts'

export const consultationsFeature = implementContract(consultations)({
  createSlot: (app, { db, caller, body, url }) => createSlot(db, app, caller, body, url.origin),
  listMySlots: (app, { caller, query, url }) => listMySlots(app, caller, query, url),
  endSlot: (app, { caller, params, body, url }) => endSlot(app, caller, params.id, { ...body, origin: url.origin }),
  listSlots: (app, { query, url }) => listSlots(app, query, url),
  listSlotFilters: app => listSlotFilters(app),
  showSlot: (app, { caller, params, url }) => showSlot(app, caller, params.id, url.origin),
  showExpert: (app, { caller, params, url }) => showExpert(app, caller, params.id, url.origin),
  bookSlot: (app, { db, caller, body: { slot_id: slotId, ...request }, url }) =>
    bookSlot(db, app, caller, { slotId, request, origin: url.origin }),
  listMyBookings: (app, { caller, query, url }) => listBookings(app, 'farmer', caller, query, url),
  showBooking: (app, { db, caller, params, url }) => showBooking(db, app, caller, params.id, url.origin),
  withdrawBooking: (app, { caller, params }) => withdrawBooking(app, caller, params.id),
  cancelBooking: (app, { db, caller, params, body, url }) =>
    cancelBooking(db, app, caller, params.id, { reason: body.reason, origin: url.origin }),
  recordOutcome: (app, { caller, params, body, url }) =>
    recordOutcome(app, caller, params.id, { ...body, origin: url.origin }),
  rateAppointment: (app, { caller, params, body, url }) =>
    rateAppointment(app, caller, params.id, { isHelpful: body.is_helpful, origin: url.origin }),
  showCalendar: (app, { caller, params, language }) => showCalendar(app, caller, params.id, language),
  listBookings: (app, { caller, query, url }) => listBookings(app, 'expert', caller, query, url),
  answerBooking: (app, { caller, body, url }) => answerBooking(app, caller, body, url.origin),
})

export const workingHoursFeature = implementContract(workingHourEndpoints)({
  showWorkingHours: (app, { caller }) => showWorkingHours(app, caller),
  saveWorkingHours: (app, { caller, body }) => saveWorkingHours(app, caller, body),
})
