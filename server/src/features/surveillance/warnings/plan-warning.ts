import type { DiseaseWarning, warnings } from '@kutu/contract/warnings'
import { type CountryCode, countryOf } from '@kutu/places/districts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError, fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { selectBookableExperts } from '../../accounts/experts/bookable-experts.ts'
import { addDays, addWeeks, findToday, today } from '../weekly/weeks.ts'
import { pendingWeeks } from './propose-warnings.ts'
import { canDecide, findJudgedCountry, loadWarning, presentWarning } from './warnings.ts'

type Plan = z.output<typeof warnings.planWarning.body>

/**
 * Plans what happens before the decision on an open warning. Until that day it waits for nobody but the visitor. The last plan counts.
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
    const planned = await tx
      .updateTable('disease_warnings')
      .set({
        next_step: plan.step,
        next_step_on: plan.step === 'visit' ? plan.on : sql`least(${today(app)} + 7, ${lastDay}::date)`,
        visitor_id: plan.step === 'visit' ? plan.visitor_id : null,
      })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .returning('id')
      .executeTakeFirst()
    if (!planned) throw apiError('already_decided')
    await audit(app, tx, {
      actor: caller.id,
      action: 'warning.planned',
      subject: { type: 'warning', id },
      after: { step: plan.step },
    })
  })
  return presentWarning(app, await loadWarning(db, id), judged)
}

/** Returns the approved experts who decide in a country, by name. */
export const listVisitors = (db: Db, country: CountryCode) =>
  db
    .selectFrom('expert_countries as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['u.id', 'u.username'])
    .where('c.country', '=', country)
    .where('u.id', 'in', selectBookableExperts(db))
    .orderBy('u.username')
    .limit(maxVisitors)
    .execute()
const maxVisitors = 100
