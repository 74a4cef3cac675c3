import type { WeeklySummary } from '@kutu/contract/summaries'
import type { CountryCode } from '@kutu/places/districts'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../../context.ts'
import { addWeeks } from '../counts/weeks.ts'
import { presentPlace } from '../warnings/warnings.ts'

type WarningList = NonNullable<WeeklySummary['proposed']>
type WarningRow = Omit<WarningList['results'][number], 'district_name'>
/** Whose warnings: of rises up to a week, in a country. */
export type WarningScope = { country: CountryCode; week: string }

const maxWarnings = 20
/** A warning is decided within some three weeks of its rise, and holds for four weeks at most; with some to spare. */
const maxAgeWeeks = 12

/** Returns the confirmed warnings that hold on a day. */
export const listHolding = (app: App, scope: WarningScope, day: string): Promise<WarningList> =>
  list(
    app,
    scope,
    sql`state = 'confirmed' and valid_until >= ${day}
      and decided_at < (${day}::date + 1)::timestamp at time zone ${app.config.timeZone}`,
  )

/** Returns the warnings that wait for a decision now. */
export const listProposed = (app: App, scope: WarningScope): Promise<WarningList> =>
  list(app, scope, sql`state = 'open'`)

async function list(app: App, { country, week }: WarningScope, condition: RawBuilder<unknown>): Promise<WarningList> {
  // Index disease_warnings_of_country.
  const { rows } = await sql<WarningRow & { count: number }>`
    select id, district, crop, disease, to_char(week, 'YYYY-MM-DD') as week,
      to_char(valid_until, 'YYYY-MM-DD') as valid_until, (count(*) over ())::integer as count
    from disease_warnings
    where left(district, 2) = ${country} and ${condition}
      and week between ${addWeeks(week, -maxAgeWeeks)} and ${week}
    order by week desc, id limit ${maxWarnings}`.execute(app.db)
  const results = rows.map(({ count: _, ...row }) => ({
    ...row,
    district_name: presentPlace(row.district).district_name,
  }))
  return { count: rows[0]?.count ?? 0, results }
}
