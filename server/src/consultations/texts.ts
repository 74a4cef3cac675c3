import type { App } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { enqueue, type Jobs } from '../jobs/jobs.ts'
import { wants } from '../notifications/choices.ts'
import { gatewayOf } from '../sms/gateway.ts'
import { bookedOf, otherSide, timeFor } from './parties.ts'
import { reminderTimes } from './reminder-times.ts'
import { textAbout } from './text-wording.ts'

type TextJob = Jobs['text_about_booking']

/** Queues a text about an appointment of that time, in the transaction that gives cause for it. */
export function queueText(tx: Tx, { starts, ...text }: Omit<TextJob, 'starts'> & { starts: Date }): Promise<void> {
  return enqueue(tx, 'text_about_booking', { ...text, starts: starts.toISOString() })
}

/**
 * The job: hands the text to the gateway, unless that was done or what it says no longer holds. Its row is written
 * before and commits after: of two at once the second waits and then sends nothing, and one that failed leaves none.
 */
export async function textAboutBooking(app: App, job: TextJob): Promise<void> {
  await write(app, async tx => {
    if (!(await stillHolds(app, tx, job))) return
    const booked = await bookedOf(tx, job.booking)
    const [reader, other] = [booked[job.side], booked[otherSide[job.side]]]
    const number = reader.phone_number
    if (!(await wants(tx, reader.id, 'booking_reminder', 'text'))) return
    if (!number || !(await claimText(app, tx, job))) return
    const when = timeFor(app, reader, new Date(job.starts))
    const text = textAbout(job.kind, reader.language, { name: other.username, when })
    const id = `${job.booking}/${job.kind}/${job.side}`
    const outcome = await gatewayOf(app)({ id, to: number, text })
    if (outcome === 'sent') return
    app.log[outcome.mustAct ? 'error' : 'warn']({ id, refused: outcome.refused }, 'text message refused')
    await settled(tx, job).set({ refused: outcome.refused }).execute()
  })
}

/** A late text must not tell of a time that passed, was moved or was cancelled. */
async function stillHolds(app: App, tx: Tx, { booking, kind, starts }: TextJob): Promise<boolean> {
  const startsAt = new Date(starts)
  const entry = await tx
    .selectFrom('calendar_entries')
    .select('booking_id')
    .where('booking_id', '=', booking)
    .where('starts_at', '=', startsAt)
    .where('is_cancelled', '=', false)
    .executeTakeFirst()
  // From an hour before on, the reminder of the day before has a successor.
  const uselessFrom = startsAt.getTime() - (kind === 'day' ? reminderTimes.hour.before : 0)
  return entry !== undefined && app.clock.now().getTime() < uselessFrom
}

async function claimText(app: App, tx: Tx, { booking, side, kind, starts }: TextJob): Promise<boolean> {
  const time = { starts_at: new Date(starts), settled_at: app.clock.now() }
  const row = await tx
    .insertInto('settled_texts')
    .values({ booking_id: booking, side, kind, refused: null, ...time })
    .onConflict(conflict => conflict.doNothing())
    .returning('booking_id')
    .executeTakeFirst()
  return row !== undefined
}

const settled = (tx: Tx, { booking, side, kind, starts }: TextJob) =>
  tx
    .updateTable('settled_texts')
    .where('booking_id', '=', booking)
    .where('side', '=', side)
    .where('kind', '=', kind)
    .where('starts_at', '=', new Date(starts))
