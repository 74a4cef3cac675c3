import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { reportsQuery } from './select-reports.ts'

/** A cell whose stored count differs from what the analyses say. */
export type CountDifference = { cell: string; stored: number; computed: number }

/** At most this many differences are listed. */
const maxListed = 20
/** Users of one transaction of a rebuild. Photos wait for its end. */
const batchSize = 2000

/**
 * Compares the counts with those computed from all analyses, in one snapshot: photos do not wait.
 * @returns the number of cells, and the first cells that differ
 */
export async function checkReports(app: App): Promise<{ cells: number; differences: CountDifference[] }> {
  return inSnapshot(app, async tx => {
    const computed = sql`
      select district, crop, disease, week, strength, count(*) as farmers
      from (${reportsQuery(sql`true`, app.config.timeZone)}) reports group by 1, 2, 3, 4, 5`
    const { rows: differences } = await sql<CountDifference>`
      with computed as materialized (${computed})
      select * from (${differencesOf(storedCells, sql`computed`)}) stored
      union all select * from (${differencesOf(cellsOfFarmers, sql`computed`)}) of_farmers
      limit ${maxListed}`.execute(tx)
    return { cells: await countCells(tx), differences }
  })
}

const storedCells = sql`
  (select district, crop, disease, to_char(week, 'YYYY-MM-DD') as week, strength, farmers from district_reports)`
const cellsOfFarmers = sql`
  (select district, crop, disease, to_char(week, 'YYYY-MM-DD') as week, strength, count(*) as farmers
   from farmer_reports group by 1, 2, 3, 4, 5)`

const differencesOf = (stored: RawBuilder<unknown>, computed: RawBuilder<unknown>) => sql`
  select concat_ws(' ', district, crop, nullif(disease, ''), week, strength) as cell,
    coalesce(stored.farmers, 0)::int as stored, coalesce(computed.farmers, 0)::int as computed
  from ${stored} stored full join ${computed} computed using (district, crop, disease, week, strength)
  where coalesce(stored.farmers, 0) <> coalesce(computed.farmers, 0)
  order by 1 limit ${maxListed}`

/**
 * Computes all reports and counts again from the analyses: users by users, so that photos that arrive meanwhile wait only for a
 * moment. Then counts the cells again if they do not add up. Returns the number of cells.
 */
export async function rebuildReports(app: App): Promise<number> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const last = await findLastOfBatch(app, after)
    if (last === null) break
    await withTransaction(app, tx => rebuildBatch(app, tx, { after, last }))
    after = last
  }
  // A row of a cell that has lost its farmers.
  await withTransaction(app, tx => tx.deleteFrom('district_reports').where('farmers', '=', 0).execute())
  const isWrong = await inSnapshot(app, async tx => {
    const { rows } = await differencesOf(storedCells, cellsOfFarmers).execute(tx)
    return rows.length > 0
  })
  if (isWrong) await recountCells(app)
  return countCells(app.db)
}

async function findLastOfBatch(app: App, after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    select max(id::text) as last from (
      select id from users where id > ${after}::uuid order by id limit ${batchSize}
    ) batch`.execute(app.db)
  return rows[0]?.last ?? null
}

/** Corrects the reports of the users after one id, up to another, and changes the cells by the difference. */
async function rebuildBatch(app: App, tx: Tx, { after, last }: { after: string; last: string }): Promise<void> {
  await lockReports(tx)
  const computed = reportsQuery(sql`a.farmer_id > ${after}::uuid and a.farmer_id <= ${last}::uuid`, app.config.timeZone)
  await sql`
    with computed as materialized (${computed}),
    gone as (
      delete from farmer_reports r where r.farmer_id > ${after}::uuid and r.farmer_id <= ${last}::uuid and not exists (
        select from computed c where (c.farmer_id, c.week::date, c.district, c.crop, c.disease, c.strength)
          = (r.farmer_id, r.week, r.district, r.crop, r.disease, r.strength)
      ) returning district, crop, disease, week, strength
    )
    update district_reports d set farmers = greatest(d.farmers - counted.farmers, 0)
    from (select district, crop, disease, week, strength, count(*)::int as farmers from gone group by 1, 2, 3, 4, 5) counted
    where (d.district, d.crop, d.disease, d.week, d.strength)
      = (counted.district, counted.crop, counted.disease, counted.week, counted.strength)`.execute(tx)
  await sql`
    with added as (
      insert into farmer_reports (farmer_id, week, district, crop, disease, strength)
      select farmer_id, week::date, district, crop, disease, strength from (${computed}) computed
      on conflict do nothing returning district, crop, disease, week, strength
    )
    insert into district_reports as d (district, crop, disease, week, strength, farmers)
    select district, crop, disease, week, strength, count(*) from added group by 1, 2, 3, 4, 5
    on conflict (district, crop, disease, week, strength) do update set farmers = d.farmers + excluded.farmers`.execute(
    tx,
  )
}

/** Counts all cells again from the reports of the farmers. Photos wait meanwhile. */
async function recountCells(app: App): Promise<void> {
  await withTransaction(app, async tx => {
    await allowLongStatements(tx)
    await lockReports(tx)
    await tx.deleteFrom('district_reports').execute()
    await sql`
      insert into district_reports (district, crop, disease, week, strength, farmers)
      select district, crop, disease, week, strength, count(*) from farmer_reports group by 1, 2, 3, 4, 5`.execute(tx)
  })
}

async function countCells(db: App['db']): Promise<number> {
  const { count } = await db
    .selectFrom('district_reports')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** In the order in which refreshReports writes, so that neither waits for the other forever. */
async function lockReports(tx: Tx): Promise<void> {
  await sql`lock table farmer_reports in share row exclusive mode`.execute(tx)
  await sql`lock table district_reports in share row exclusive mode`.execute(tx)
}

const inSnapshot = <T>(app: App, read: (tx: Tx) => Promise<T>): Promise<T> =>
  app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async tx => {
      await allowLongStatements(tx)
      return read(tx)
    })

/** For statements that read all analyses, which takes minutes with millions of them. */
const allowLongStatements = (tx: Tx) => sql`set local statement_timeout = 0`.execute(tx)
