import type { Language } from '@kutu/contract/common'
import type { App } from '../../../context.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { t } from '../../../platform/i18n/translate.ts'
import type { ZonedDateTime } from '../../../platform/i18n/zoned-date-time.ts'
import type { JobPayloads } from '../../../platform/jobs/queue.ts'
import { createSmsGateway } from '../../../platform/sms/gateway.ts'
import { countSeptets, maxSeptets, toGsm7, truncateToSeptets } from '../../../platform/sms/gsm7.ts'
import { isChannelEnabled } from '../../notifications/settings/notification-choices.ts'
import { reminderSchedule } from '../policy.ts'
import type { SmsKind } from '../tables.ts'
import { loadBookingDetails, otherSide, toRecipientDateTime } from './booking-notifications.ts'

type BookingSmsJob = JobPayloads['sms_about_booking']

/**
 * Job: sends the SMS unless it was sent before or is outdated. The row is inserted before the request and committed
 * after it. Of two workers, the second waits for the first and then sends nothing; a failed attempt leaves no row.
 */
export async function sendBookingSms(app: App, job: BookingSmsJob): Promise<void> {
  await withTransaction(app, async tx => {
    if (!(await isStillCurrent(app, tx, job))) return
    const booking = await loadBookingDetails(tx, job.booking)
    const [recipient, counterpart] = [booking[job.side], booking[otherSide[job.side]]]
    const phoneNumber = recipient.phone_number
    if (!(await isChannelEnabled(tx, recipient.id, 'booking_reminder', 'text'))) return
    if (!phoneNumber || !(await claimSms(app, tx, job))) return
    const when = toRecipientDateTime(app, recipient, new Date(job.startsAt))
    const message = buildSmsText(job.kind, recipient.language, { name: counterpart.username, when })
    const id = `${job.booking}/${job.kind}/${job.side}`
    const outcome = await createSmsGateway(app)({ id, to: phoneNumber, text: message })
    if (outcome === 'sent') return
    app.log[outcome.isAccountError ? 'error' : 'warn']({ id, refused: outcome.rejection }, 'SMS rejected')
    await updateSmsRecord(tx, job).set({ refused: outcome.rejection }).execute()
  })
}

/** Returns false if the appointment has begun, or was rescheduled or cancelled, since the SMS was queued. */
async function isStillCurrent(app: App, tx: Tx, { booking, kind, ...job }: BookingSmsJob): Promise<boolean> {
  const startsAt = new Date(job.startsAt)
  const entry = await tx
    .selectFrom('calendar_entries')
    .select('booking_id')
    .where('booking_id', '=', booking)
    .where('starts_at', '=', startsAt)
    .where('is_cancelled', '=', false)
    .executeTakeFirst()
  // One hour before the appointment, the next reminder replaces the one of the day before.
  const expiresAt = startsAt.getTime() - (kind === 'day' ? reminderSchedule.hour.beforeMs : 0)
  return entry !== undefined && app.clock.now().getTime() < expiresAt
}

async function claimSms(app: App, tx: Tx, { booking, side, kind, startsAt }: BookingSmsJob): Promise<boolean> {
  const time = { starts_at: new Date(startsAt), attempted_at: app.clock.now() }
  const row = await insertInto(tx, 'booking_sms', { booking_id: booking, side, kind, refused: null, ...time })
    .onConflict(conflict => conflict.doNothing())
    .returning('booking_id')
    .executeTakeFirst()
  return row !== undefined
}

const updateSmsRecord = (tx: Tx, { booking, side, kind, startsAt }: BookingSmsJob) =>
  tx
    .updateTable('booking_sms')
    .where('booking_id', '=', booking)
    .where('side', '=', side)
    .where('kind', '=', kind)
    .where('starts_at', '=', new Date(startsAt))

/** Returns a message of at most 160 GSM-7 septets. The name is truncated if necessary. */
export function buildSmsText(
  kind: SmsKind,
  language: Language,
  { name, when }: { name: string; when: ZonedDateTime },
): string {
  const render = (displayName: string) => toGsm7(t(language, `text.${kind}`, { name: displayName, when }))
  const gsmName = toGsm7(name)
  const excess = countSeptets(render(gsmName)) - maxSeptets
  return render(excess > 0 ? truncateToSeptets(countSeptets(gsmName) - excess, gsmName) : gsmName)
}
