import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { reportsQuery } from './select-reports.ts'

/** A cell whose stored count differs from what the analyses say. */
export type CountDifference = { cell: string; stored: number; computed: number }

/** At most this many differences are listed. */
const maxListed = 20

/**
 * Compares the counts with those computed from all analyses.
 * @returns the number of cells, and the first cells that differ
 */
export async function checkReports(app: App): Promise<{ cells: number; differences: CountDifference[] }> {
  return withTransaction(app, async tx => {
    await lockReports(tx)
    const computed = sql`
      select district, crop, disease, week, strength, count(*) as farmers
      from (${reportsQuery(sql`true`, app.config.timeZone)}) reports group by 1, 2, 3, 4, 5`
    const ofFarmers = sql`
      select district, crop, disease, to_char(week, 'YYYY-MM-DD') as week, strength, count(*) as farmers
      from farmer_reports group by 1, 2, 3, 4, 5`
    const stored = sql`
      select district, crop, disease, to_char(week, 'YYYY-MM-DD') as week, strength, farmers from district_reports`
    const differences: CountDifference[] = []
    for (const table of [stored, ofFarmers]) {
      const { rows } = await sql<CountDifference>`
        select concat_ws(' ', district, crop, nullif(disease, ''), week, strength) as cell,
          coalesce(stored.farmers, 0)::int as stored, coalesce(computed.farmers, 0)::int as computed
        from (${table}) stored full join (${computed}) computed using (district, crop, disease, week, strength)
        where coalesce(stored.farmers, 0) <> coalesce(computed.farmers, 0)
        order by 1 limit ${maxListed}`.execute(tx)
      differences.push(...rows)
    }
    const { count } = await tx
      .selectFrom('district_reports')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    return { cells: Number(count), differences }
  })
}

/** Computes all reports and counts again from the analyses. Photos that arrive meanwhile wait. Returns the number of cells. */
export async function rebuildReports(app: App): Promise<number> {
  return withTransaction(app, async tx => {
    await lockReports(tx)
    await tx.deleteFrom('district_reports').execute()
    await tx.deleteFrom('farmer_reports').execute()
    await sql`
      insert into farmer_reports (farmer_id, week, district, crop, disease, strength)
      select farmer_id, week::date, district, crop, disease, strength
      from (${reportsQuery(sql`true`, app.config.timeZone)}) reports`.execute(tx)
    const { numAffectedRows } = await sql`
      insert into district_reports (district, crop, disease, week, strength, farmers)
      select district, crop, disease, week, strength, count(*) from farmer_reports group by 1, 2, 3, 4, 5`.execute(tx)
    return Number(numAffectedRows ?? 0)
  })
}

/** In the order in which refreshReports writes, so that neither waits for the other forever. */
async function lockReports(tx: Tx): Promise<void> {
  await sql`lock table farmer_reports in share row exclusive mode`.execute(tx)
  await sql`lock table district_reports in share row exclusive mode`.execute(tx)
}
