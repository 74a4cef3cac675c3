import { retentionMs } from '@kutu/contract/retention'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../../context.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import type { MessageValues } from '../../../platform/i18n/translate.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { listAdminIds } from '../../accounts/users/users.ts'
import { notify } from '../../notifications/inbox/notify.ts'
import { loadChannelChoices } from '../../notifications/settings/notification-choices.ts'
import {
  describeRise,
  hasEnded,
  loadWarning,
  lockInState,
  notifyExperts,
  type WarningRow,
  waitForSms,
} from '../warnings/warnings.ts'
import { cropOfAnalysis } from '../weekly/select-reports.ts'
import { today } from '../weekly/weeks.ts'
import { listWarnedDistricts } from './warned-districts.ts'

const batchSize = 200
/** Time in which a farmer hears of one warning of a crop. */
export const quietMs = 7 * 24 * 3600_000

/** A delivery before its first page. */
const beginning = { district: null, farmer_id: null, finished_at: null }

/**
 * Starts the notices of a warning, in the transaction that confirms it.
 * @param at when the minutes are over in which it can be stopped
 */
export async function enqueueWarning(app: App, tx: Tx, warning: string, at: Date): Promise<void> {
  await insertInto(tx, 'warning_deliveries', { ...beginning, warning_id: warning, again_at: null }).execute()
  const delaySeconds = (at.getTime() - app.clock.now().getTime()) / 1000
  await enqueue(tx, 'warn_farmers', { warning }, { delaySeconds })
}

/**
 * Job: notifies the farmers who grow the crop in the districts of a warning and around them, page by page. Each page commits with the place
 * where the next one begins, so a job that runs again notifies nobody twice and leaves nobody out.
 */
export async function warnFarmers(app: App, { warning }: { warning: string }, signal?: AbortSignal): Promise<void> {
  while (await withTransaction(app, tx => warnPage(app, tx, warning))) signal?.throwIfAborted()
}

/**
 * Job: goes through the farmers of a warning again, once the week is over in which some of them could not hear of it. Those who have
 * heard of it hear nothing, and nobody does once it is over. All that are due start together, so that a farmer hears of the nearest.
 */
export async function repeatDeliveries(app: App): Promise<void> {
  await withTransaction(app, async tx => {
    const due = await tx
      .updateTable('warning_deliveries')
      .set({ ...beginning, again_at: null })
      .where('again_at', '<=', app.clock.now())
      .where('finished_at', 'is not', null)
      .returning('warning_id')
      .execute()
    for (const { warning_id: warning } of due) await enqueue(tx, 'warn_farmers', { warning })
  })
}

/** @returns false after the last page */
async function warnPage(app: App, tx: Tx, id: string): Promise<boolean> {
  const delivery = await tx
    .selectFrom('warning_deliveries')
    .selectAll()
    .where('warning_id', '=', id)
    .where('finished_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!delivery) return false
  // First, so that SMS which are approved meanwhile are seen here, or these notices there.
  const isConfirmed = await lockInState(tx, id, 'confirmed')
  const warning = await loadWarning(tx, id)
  if (warning.announced_at && warning.announced_at > app.clock.now()) {
    // The clocks of the database, by which jobs run, and of the server differ.
    await enqueue(tx, 'warn_farmers', { warning: id }, { delaySeconds: 60 })
    return false
  }
  const codes = listWarnedDistricts(warning)
  const district = delivery.district ?? codes[0]
  const isOver = !isConfirmed || hasEnded(app, warning)
  const farmers =
    isOver || district === undefined ? [] : await listGrowers(tx, warning.crop, district, delivery.farmer_id)
  const left = await listLeftToNearer(app, tx, warning, { district: district ?? '', farmers })
  const { notified, againAt } = await notifyFarmers(
    app,
    tx,
    warning,
    farmers.filter(farmer => !left.has(farmer)),
  )
  const again_at = left.size > 0 ? new Date(app.clock.now().getTime() + quietMs) : null
  const isDistrictDone = farmers.length < batchSize
  const next = isDistrictDone ? codes.find(code => code > (district ?? '')) : district
  const isFinished = isOver || next === undefined
  if (isFinished && !isOver) await notifySecondPeople(app, tx, warning)
  await tx
    .updateTable('warning_deliveries')
    .set({ district: next ?? null, farmer_id: isDistrictDone ? null : (farmers.at(-1) ?? null) })
    .set(({ eb }) => ({ farmers: eb('farmers', '+', notified), finished_at: isFinished ? app.clock.now() : null }))
    .set({ again_at: isOver ? null : sql`least(again_at, ${again_at}::timestamptz, ${againAt}::timestamptz)` })
    .where('warning_id', '=', id)
    .execute()
  return !isFinished
}

/** Notifies those who may approve the SMS for which farmers wait, after each round of notices, unless somebody has still to read it. */
async function notifySecondPeople(app: App, tx: Tx, warning: WarningRow): Promise<void> {
  const { rows } = await sql`
    select from ${waitForSms(app, sql`${warning.id}`)} and not exists (select from notifications
      where cause_id = ${warning.id} and type = 'sms_waiting' and read_at is null) limit 1`.execute(tx)
  if (warning.sms_approved_at || rows.length === 0) return
  await notifyExperts(app, tx, 'sms_waiting', warning, { others: await listAdminIds(tx), except: warning.decided_by })
}

/** Selects the farmers `p`, with their accounts `u`, who named the crop in their profile, or photographed it. */
export const growers = (crop: string): RawBuilder<unknown> => sql`
  farmer_profiles p join users u on u.id = p.user_id
  where u.activated_at is not null and u.deactivated_at is null
    and (
      exists (select from unnest(p.crop_types) as grown where lower(grown) = ${crop})
      or exists (select from analyses a where a.farmer_id = p.user_id and ${cropOfAnalysis} = ${crop})
    )`

/** Returns the next farmers of a district who named the crop in their profile, or photographed it. */
async function listGrowers(tx: Tx, crop: string, district: string, after: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.user_id as id from ${growers(crop)}
      and p.district = ${district} and p.user_id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
    order by p.user_id limit ${sql.lit(batchSize)}`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Notifies the farmers who want to hear of warnings, and heard of none of the crop this week. Returns how many, and when the first
 * of the others may hear.
 */
async function notifyFarmers(app: App, tx: Tx, warning: WarningRow, farmers: readonly string[]) {
  const nobody = { notified: 0, againAt: null }
  if (farmers.length === 0) return nobody
  const wantsInApp = await loadChannelChoices(tx, farmers, 'in_app')
  const wantsPush = await loadChannelChoices(tx, farmers, 'push')
  const wantsSms = await loadChannelChoices(tx, farmers, 'text')
  const channels = [wantsInApp, wantsPush, wantsSms]
  const reached = farmers.filter(farmer => channels.some(wants => wants(farmer, 'disease_warning')))
  if (reached.length === 0) return nobody
  const sent_at = app.clock.now()
  const next_at = new Date(sent_at.getTime() + quietMs)
  const rows = reached.map(farmer_id => ({
    warning_id: warning.id,
    farmer_id,
    crop: warning.crop,
    sent_at,
    next_at,
    sms_at: null,
    sms_refused: null,
    withdrawal_at: null,
    withdrawal_sms_at: null,
    withdrawal_sms_refused: null,
  }))
  // Relies on trigger notices_follow_their_warning (only of a confirmed warning).
  // Constraint notices_once_a_week leaves out farmers who heard of another warning of the crop.
  const notified = await insertInto(tx, 'warning_notices', rows)
    .onConflict(conflict => conflict.doNothing())
    .returning('farmer_id')
    .execute()
  const content = {
    type: 'disease_warning' as const,
    details: describeWarning(warning),
    subject: { type: 'warning' as const, id: warning.id },
    cause: warning.id,
    path: `/account/warnings/${warning.id}`,
  }
  const notifications = notified.map(({ farmer_id: to }) => ({ to, ...content }))
  await notify(app, tx, notifications)
  if (warning.sms_approved_at) {
    const withSms = notified.filter(({ farmer_id }) => wantsSms(farmer_id, 'disease_warning'))
    const jobs = withSms.map(({ farmer_id: farmer }) => ({ warning: warning.id, farmer }))
    await enqueue(tx, 'sms_about_warning', jobs)
  }
  return { notified: notified.length, againAt: await findEndOfQuiet(app, tx, warning, reached) }
}

/** Returns the values of the sentences about a warning. */
export function describeWarning(
  warning: Parameters<typeof describeRise>[0] & Pick<WarningRow, 'valid_until'>,
): MessageValues {
  const rise = describeRise(warning)
  return { ...rise, until: { day: warning.valid_until ?? '' }, steps: { short: 'steps', of: rise.disease.card } }
}

/** Deletes notices, when the notifications about them are deleted. */
export async function sweepWarningNotices(app: App): Promise<void> {
  const cutoff = new Date(app.clock.now().getTime() - retentionMs('notifications'))
  await app.db.deleteFrom('warning_notices').where('sent_at', '<', cutoff).execute()
}

/**
 * Returns those of the farmers of a district who are about to hear of a nearer warning of the crop: one that is being sent now, is
 * about their district or names it as rising, while this one does not. They hear of one a week, and of the nearer one first.
 */
async function listLeftToNearer(
  app: App,
  tx: Tx,
  warning: WarningRow,
  { district, farmers }: { district: string; farmers: readonly string[] },
): Promise<Set<string>> {
  if (warning.district === district || farmers.length === 0) return new Set()
  const isRising = warning.rising_districts?.includes(district) ?? false
  const { rows } = await sql<{ id: string }>`
    select f.id from unnest(${farmers}::uuid[]) as f (id)
    where exists (select from warning_deliveries d join disease_warnings w on w.id = d.warning_id
      where d.finished_at is null and w.id <> ${warning.id} and w.crop = ${warning.crop}
        and w.state = 'confirmed' and w.valid_until >= ${today(app)} and left(w.district, 2) = left(${district}, 2)
        and (w.district = ${district} or (not ${isRising}::boolean and ${district} = any (w.rising_districts)))
        and not exists (select from warning_notices n where n.warning_id = w.id and n.farmer_id = f.id))`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Returns when the first of the farmers may hear of a warning, who have not heard of it but of another one of the crop this week. */
async function findEndOfQuiet(
  app: App,
  tx: Tx,
  { id, crop }: WarningRow,
  farmers: readonly string[],
): Promise<Date | null> {
  const { rows } = await sql<{ next_at: Date | null }>`
    select min(other.next_at) as next_at from warning_notices other
    where other.farmer_id = any (${farmers}::uuid[]) and other.crop = ${crop} and other.next_at > ${app.clock.now()}
      and not exists (select from warning_notices n where n.warning_id = ${id} and n.farmer_id = other.farmer_id)`.execute(
    tx,
  )
  return rows[0]?.next_at ?? null
}
