import type { WeeklySummary } from '@kutu/contract/summaries'
import type { CountryCode } from '@kutu/places/districts'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { isAnnounced, presentPlace } from '../warnings/warnings.ts'
import { addWeeks } from '../weekly/weeks.ts'

type WarningList = NonNullable<WeeklySummary['proposed']>
type WarningRow = Omit<WarningList['results'][number], 'district_name'> & {
  withdrawn_at: Date | null
  withdrawal_reason: string | null
}
/** Whose warnings: of rises up to a week, in a country. */
export type WarningScope = { country: CountryCode; week: string }

const maxWarnings = 20
/** A warning is decided within some three weeks of its rise, and holds for four weeks at most; with some to spare. */
const maxAgeWeeks = 12

/** Returns the confirmed warnings that hold on a day. One that was withdrawn since is not among them. */
export async function listHolding(db: Db, app: App, scope: WarningScope, day: string): Promise<WarningList> {
  const { count, rows } = await select(db, scope, sql`state = 'confirmed' and ${isForDay(app, day)}`)
  return { count, results: rows.map(presentWarning) }
}

/** Returns the warnings that would hold on a day and were withdrawn, whenever that was. */
export async function listWithdrawn(
  db: Db,
  app: App,
  scope: WarningScope,
  { day, hasReasons }: { day: string; hasReasons: boolean },
): Promise<WeeklySummary['withdrawn']> {
  const { count, rows } = await select(db, scope, sql`state = 'withdrawn' and ${isForDay(app, day)}`, hasReasons)
  const results = rows.flatMap(row => {
    const { withdrawn_at, withdrawal_reason } = row
    if (!withdrawn_at) return []
    return [{ ...presentWarning(row), withdrawn_at: withdrawn_at.toISOString(), withdrawal_reason }]
  })
  return { count, results }
}

/** Returns the warnings that wait for a decision now. */
export async function listProposed(db: Db, scope: WarningScope): Promise<WarningList> {
  const { count, rows } = await select(db, scope, sql`state = 'open'`)
  return { count, results: rows.map(presentWarning) }
}

/** Selects announced warnings that were confirmed by the end of a day, for that day and perhaps longer. */
const isForDay = (app: App, day: string): RawBuilder<unknown> => sql`
  valid_until >= ${day} and decided_at < (${day}::date + 1)::timestamp at time zone ${app.config.timeZone}
  and ${isAnnounced(app)}`

const presentWarning = ({ withdrawn_at: _, withdrawal_reason: __, ...row }: WarningRow) => ({
  ...row,
  district_name: presentPlace(row.district).district_name,
})

async function select(db: Db, { country, week }: WarningScope, condition: RawBuilder<unknown>, hasReasons = false) {
  // Index disease_warnings_of_country. A reason is private: it is read only for who may see it.
  const { rows } = await sql<WarningRow & { count: number }>`
    select id, district, crop, disease, to_char(week, 'YYYY-MM-DD') as week, withdrawn_at,
      case when ${hasReasons}::boolean then note end as withdrawal_reason, to_char(valid_until, 'YYYY-MM-DD') as valid_until, (count(*) over ())::integer as count
    from disease_warnings
    where left(district, 2) = ${country} and ${condition}
      and week between ${addWeeks(week, -maxAgeWeeks)} and ${week}
    order by week desc, id limit ${maxWarnings}`.execute(db)
  return { count: rows[0]?.count ?? 0, rows: rows.map(({ count: _, ...row }) => row) }
}
