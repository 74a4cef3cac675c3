import type { Language } from '@kutu/contract/common'
import type { App } from '../context.ts'
import { refuse } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'
import { calendarFile } from './calendar.ts'
import { appointmentOf } from './letters.ts'
import { bookedOf, sideOf } from './parties.ts'

/**
 * The calendar file of an appointment for one of its two sides, in the language of the request.
 * @throws Refusal not_found, also for another's booking and for one that never was approved
 */
export async function showCalendar(app: App, caller: Caller, id: string, language: Language): Promise<string> {
  const entry = await app.db.selectFrom('calendar_entries').selectAll().where('booking_id', '=', id).executeTakeFirst()
  if (!entry) throw refuse('not_found')
  const booked = await bookedOf(app.db, id)
  const side = sideOf(booked, caller.id)
  if (!side) throw refuse('not_found')
  const method = entry.is_cancelled ? 'cancel' : 'publish'
  return calendarFile(app.config, appointmentOf(booked, entry), { side, language, method })
}
