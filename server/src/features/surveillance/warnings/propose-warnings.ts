import { findDiseaseCard } from '@kutu/advice/cards/all-cards'
import type { CountryCode } from '@kutu/places/districts'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { notify } from '../../notifications/inbox/notify.ts'
import { computeEars, defaultEarsOptions, firstEarsWeek, type WeeklyCount } from '../detection/ears.ts'
import { addWeeks, findMonday, today } from '../weekly/weeks.ts'
import { type DistrictCluster, findClusters, listUnscanned, type ScanSubject } from './find-clusters.ts'
import { describeRise } from './warnings.ts'

const batchSize = 200
/** Weeks after which an open warning expires: a rise that nobody confirmed by then is outdated. */
const openWeeks = 3
/**
 * Minimum of weeks with a photo of the crop, among the ten before the last two. Where Kutu is new, the first reports are no
 * rise.
 */
const minWeeksWithPhotos = 4

/** One disease of a crop in a district. */
type Cell = { district: string; crop: string; disease: string }
const keyOf = ({ district, crop, disease }: Cell): string => `${district} ${crop} ${disease}`

/**
 * Job, every hour: judges the last week that has ended by EARS C2 and C3 and by a scan over neighboring districts, and proposes
 * a warning for each rise. It may run at any time and any number of times; a rise is proposed once.
 */
export async function proposeWarnings(app: App): Promise<void> {
  const week = findMonday(app, undefined)
  await app.db
    .updateTable('disease_warnings')
    .set({ state: 'expired' })
    .where('state', '=', 'open')
    .where('week', '<=', addWeeks(week, -openWeeks))
    .execute()
  for (let after: Cell | undefined, page: Cell[]; ; after = page.at(-1)) {
    page = await listCandidates(app, week, after)
    if (page.length > 0) await judgePage(app, week, page)
    if (page.length < batchSize) break
  }
  for (const subject of await listUnscanned(app, week)) await recordScan(app, subject, await findClusters(app, subject))
}

/**
 * Records the clusters of a disease, once for a week: another look at corrected counts would give chance another try. They commit
 * together with the note that the week was scanned, so a job that fails before is repeated.
 */
async function recordScan(app: App, subject: ScanSubject, clusters: readonly DistrictCluster[]): Promise<void> {
  await withTransaction(app, async tx => {
    const scan = await tx
      .insertInto('district_scans')
      .values({ ...subject, scanned_at: app.clock.now() } satisfies CompleteInsert<'district_scans'>)
      .onConflict(conflict => conflict.doNothing())
      .returning('week')
      .executeTakeFirst()
    if (!scan) return
    for (const cluster of clusters) await recordCluster(app, tx, subject.week, cluster)
  })
}

/**
 * Adds a cluster to the open warnings of its districts, of whatever week. Without any, it becomes a warning of the district with the
 * most reports. Districts of a decided warning are left out: one of this week, a confirmed one that still holds, or one
 * that was withdrawn since this week has ended. A rest of one district is left to EARS, as a cluster of one is.
 */
async function recordCluster(
  app: App,
  tx: Tx,
  week: string,
  { crop, disease, districts, weeks }: DistrictCluster,
): Promise<void> {
  // Decisions wait, so that none of these warnings is decided before the cluster is recorded.
  const { rows } = await sql<{ id: string; state: string; district: string; districts: string[] }>`
    select id, state, district, coalesce(rising_districts, array[district]) as districts from disease_warnings
    where crop = ${crop} and disease = ${disease}
      and (district = any (${districts}::text[]) or rising_districts && ${districts}::text[])
      and (state = 'open' or week = ${week}::date or (state = 'confirmed' and valid_until >= ${today(app)})
        or ${wasWithdrawnAfter(app, week)})
    order by id for update`.execute(tx)
  const decided = new Set(rows.flatMap(row => (row.state === 'open' ? [] : row.districts)))
  const rest = districts.filter(code => !decided.has(code))
  const [district] = rest
  if (district === undefined || rest.length < 2) return
  const cluster = { rising_districts: rest, rising_weeks: weeks }
  const open = rows.filter(row => row.state === 'open' && rest.includes(row.district)).map(({ id }) => id)
  if (open.length > 0) {
    await tx.updateTable('disease_warnings').set(cluster).where('id', 'in', open).execute()
    return
  }
  await proposeWarning(app, tx, { district, crop, disease, week, is_c2_alarm: false, is_c3_alarm: false, ...cluster })
}

/**
 * Selects warnings that were withdrawn after a week had ended. The expert who withdrew one knew the reports of that week, so they
 * are no reason for another warning. Those of the next week may be.
 */
const wasWithdrawnAfter = (app: App, week: string): RawBuilder<unknown> => sql`
  (state = 'withdrawn' and withdrawn_at >= (${week}::date + 7)::timestamp at time zone ${app.config.timeZone})`

/**
 * Returns cells with enough reports for an alarm, and without a warning that is open, or confirmed and still holds, or was
 * withdrawn since the week has ended.
 */
async function listCandidates(app: App, week: string, after: Cell | undefined): Promise<Cell[]> {
  const { district = '', crop = '', disease = '' } = after ?? {}
  const { rows } = await sql<Cell>`
    select r.district, r.crop, r.disease from weekly_counts r
    where r.week = ${week}::date and r.disease not in ('', 'other_disease')
      and (r.district, r.crop, r.disease) > (${district}, ${crop}, ${disease})
      and not exists (select from disease_warnings w
        where (w.district, w.crop, w.disease) = (r.district, r.crop, r.disease)
          and (w.state = 'open' or w.week = r.week or (w.state = 'confirmed' and w.valid_until >= ${today(app)})
            or ${wasWithdrawnAfter(app, week)}))
    group by 1, 2, 3 having sum(r.farmers) >= ${defaultEarsOptions.minReports}
    order by 1, 2, 3 limit ${sql.lit(batchSize)}`.execute(app.db)
  return rows
}

async function judgePage(app: App, week: string, page: readonly Cell[]): Promise<void> {
  // A warning names the disease and says what to do, so there is none without a card.
  const cells = page.filter(({ crop, disease }) => findDiseaseCard(crop, disease))
  const seriesByCell = await loadSeries(app, week, cells)
  const rises = cells.flatMap(cell => {
    const series = seriesByCell.get(keyOf(cell)) ?? []
    if (series.slice(0, -2).filter(({ photographed }) => photographed > 0).length < minWeeksWithPhotos) return []
    const result = computeEars(series, firstEarsWeek)
    return result && (result.isC2Alarm || result.isC3Alarm) ? [{ cell, result }] : []
  })
  if (rises.length === 0) return
  await withTransaction(app, async tx => {
    for (const { cell, result } of rises) {
      const alarms = { is_c2_alarm: result.isC2Alarm, is_c3_alarm: result.isC3Alarm }
      await proposeWarning(app, tx, { ...cell, week, ...alarms, rising_districts: null, rising_weeks: null })
    }
  })
}

/** Returns the weeks up to the given one that EARS needs, oldest first, of each cell. */
async function loadSeries(app: App, week: string, cells: readonly Cell[]): Promise<Map<string, WeeklyCount[]>> {
  const first = addWeeks(week, -firstEarsWeek)
  const { rows } = await sql<Cell & { week: string; reports: number; photographed: number }>`
    select c.district, c.crop, c.disease, to_char(r.week, 'YYYY-MM-DD') as week,
      coalesce(sum(r.farmers) filter (where r.disease <> ''), 0)::integer as reports,
      coalesce(sum(r.farmers) filter (where r.disease = ''), 0)::integer as photographed
    from unnest(${cells.map(({ district }) => district)}::text[], ${cells.map(({ crop }) => crop)}::text[],
      ${cells.map(({ disease }) => disease)}::text[]) as c (district, crop, disease)
    join weekly_counts r on r.district = c.district and r.crop = c.crop and r.disease in (c.disease, '')
      and r.week between ${first}::date and ${week}::date
    group by 1, 2, 3, 4`.execute(app.db)
  const counts = new Map(rows.map(row => [`${keyOf(row)} ${row.week}`, row]))
  const weeks = Array.from({ length: firstEarsWeek + 1 }, (_, i) => addWeeks(first, i))
  return new Map(
    cells.map(cell => [
      keyOf(cell),
      weeks.map(each => {
        const { reports = 0, photographed = 0 } = counts.get(`${keyOf(cell)} ${each}`) ?? {}
        return { reports, photographed }
      }),
    ]),
  )
}

type Rise = Cell & { week: string; is_c2_alarm: boolean; is_c3_alarm: boolean } & (
    | { rising_districts: string[]; rising_weeks: number }
    | { rising_districts: null; rising_weeks: null }
  )

async function proposeWarning(app: App, tx: Tx, rise: Rise): Promise<void> {
  const row = await tx
    .insertInto('disease_warnings')
    .values({
      ...rise,
      ...{ state: 'open', proposed_at: app.clock.now(), decided_by: null, decided_at: null },
      ...{ decline_reason: null, valid_until: null, withdrawn_by: null, withdrawn_at: null, withdrawal_reason: null },
    } satisfies CompleteInsert<'disease_warnings'>)
    // Of two jobs at the same time, one proposes it.
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return
  await notifyExperts(app, tx, row.id, rise)
  const { district, crop, disease, week } = rise
  const subject = { type: 'warning', id: row.id }
  await audit(app, tx, { actor: null, action: 'warning.proposed', subject, after: { district, crop, disease, week } })
}

/** Notifies the approved experts of the country. */
async function notifyExperts(app: App, tx: Tx, id: string, { district, crop, disease }: Rise): Promise<void> {
  const experts = await tx
    .selectFrom('expert_countries')
    .innerJoin('users', 'users.id', 'expert_countries.user_id')
    .select('users.id')
    .where('country', '=', district.slice(0, 2) as CountryCode)
    .where('users.approval', '=', 'approved')
    .where('users.deactivated_at', 'is', null)
    .orderBy('users.id')
    .execute()
  const details = describeRise({ district, crop, disease })
  const subject = { type: 'warning' as const, id }
  await notify(
    app,
    tx,
    experts.map(({ id: to }) => ({ to, type: 'warning_proposed' as const, details, subject, cause: id })),
  )
}
