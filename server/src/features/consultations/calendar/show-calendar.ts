import type { Language } from '@kutu/contract/common'
import type { App } from '../../../context.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { findSide, loadBookingDetails, toAppointment } from '../notifications/booking-notifications.ts'
import { buildCalendarFile } from './calendar-file.ts'

/**
 * Returns the calendar file of an appointment for one of its two sides, in the language of the request.
 * @throws ApiError not_found, also for a booking of other users and for one that was never approved
 */
export async function showCalendar(app: App, caller: Caller, id: string, language: Language): Promise<string> {
  const entry = await app.db.selectFrom('calendar_entries').selectAll().where('booking_id', '=', id).executeTakeFirst()
  if (!entry) throw apiError('not_found')
  const booking = await loadBookingDetails(app.db, id)
  const side = findSide(booking, caller.id)
  if (!side) throw apiError('not_found')
  const method = entry.is_cancelled ? 'cancel' : 'publish'
  return buildCalendarFile(app.config, toAppointment(booking, entry), { side, language, method })
}
