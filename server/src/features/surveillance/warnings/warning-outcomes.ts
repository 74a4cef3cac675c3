import type { DiseaseWarning, warnings } from '@kutu/contract/warnings'
import { wilsonInterval } from '@kutu/vision/metrics/metrics'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import { advisoryLock } from '../../../platform/db/advisory-lock.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { checkDisease } from '../weekly/read-weeks.ts'
import { addWeeks } from '../weekly/weeks.ts'
import { findJudgedCountry, isAnnounced, loadWarning, presentWarning } from './warnings.ts'

type Outcome = z.output<typeof warnings.stateOutcome.body>
type Recurrence = z.output<typeof warnings.setRecurrence.body>
type Outcomes = z.input<typeof warnings.showOutcomes.reply>
type OutcomeRow = Omit<Outcomes['rows'][number], 'predictive_value'>

/**
 * States if the rise of a warning was real. The last statement counts.
 * @throws ApiError not_found, warning_not_confirmed, warning_of_other_country
 */
export async function stateOutcome(
  db: Db,
  app: App,
  caller: Caller,
  id: string,
  outcome: Outcome,
): Promise<DiseaseWarning> {
  const judged = await findJudgedCountry(db, caller)
  await mapConstraintErrors(
    withTransaction(db, async tx => {
      // Relies on trigger warnings_are_decided_once (who may state it).
      const stated = await tx
        .updateTable('disease_warnings')
        .set({ checked_by: null, ...outcome, outcome_by: caller.id, outcome_at: app.clock.now() })
        .where('id', '=', id)
        .where(sql<boolean>`${isAnnounced(app)}`)
        .returning('id')
        .executeTakeFirst()
      if (!stated) {
        await loadWarning(tx, id)
        throw apiError('warning_not_confirmed')
      }
      const subject = { type: 'warning', id }
      await audit(app, tx, { actor: caller.id, action: 'warning.checked', subject, after: outcome })
    }),
  )
  return presentWarning(app, await loadWarning(db, id), judged)
}

/** Weeks before the current one whose outbreaks are no part of a baseline; later ones are the weeks of C3. */
const outbreakLagWeeks = 3

/** The districts of a warning in its own country: the others rise together with them, but its experts do not decide there. */
export const ownDistricts = sql<string[]>`array(
  select code from unnest(coalesce(rising_districts, array[district])) as code where left(code, 2) = left(district, 2))`

/**
 * Returns a test of a district and week: true if a known outbreak of a disease keeps the week out of the baseline of a later one. Known are
 * warnings of which farmers heard, unless the rise was not real, and withdrawn ones only if it was.
 */
export async function findOutbreaks(
  db: Db,
  { crop, disease, week }: { crop: string; disease: string; week: string },
): Promise<(district: string, week: string) => boolean> {
  const { rows } = await sql<{ districts: string[]; first: string; last: string }>`
    select ${ownDistricts} as districts, to_char(rises_since, 'YYYY-MM-DD') as first,
      to_char(least(valid_until, ${addWeeks(week, -outbreakLagWeeks)}::date), 'YYYY-MM-DD') as last
    from disease_warnings
    where crop = ${crop} and disease = ${disease}
      and (outcome = 'real' or state = 'confirmed' and outcome is distinct from 'not_real')`.execute(db)
  return (district, each) =>
    rows.some(({ districts, first, last }) => districts.includes(district) && first <= each && each <= last)
}

/** Weeks in which chance may raise one false alarm of a disease in a country, where nobody has set another number. */
export const defaultRecurrenceWeeks = 5

/** Returns the shortest recurrence interval of an alarm that is proposed, in weeks, of the countries for which it is set. */
export async function loadRecurrenceWeeks(db: Db, { crop, disease }: { crop: string; disease: string }) {
  const rows = await db
    .selectFrom('alarm_intervals')
    .select(['country', 'recurrence_weeks'])
    .where(({ and }) => and({ crop, disease }))
    .execute()
  return new Map(rows.map(row => [row.country, row.recurrence_weeks]))
}

/**
 * Sets the shortest recurrence interval of an alarm of a disease in a country.
 * @throws ApiError validation_failed for an unknown disease
 */
export async function setRecurrence(db: Db, app: App, caller: Caller, recurrence: Recurrence): Promise<Recurrence> {
  const { country, recurrence_weeks } = recurrence
  checkDisease(recurrence)
  await withTransaction(db, async tx => {
    // Two changes at the same time take turns, so that each logs what it changed.
    await advisoryLock(tx, `alarm interval ${country} ${recurrence.crop} ${recurrence.disease}`)
    const before = {
      recurrence_weeks: (await loadRecurrenceWeeks(tx, recurrence)).get(country) ?? defaultRecurrenceWeeks,
    }
    await insertInto(tx, 'alarm_intervals', recurrence)
      .onConflict(conflict => conflict.columns(['country', 'crop', 'disease']).doUpdateSet({ recurrence_weeks }))
      .execute()
    await audit(app, tx, { actor: caller.id, action: 'warning.recurrence_set', before, after: recurrence })
  })
  return recurrence
}

/** Returns how often the rises were real that each method found, most proposed first. A rise that EARS and the scan found counts for both. */
export async function showOutcomes(db: Db, app: App, caller: Caller): Promise<Outcomes> {
  const own = await findJudgedCountry(db, caller)
  const { rows } = await sql<OutcomeRow>`
    select each.*, coalesce(recurrence_weeks, ${sql.lit(defaultRecurrenceWeeks)}) as recurrence_weeks
    from (
      select method, left(district, 2) as country, crop, disease, count(*)::integer as proposed,
        count(*) filter (where ${isAnnounced(app)})::integer as confirmed,
        count(*) filter (where outcome = 'real')::integer as real,
        count(*) filter (where outcome = 'not_real')::integer as not_real
      from disease_warnings,
        lateral unnest(array[case when is_c2_alarm then 'c2' end, case when is_c3_alarm and not is_c2_alarm then 'c3' end,
          case when rising_districts is not null then 'scan' end]) as method
      where method is not null and ${own === 'all' ? sql`true` : sql`left(district, 2) = ${own ?? ''}`}
      group by method, left(district, 2), crop, disease
    ) as each left join alarm_intervals using (country, crop, disease)
    order by proposed desc, method, country, crop, disease`.execute(db)
  return {
    rows: rows.map(row => {
      const checked = row.real + row.not_real
      const { share, low, high } = wilsonInterval(row.real, checked)
      return { ...row, predictive_value: checked === 0 ? null : { share, low, high } }
    }),
  }
}
