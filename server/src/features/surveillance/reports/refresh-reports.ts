import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { advisoryLock } from '../../../platform/db/advisory-lock.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type FarmerReport, reportsQuery, takenInWeek, weekOf } from './select-reports.ts'

/**
 * Brings the reports of a farmer and the counts of the districts up to date, in the transaction that changed the farmer's
 * analyses or what experts say about them. Call it after the change.
 * @param at when the photo that changed was taken; left out for all weeks
 */
export async function refreshReports(
  app: App,
  tx: Tx,
  { farmerId, at }: { farmerId: string; at?: Date },
): Promise<void> {
  const { timeZone } = app.config
  // Two photos sent at the same time would otherwise both count as the first of the week.
  await advisoryLock(tx, `farmer_reports ${farmerId}`)
  // Waits for a rebuild before it reads.
  await sql`lock table farmer_reports in row exclusive mode`.execute(tx)
  const week = at && weekOf(sql`${at}::timestamptz`, timeZone)
  const condition = sql`a.farmer_id = ${farmerId}::uuid and ${week ? takenInWeek(week, timeZone) : sql`true`}`
  const { rows: current } = await reportsQuery(condition, timeZone).execute(tx)
  const { rows: stored } = await sql<FarmerReport>`
    select farmer_id, to_char(week, 'YYYY-MM-DD') as week, district, crop, disease, strength from farmer_reports
    where farmer_id = ${farmerId}::uuid and ${week ? sql`week = ${week}` : sql`true`}`.execute(tx)
  await replaceReports(tx, subtract(stored, current), subtract(current, stored))
}

const keyOf = ({ district, crop, disease, week, strength }: FarmerReport): string =>
  [district, crop, disease, week, strength].join(' ')

function subtract(reports: FarmerReport[], others: FarmerReport[]): FarmerReport[] {
  const keys = new Set(others.map(keyOf))
  return reports.filter(report => !keys.has(keyOf(report)))
}

async function replaceReports(tx: Tx, removed: FarmerReport[], added: FarmerReport[]): Promise<void> {
  for (const { farmer_id, week, district, crop, disease } of removed)
    await tx
      .deleteFrom('farmer_reports')
      .where(({ and }) => and({ farmer_id, week, district, crop, disease }))
      .execute()
  if (added.length > 0)
    await tx
      .insertInto('farmer_reports')
      .values(added satisfies CompleteInsert<'farmer_reports'>[])
      .execute()
  // In key order, like every statement that changes these counts, to avoid deadlocks.
  const changes = [
    ...removed.map(report => ({ report, change: subtractFarmer })),
    ...added.map(report => ({ report, change: addFarmer })),
  ].sort((a, b) => (keyOf(a.report) < keyOf(b.report) ? -1 : 1))
  for (const { report, change } of changes) await change(tx, report)
}

async function addFarmer(tx: Tx, { farmer_id: _, ...cell }: FarmerReport): Promise<void> {
  await tx
    .insertInto('district_reports')
    .values({ ...cell, farmers: 1 } satisfies CompleteInsert<'district_reports'>)
    .onConflict(conflict =>
      conflict
        .columns(['district', 'crop', 'disease', 'week', 'strength'])
        .doUpdateSet(({ eb }) => ({ farmers: eb('district_reports.farmers', '+', 1) })),
    )
    .execute()
}

async function subtractFarmer(tx: Tx, { farmer_id: _, ...cell }: FarmerReport): Promise<void> {
  const { farmers } = await tx
    .updateTable('district_reports')
    .set(({ eb }) => ({ farmers: eb('farmers', '-', 1) }))
    .where(({ and }) => and(cell))
    .returning('farmers')
    .executeTakeFirstOrThrow()
  if (farmers > 0) return
  await tx
    .deleteFrom('district_reports')
    .where(({ and }) => and({ ...cell, farmers: 0 }))
    .execute()
}

/**
 * Brings the reports up to date for the analyses of a training photo and its duplicates, in the transaction that decided on
 * the photo.
 */
export async function refreshRuledReports(app: App, tx: Tx, imageId: string): Promise<void> {
  const analyses = await tx
    .selectFrom('training_images')
    .innerJoin('analyses', 'analyses.id', 'training_images.analysis_id')
    .select(['analyses.farmer_id', 'analyses.uploaded_at', 'analyses.taken_at'])
    .where(({ eb, or }) => or([eb('training_images.id', '=', imageId), eb('duplicate_of', '=', imageId)]))
    .orderBy('analyses.farmer_id')
    .execute()
  for (const { farmer_id, uploaded_at, taken_at } of analyses)
    await refreshReports(app, tx, { farmerId: farmer_id, at: taken_at ?? uploaded_at })
}
