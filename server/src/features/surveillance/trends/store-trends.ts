import { findDiseaseCard } from '@kutu/advice/cards/all-cards'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { CountsSubject } from '../counts/district-counts.ts'
import { listWeeks } from '../counts/export-counts.ts'
import { loadCountryWeeks } from './weekly-trends.ts'

/**
 * Job, every hour: with a read replica, stores the figures of the trends that nobody can store who reads them there. Without one,
 * the first reader stores them.
 */
export async function storeTrends(app: App): Promise<void> {
  if (!app.config.readReplica) return
  const weeks = await listWeeks(app, {})
  // Index district_reports_by_week.
  const { rows } = await sql<CountsSubject>`
    select distinct left(district, 2) as country, crop, disease from district_reports
    where week = any(${weeks}::date[]) and disease <> ''`.execute(app.db)
  for (const subject of rows)
    if (findDiseaseCard(subject.crop, subject.disease)) await loadCountryWeeks(app, subject, weeks)
}
