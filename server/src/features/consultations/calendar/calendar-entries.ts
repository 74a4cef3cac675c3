import type { Selectable } from 'kysely'
import type { App } from '../../../context.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { BookingNotificationTables } from '../notifications/tables.ts'

export type CalendarEntry = Selectable<BookingNotificationTables['calendar_entries']>

/** Stores the time of the appointment for both calendars: inserts it, or updates it with a higher sequence. */
export function upsertCalendarEntry(
  app: App,
  tx: Tx,
  { bookingId, startsAt, endsAt }: { bookingId: string; startsAt: Date; endsAt: Date },
): Promise<CalendarEntry> {
  const columns = { starts_at: startsAt, ends_at: endsAt, is_cancelled: false, changed_at: app.clock.now() }
  return tx
    .insertInto('calendar_entries')
    .values({ booking_id: bookingId, sequence: 0, ...columns } satisfies CompleteInsert<'calendar_entries'>)
    .onConflict(conflict =>
      conflict.column('booking_id').doUpdateSet(({ eb, ref }) => ({
        ...columns,
        sequence: eb(ref('calendar_entries.sequence'), '+', 1),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Cancels the appointment in both calendars; returns undefined if it was never in them. */
export function cancelCalendarEntry(app: App, tx: Tx, bookingId: string): Promise<CalendarEntry | undefined> {
  return tx
    .updateTable('calendar_entries')
    .set(({ eb }) => ({ is_cancelled: true, changed_at: app.clock.now(), sequence: eb('sequence', '+', 1) }))
    .where('booking_id', '=', bookingId)
    .where('is_cancelled', '=', false)
    .returningAll()
    .executeTakeFirst()
}
