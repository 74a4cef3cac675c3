import type { surveillance } from '@kutu/contract/surveillance'
import { districts } from '@kutu/places/districts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import { type DistrictCounts, suppressDiseases } from '../disclosure/suppress-small-cells.ts'

type CountsQuery = z.output<typeof surveillance.showCounts.query>
type PublishedReply = z.input<typeof surveillance.showCounts.reply>
type Row = { district: string; disease: string; strength: keyof DistrictCounts; farmers: number }

/**
 * Returns the published counts of a disease in a week. Every district of the country is listed, because one that is missing
 * would say that nobody photographed the crop there.
 */
export async function getDistrictCounts(app: App, query: CountsQuery): Promise<PublishedReply> {
  const { country, crop, disease } = query
  const week = await findMonday(app, query.week)
  const places = districts.filter(district => district.country === country)
  const { rows } = await sql<Row>`
    select district, disease, strength, farmers from district_reports
    where week = ${week}::date and crop = ${crop} and district like ${`${country}-%`}`.execute(app.db)
  const found = [...new Set(rows.map(row => row.disease))].filter(name => name !== '' && name !== disease)
  // The number of those who photographed the crop is in the tables of all diseases, so they are suppressed together.
  const tables = [disease, ...found].map(name => places.map(({ code }) => countDistrict(rows, code, name)))
  const [table] = suppressDiseases(tables, 'districts')
  if (!table) throw new Error('There is a table for each disease')
  return {
    ...{ country, crop, disease, week },
    districts: places.map(({ code, name }, i) => ({ district: code, name, ...(table.districts[i] ?? hiddenCounts) })),
    totals: table.totals,
  }
}

const hiddenCounts = { confirmed: null, confident: null, likely: null, photographed: null }

function countDistrict(rows: readonly Row[], district: string, disease: string): DistrictCounts {
  const counts = { confirmed: 0, confident: 0, likely: 0, photographed: 0 }
  for (const row of rows) {
    const isOfTable = row.disease === disease || row.strength === 'photographed'
    if (row.district === district && isOfTable) counts[row.strength] = row.farmers
  }
  return counts
}

/** Returns the Monday of the week of a day; without a day, of the last week that has ended. */
async function findMonday(app: App, day: string | undefined): Promise<string> {
  const { rows } = await sql<{ monday: string }>`
    select to_char(date_trunc('week', coalesce(
      ${day ?? null}::date::timestamp,
      ${app.clock.now()}::timestamptz at time zone ${app.config.timeZone} - interval '7 days'
    )), 'YYYY-MM-DD') as monday`.execute(app.db)
  return rows[0]?.monday ?? ''
}
