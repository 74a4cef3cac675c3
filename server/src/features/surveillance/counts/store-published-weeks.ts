import { allCards } from '@kutu/advice/cards/all-cards'
import { maxExportWeeks } from '@kutu/contract/surveillance'
import type { CountryCode } from '@kutu/places/districts'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { withoutFigures } from '../disclosure/suppress-small-cells.ts'
import { countWeeks } from '../trends/weekly-trends.ts'
import { nameRows } from './district-counts.ts'
import { type DiseaseTable, listDistricts, readAllDiseases } from './read-all-diseases.ts'
import { encodeTable } from './stored-table.ts'
import { addWeeks, findMonday } from './weeks.ts'

/** A crop of a country in a week. */
type Part = { country: CountryCode; crop: string; week: string }

/** Weeks that are stored: two of the longest requests, so that a run costs the same however long the history is. */
const maxWeeks = 2 * maxExportWeeks

/**
 * Job, every ten minutes: stores the published tables and the trends of the last weeks that have ended and have none, newest first.
 * Reads compute what is not stored, so it only saves their time.
 */
export async function storePublishedWeeks(app: App, _payload: unknown, signal: AbortSignal): Promise<void> {
  for (const { week, country } of await listMissing(app)) {
    signal.throwIfAborted()
    await withTransaction(app, tx => storeWeek({ ...app, db: tx }, tx, { week, country }))
  }
}

async function listMissing(app: App): Promise<Pick<Part, 'country' | 'week'>[]> {
  const lastEnded = await findMonday(app, undefined)
  // Index district_reports_by_week.
  const { rows } = await sql<Pick<Part, 'country' | 'week'>>`
    select distinct country, to_char(week, 'YYYY-MM-DD') as week from (
      select distinct left(district, 2) as country, crop, week from district_reports
      where week <= ${lastEnded}::date and week > ${addWeeks(lastEnded, -maxWeeks)}::date
    ) as counted
    where not exists (select from published_weeks p where (p.country, p.crop, p.week) = (counted.country, counted.crop, counted.week))
    order by week desc`.execute(app.db)
  return rows
}

/**
 * Relies on triggers of district_reports, such as changed_counts_outdate_trends: they delete what a change outdates, under the same
 * lock. A week whose counts somebody is changing is left for the next run.
 */
async function storeWeek(app: App, tx: Tx, { country, week }: Pick<Part, 'country' | 'week'>): Promise<void> {
  // Before the counts are read, so that every change that is not seen comes after the lock.
  const { rows } = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('weekly_trends ' || ${week}::text, 0)) as is_locked`.execute(tx)
  if (!rows[0]?.is_locked) return
  const tables = (await readAllDiseases(app, country, [week])).get(week) ?? []
  for (const crop of new Set(tables.map(table => table.crop))) {
    const part = { country, crop, week }
    await storeCrop(
      tx,
      part,
      tables.filter(table => table.crop === crop),
    )
  }
}

async function storeCrop(tx: Tx, part: Part, tables: readonly DiseaseTable[]): Promise<void> {
  const stored = Object.fromEntries(tables.map(({ disease, rows, totals }) => [disease, encodeTable(rows, totals)]))
  const inserted = { ...part, tables: JSON.stringify(stored) }
  await tx
    .insertInto('published_weeks')
    .values(inserted satisfies CompleteInsert<'published_weeks'>)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const diseases = allCards.filter(({ crop }) => crop === part.crop).flatMap(card => card.diseases)
  const trends = [...new Set(diseases)].map(disease => countTrend(part, disease, tables))
  if (trends.length === 0) return
  await tx
    .insertInto('weekly_trends')
    .values(trends satisfies CompleteInsert<'weekly_trends'>[])
    // A row without a lower bound comes from a release before, which may still run.
    .onConflict(conflict =>
      conflict.columns(['country', 'crop', 'disease', 'week']).doUpdateSet(eb => ({
        districts: eb.ref('excluded.districts'),
        reports: eb.ref('excluded.reports'),
        max_reports: eb.ref('excluded.max_reports'),
        photographed: eb.ref('excluded.photographed'),
        min_photographed: eb.ref('excluded.min_photographed'),
      })),
    )
    .execute()
}

function countTrend({ country, crop, week }: Part, disease: string, tables: readonly DiseaseTable[]) {
  const table = tables.find(each => each.disease === disease) ?? tables.find(each => each.disease === '')
  if (!table) throw new Error('There is a table of those who photographed')
  const places = listDistricts(country)
  const districts = places.map(({ code }) => table.rows.get(code) ?? withoutFigures)
  const [figures] = countWeeks([nameRows(week, { districts, totals: table.totals }, places)])
  if (!figures) throw new Error('There are figures for each table')
  const { maxReports: max_reports, photographed: min_photographed, maxPhotographed: photographed, ...others } = figures
  return { ...{ country, crop, disease, max_reports, min_photographed, photographed }, ...others }
}
