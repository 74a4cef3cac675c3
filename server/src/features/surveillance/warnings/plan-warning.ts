import type { DiseaseWarning, warnings } from '@kutu/contract/warnings'
import { type CountryCode, countryOf } from '@kutu/places/districts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError, fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { notify, retractNotifications } from '../../notifications/inbox/notify.ts'
import { addDays, addWeeks, findToday, today } from '../weekly/weeks.ts'
import {
  canDecide,
  describeRise,
  findJudgedCountry,
  loadWarning,
  pendingWeeks,
  presentWarning,
  selectVisitors,
  type WarningRow,
} from './warnings.ts'

type Plan = z.output<typeof warnings.planWarning.body>

/**
 * Plans what happens before the decision on an open warning. Until that day it waits for nobody but the visitor. The last plan counts.
 * Visitors are notified of plans that others make.
 * @throws ApiError not_found, already_decided, warning_of_other_country, validation_failed (a day too far, or a visitor who does
 *   not decide in the country)
 */
export async function planWarning(db: Db, app: App, caller: Caller, id: string, plan: Plan): Promise<DiseaseWarning> {
  const judged = await findJudgedCountry(db, caller)
  await withTransaction(db, async tx => {
    const warning = await loadWarning(tx, id)
    if (!canDecide(warning, judged)) throw apiError('warning_of_other_country')
    // Then it expires.
    const lastDay = addDays(addWeeks(warning.week, pendingWeeks), -1)
    if (plan.step === 'visit') {
      const now = findToday(app)
      if (plan.on < now || plan.on > lastDay) throw fieldError('on', 'field.invalid')
      const visitors = await listVisitors(tx, countryOf(warning.district))
      if (!visitors.some(visitor => visitor.id === plan.visitor_id)) throw fieldError('visitor_id', 'field.invalid')
    }
    const open = await tx
      .selectFrom('disease_warnings')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', 'open')
      .forUpdate()
      .executeTakeFirst()
    if (!open) throw apiError('already_decided')
    // Another plan may have been made since the warning was loaded.
    const { next_step: before } = await loadWarning(tx, id)
    await tx
      .updateTable('disease_warnings')
      .set({
        next_step: plan.step,
        next_step_on: plan.step === 'visit' ? plan.on : sql`least(${today(app)} + 7, ${lastDay}::date)`,
        visitor_id: plan.step === 'visit' ? plan.visitor_id : null,
      })
      .where('id', '=', id)
      .execute()
    const visit = plan.step === 'visit' ? { to: plan.visitor_id, on: plan.on } : null
    await notifyVisitors(app, tx, { ...warning, next_step: before }, visit, caller.id)
    await audit(app, tx, {
      actor: caller.id,
      action: 'warning.planned',
      subject: { type: 'warning', id },
      after: { step: plan.step },
    })
  })
  return presentWarning(app, await loadWarning(db, id), judged)
}

type Visit = { to: string; on: string }

/**
 * Notifies the visitor of a planned visit, and the visitor of the plan before it that a visit to come is off. An unread notification of the
 * earlier plan is deleted.
 * @param after null if no visit follows the earlier one
 * @param by who changed it, and is not notified
 */
export async function notifyVisitors(
  app: App,
  tx: Tx,
  { id, next_step, ...rise }: WarningRow,
  after: Visit | null,
  by: string | null,
): Promise<void> {
  const before = next_step?.visitor ? { to: next_step.visitor.id, on: next_step.on } : null
  if (before?.to === after?.to && before?.on === after?.on) return
  await retractNotifications(tx, { cause: id, types: ['visit_planned'] })
  const describe = (type: 'visit_planned' | 'visit_cancelled', { to, on }: Visit) => ({
    to,
    type,
    details: { ...describeRise(rise), on: { day: on } },
    cause: id,
    subject: { type: 'warning' as const, id },
    path: `/account/disease-warnings/${id}`,
  })
  const notifications = []
  if (before && before.to !== after?.to && before.on >= findToday(app))
    notifications.push(describe('visit_cancelled', before))
  if (after) notifications.push(describe('visit_planned', after))
  await notify(
    app,
    tx,
    notifications.filter(({ to }) => to !== by),
  )
}

/** Returns the approved experts who decide in a country, by name. */
export const listVisitors = (db: Db, country: CountryCode) =>
  selectVisitors(db, sql.val(country)).select(['u.id', 'u.username']).orderBy('u.username').limit(maxVisitors).execute()
const maxVisitors = 100
