import type { App } from '../../../context.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueue, type JobPayloads } from '../../../platform/jobs/queue.ts'
import { createSmsGateway } from '../../../platform/sms/gateway.ts'
import { isChannelEnabled } from '../../notifications/settings/notification-choices.ts'
import { reminderSchedule } from '../reminders/reminder-schedule.ts'
import { loadBookingDetails, otherSide, toRecipientDateTime } from './booking-details.ts'
import { buildSmsText } from './sms-text.ts'

type BookingSmsJob = JobPayloads['text_about_booking']

/** Queues a text about an appointment of that time, in the transaction that gives cause for it. */
export function enqueueBookingSms(
  tx: Tx,
  { starts, ...payload }: Omit<BookingSmsJob, 'starts'> & { starts: Date },
): Promise<void> {
  return enqueue(tx, 'text_about_booking', { ...payload, starts: starts.toISOString() })
}

/**
 * The job: hands the text to the gateway, unless that was done or what it says no longer holds. Its row is written
 * before and commits after: of two at once the second waits and then sends nothing, and one that failed leaves none.
 */
export async function sendBookingSms(app: App, job: BookingSmsJob): Promise<void> {
  await withTransaction(app, async tx => {
    if (!(await isStillCurrent(app, tx, job))) return
    const booking = await loadBookingDetails(tx, job.booking)
    const [recipient, counterpart] = [booking[job.side], booking[otherSide[job.side]]]
    const phoneNumber = recipient.phone_number
    if (!(await isChannelEnabled(tx, recipient.id, 'booking_reminder', 'text'))) return
    if (!phoneNumber || !(await claimSms(app, tx, job))) return
    const when = toRecipientDateTime(app, recipient, new Date(job.starts))
    const message = buildSmsText(job.kind, recipient.language, { name: counterpart.username, when })
    const id = `${job.booking}/${job.kind}/${job.side}`
    const outcome = await createSmsGateway(app)({ id, to: phoneNumber, text: message })
    if (outcome === 'sent') return
    app.log[outcome.isAccountError ? 'error' : 'warn']({ id, refused: outcome.rejection }, 'text message refused')
    await updateSmsRecord(tx, job).set({ refused: outcome.rejection }).execute()
  })
}

/** A late text must not tell of a time that passed, was moved or was cancelled. */
async function isStillCurrent(app: App, tx: Tx, { booking, kind, starts }: BookingSmsJob): Promise<boolean> {
  const startsAt = new Date(starts)
  const entry = await tx
    .selectFrom('calendar_entries')
    .select('booking_id')
    .where('booking_id', '=', booking)
    .where('starts_at', '=', startsAt)
    .where('is_cancelled', '=', false)
    .executeTakeFirst()
  // From an hour before on, the reminder of the day before has a successor.
  const expiresAt = startsAt.getTime() - (kind === 'day' ? reminderSchedule.hour.beforeMs : 0)
  return entry !== undefined && app.clock.now().getTime() < expiresAt
}

async function claimSms(app: App, tx: Tx, { booking, side, kind, starts }: BookingSmsJob): Promise<boolean> {
  const time = { starts_at: new Date(starts), settled_at: app.clock.now() }
  const row = await tx
    .insertInto('settled_texts')
    .values({ booking_id: booking, side, kind, refused: null, ...time } satisfies CompleteInsert<'settled_texts'>)
    .onConflict(conflict => conflict.doNothing())
    .returning('booking_id')
    .executeTakeFirst()
  return row !== undefined
}

const updateSmsRecord = (tx: Tx, { booking, side, kind, starts }: BookingSmsJob) =>
  tx
    .updateTable('settled_texts')
    .where('booking_id', '=', booking)
    .where('side', '=', side)
    .where('kind', '=', kind)
    .where('starts_at', '=', new Date(starts))
