import type { DiseaseWarning } from '@kutu/contract/warnings'
import { countryOf } from '@kutu/places/districts'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { retractNotifications } from '../../notifications/inbox/notify.ts'
import { today } from '../weekly/weeks.ts'
import { findJudgedCountry, loadWarning, presentWarning } from './warnings.ts'

/**
 * Withdraws a confirmed warning that holds. A job notifies those who heard of it. The reason is only in the row of the warning,
 * and not in the audit log, because it is erased with its author.
 * @throws ApiError not_found, already_decided (it is withdrawn, also if somebody else was faster), warning_not_in_force,
 * warning_of_other_country
 */
export async function withdrawWarning(
  db: Db,
  app: App,
  caller: Caller,
  id: string,
  reason: string,
): Promise<DiseaseWarning> {
  const judged = await findJudgedCountry(db, caller)
  await mapConstraintErrors(
    withTransaction(db, async tx => {
      // Relies on trigger warnings_are_decided_once (who may withdraw). Of two at the same time, the second updates no row.
      const now = app.clock.now()
      const withdrawn = await tx
        .updateTable('disease_warnings')
        .set({ state: 'withdrawn', withdrawn_by: caller.id, withdrawn_at: now, note: reason })
        .where('id', '=', id)
        .where('state', '=', 'confirmed')
        .where('valid_until', '>=', today(app))
        .returning(['crop', 'district', 'announced_at'])
        .executeTakeFirst()
      if (!withdrawn) {
        const { state } = await loadWarning(tx, id)
        throw apiError(state === 'withdrawn' ? 'already_decided' : 'warning_not_in_force')
      }
      await retractNotifications(tx, { cause: id, types: ['sms_waiting'] })
      await enqueue(tx, 'retract_warning', { warning: id })
      if (withdrawn.announced_at && withdrawn.announced_at > now) await resumeOthers(tx, withdrawn, now)
      const subject = { type: 'warning', id }
      await audit(app, tx, { actor: caller.id, action: 'warning.withdrawn', subject })
    }),
  )
  return presentWarning(app, await loadWarning(db, id), judged)
}

/** Lets the deliveries go on at once that left farmers to a warning which reaches nobody. */
async function resumeOthers(tx: Tx, { crop, district }: { crop: string; district: string }, now: Date): Promise<void> {
  await sql`update warning_deliveries set again_at = ${now} where again_at > ${now} and warning_id in (
    select id from disease_warnings where state = 'confirmed' and crop = ${crop} and left(district, 2) = ${countryOf(district)}
  )`.execute(tx)
}
