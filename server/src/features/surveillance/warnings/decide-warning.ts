import type { DeclineReason, DiseaseWarning } from '@kutu/contract/warnings'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { retractNotifications } from '../../notifications/inbox/notify.ts'
import type { SmsJob } from '../notices/send-once.ts'
import { enqueueWarning } from '../notices/warn-farmers.ts'
import { today } from '../weekly/weeks.ts'
import { countLabeledPhotos } from './evidence-photos.ts'
import { notifyVisitors } from './plan-warning.ts'
import { findJudgedCountry, loadWarning, presentWarning, waitForSms } from './warnings.ts'

type Decision =
  | { state: 'confirmed'; weeks: number }
  | { state: 'declined'; reason: DeclineReason; note?: string | undefined }

/**
 * Confirms or declines an open warning.
 * @throws ApiError not_found, already_decided (also if somebody else was faster), warning_of_other_country
 */
export async function decideWarning(
  db: Db,
  app: App,
  caller: Caller,
  id: string,
  decision: Decision,
): Promise<DiseaseWarning> {
  const judged = await findJudgedCountry(db, caller)
  const now = app.clock.now()
  const announced_at = new Date(now.getTime() + app.config.warningDelayMinutes * 60_000)
  await mapConstraintErrors(
    withTransaction(db, async tx => {
      if ((await loadWarning(tx, id)).state !== 'open') throw apiError('already_decided')
      // Relies on trigger warnings_are_decided_once (who may decide, and only once).
      await tx
        .updateTable('disease_warnings')
        .set({ state: decision.state, decided_by: caller.id, decided_at: now })
        .set(
          decision.state === 'declined'
            ? { decline_reason: decision.reason, note: decision.note ?? null }
            : { announced_at, valid_until: sql`${today(app)} + ${decision.weeks * 7}::integer` },
        )
        .where('id', '=', id)
        .execute()
      // With a visit that somebody else has planned meanwhile.
      const decided = await loadWarning(tx, id)
      const after =
        decision.state === 'declined'
          ? { reason: decided.decline_reason }
          : { valid_until: decided.valid_until, labeled_photos: await countLabeledPhotos(tx, id) }
      await retractNotifications(tx, { cause: id, types: ['warning_proposed'] })
      await notifyVisitors(app, tx, decided, null, caller.id)
      if (decision.state === 'confirmed') await enqueueWarning(app, tx, id, announced_at)
      const action = `warning.${decision.state}`
      await audit(app, tx, { actor: caller.id, action, subject: { type: 'warning', id }, after })
    }),
  )
  return presentWarning(app, await loadWarning(db, id), judged)
}

/**
 * Agrees, as a second person, that the SMS of a confirmed warning are sent: with the notices, or at once where these were sent before.
 * @throws ApiError not_found, second_person_needed (the caller confirmed it), already_decided, warning_not_in_force,
 * warning_of_other_country, not_ready (no gateway: the approval would be used up without an SMS)
 */
export async function approveSms(db: Db, app: App, caller: Caller, id: string): Promise<DiseaseWarning> {
  if (!app.config.sms) throw apiError('not_ready')
  const judged = await findJudgedCountry(db, caller)
  await mapConstraintErrors(
    withTransaction(db, async tx => {
      // Relies on trigger warnings_are_decided_once (who may approve). Waits for notices that are being sent.
      const approved = await tx
        .updateTable('disease_warnings')
        .set({ sms_approved_by: caller.id, sms_approved_at: app.clock.now() })
        .where('id', '=', id)
        .where('state', '=', 'confirmed')
        .where('sms_approved_by', 'is', null)
        .where('valid_until', '>=', today(app))
        .returning('id')
        .executeTakeFirst()
      if (!approved)
        throw apiError((await loadWarning(tx, id)).sms_approved_at ? 'already_decided' : 'warning_not_in_force')
      const { rows } = await sql<SmsJob>`
        select n.warning_id as warning, n.farmer_id as farmer from ${waitForSms(app, sql`${id}`)}`.execute(tx)
      await enqueue(tx, 'sms_about_warning', rows)
      await retractNotifications(tx, { cause: id, types: ['sms_waiting'] })
      await audit(app, tx, { actor: caller.id, action: 'warning.sms_approved', subject: { type: 'warning', id } })
    }),
  )
  return presentWarning(app, await loadWarning(db, id), judged)
}
