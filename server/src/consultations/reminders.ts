import { sql } from 'kysely'
import type { App } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { notify } from '../notifications/notify.ts'
import { writeTo } from './letters.ts'
import { bookedOf, otherSide, timeFor } from './parties.ts'
import { type ReminderKind, reminderTimes } from './reminder-times.ts'
import { queueText } from './texts.ts'

const atOnce = 20

/**
 * The job, every minute: reminds both sides of each appointment that is a day or an hour away. What was sent commits
 * with what sends it, so a crash in between loses none and repeats none.
 */
export async function remindOfAppointments(app: App): Promise<void> {
  for (const kind of ['day', 'hour'] as const) while ((await write(app, tx => remindSome(app, tx, kind))) === atOnce);
}

type Due = { booking_id: string; starts_at: Date }

async function remindSome(app: App, tx: Tx, kind: ReminderKind): Promise<number> {
  const due = await markDue(app, tx, kind)
  for (const one of due) await remind(app, tx, kind, one)
  return due.length
}

/** Of two processes doing this at once, each takes its own appointments; one just being cancelled is left alone. */
async function markDue(app: App, tx: Tx, kind: ReminderKind): Promise<Due[]> {
  const now = app.clock.now()
  const { before, grace } = reminderTimes[kind]
  const latest = new Date(now.getTime() + before)
  const earliest = new Date(latest.getTime() - grace)
  const { rows } = await sql<Due>`
    insert into sent_reminders (booking_id, starts_at, kind, sent_at)
    select booking_id, starts_at, ${kind}, ${now} from (
      select c.booking_id, c.starts_at from calendar_entries c
      where not c.is_cancelled and c.starts_at > ${earliest} and c.starts_at <= ${latest}
        -- Whoever agreed on it later than that needs no reminder so soon.
        and c.changed_at < c.starts_at - ${`${before} milliseconds`}::interval
        and not exists (select from sent_reminders s
          where (s.booking_id, s.starts_at, s.kind) = (c.booking_id, c.starts_at, ${kind}))
      order by c.starts_at limit ${sql.lit(atOnce)} for update of c skip locked
    ) due
    on conflict do nothing
    returning booking_id, starts_at`.execute(tx)
  return rows
}

async function remind(app: App, tx: Tx, kind: ReminderKind, { booking_id: id, starts_at }: Due): Promise<void> {
  const booked = await bookedOf(tx, id)
  const subject = { type: 'booking', id } as const
  for (const side of ['farmer', 'expert'] as const) {
    const { id: to } = booked[side]
    const when = timeFor(app, booked[side], starts_at)
    const details = { name: booked[otherSide[side]].username, when }
    await notify(app, tx, [{ to, type: 'booking_reminder', details, subject, cause: id }])
    await writeTo(app, tx, booked, side, { letter: 'booking_reminder', when, kind })
    await queueText(tx, { booking: id, side, kind, starts: starts_at })
  }
}
