import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueueBookingSms, loadBookingDetails, notifySide } from '../notifications/booking-notifications.ts'
import { reminderSchedule } from '../policy.ts'
import type { ReminderKind } from '../tables.ts'

const batchSize = 20

/**
 * Job, every minute: reminds both sides of each appointment that is a day or an hour away. The sent mark commits
 * together with the queued messages, so a crash loses and repeats none.
 */
export async function sendReminders(app: App): Promise<void> {
  for (const kind of ['day', 'hour'] as const)
    while ((await withTransaction(app, tx => sendReminderBatch(app, tx, kind))) === batchSize);
}

type DueReminder = { booking_id: string; starts_at: Date }

async function sendReminderBatch(app: App, tx: Tx, kind: ReminderKind): Promise<number> {
  const due = await claimDueReminders(app, tx, kind)
  for (const reminder of due) await sendReminder(app, tx, kind, reminder)
  return due.length
}

/**
 * Marks due reminders as sent and returns them. Workers that run at the same time mark different ones; a calendar entry
 * that is locked by a cancellation is skipped.
 */
async function claimDueReminders(app: App, tx: Tx, kind: ReminderKind): Promise<DueReminder[]> {
  const now = app.clock.now()
  const { beforeMs, graceMs } = reminderSchedule[kind]
  const latest = new Date(now.getTime() + beforeMs)
  const earliest = new Date(latest.getTime() - graceMs)
  const { rows } = await sql<DueReminder>`
    insert into sent_reminders (booking_id, starts_at, kind, sent_at)
    select booking_id, starts_at, ${kind}, ${now} from (
      select c.booking_id, c.starts_at from calendar_entries c
      where not c.is_cancelled and c.starts_at > ${earliest} and c.starts_at <= ${latest}
        -- An appointment approved or changed later than that needs no reminder so soon.
        and c.changed_at < c.starts_at - ${`${beforeMs} milliseconds`}::interval
        and not exists (select from sent_reminders s
          where (s.booking_id, s.starts_at, s.kind) = (c.booking_id, c.starts_at, ${kind}))
      order by c.starts_at limit ${sql.lit(batchSize)} for update of c skip locked
    ) due
    on conflict do nothing
    returning booking_id, starts_at`.execute(tx)
  return rows
}

async function sendReminder(
  app: App,
  tx: Tx,
  kind: ReminderKind,
  { booking_id: id, starts_at }: DueReminder,
): Promise<void> {
  const booking = await loadBookingDetails(tx, id)
  for (const side of ['farmer', 'expert'] as const) {
    await notifySide(app, tx, booking, side, 'booking_reminder', { startsAt: starts_at, kind })
    await enqueueBookingSms(tx, { booking: id, side, kind, startsAt: starts_at })
  }
}
