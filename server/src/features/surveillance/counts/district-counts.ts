import type { surveillance } from '@kutu/contract/surveillance'
import { type District, districts } from '@kutu/places/districts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import {
  type DistrictCounts,
  type PublishedCounts,
  type PublishedTable,
  suppressDiseases,
} from '../disclosure/suppress-small-cells.ts'
import { decodeTable, type StoredTable } from './stored-table.ts'
import { findMonday } from './weeks.ts'

type CountsQuery = z.output<typeof surveillance.showCounts.query>
type PublishedReply = z.input<typeof surveillance.showCounts.reply>
export type ReportRow = {
  week: string
  district: string
  disease: string
  strength: keyof DistrictCounts
  farmers: number
}

/** One disease of a crop in one country. */
export type CountsSubject = Pick<CountsQuery, 'country' | 'crop' | 'disease'>

/**
 * Returns the counts of a week that has ended; for a later one, those of the last that has. The same for everybody: while a week
 * runs, two readings would show who came in between.
 */
export async function getDistrictCounts(app: App, query: CountsQuery): Promise<PublishedReply> {
  const lastWeek = await findMonday(app, undefined)
  const requested = query.week === undefined ? lastWeek : await findMonday(app, query.week)
  return readWeek(app, query, { week: requested < lastWeek ? requested : lastWeek, lastWeek })
}

async function readWeek(
  app: App,
  { country, crop, disease }: CountsSubject,
  { week, lastWeek }: { week: string; lastWeek: string },
): Promise<PublishedReply> {
  const [table] = await readPublishedWeeks(app, { country, crop, disease }, [week])
  if (!table) throw new Error('There is a table for each week')
  const { districts, totals } = table
  return { country, crop, disease, week, last_week: lastWeek, districts, totals }
}

/** The table of a week, with every district of the country: one that is missing would say that nobody photographed there. */
export type PublishedWeek = { week: string } & Pick<PublishedReply, 'districts' | 'totals'>

/** Returns the published tables of weeks, given by their Mondays. Each is the same whatever weeks it is read with. */
export async function readPublishedWeeks(
  app: App,
  { country, crop, disease }: CountsSubject,
  weeks: readonly string[],
): Promise<PublishedWeek[]> {
  const places = districts.filter(district => district.country === country)
  const stored = await findStored(app, { country, crop, disease }, weeks)
  const missing = weeks.filter(week => !stored.has(week))
  const computed = missing.length === 0 ? [] : await readWeeks(app, { crop, disease }, { weeks: missing, places })
  const byWeek = new Map(computed.map(table => [table.week, table]))
  const codes = places.map(({ code }) => code)
  return weeks.flatMap(week => {
    const table = stored.get(week)
    return table ? nameRows(week, decodeTable(table, codes), places) : (byWeek.get(week) ?? [])
  })
}

/** A disease that nobody reported has the table of those who photographed. */
async function findStored(
  app: App,
  { country, crop, disease }: CountsSubject,
  weeks: readonly string[],
): Promise<ReadonlyMap<string, StoredTable>> {
  const { rows } = await sql<{ week: string; table: StoredTable }>`
    select to_char(week, 'YYYY-MM-DD') as week, coalesce(tables -> ${disease}, tables -> '') as "table" from published_weeks
    where country = ${country} and crop = ${crop} and week = any(${weeks}::date[])`.execute(app.db)
  return new Map(rows.map(({ week, table }) => [week, table]))
}

/** Returns a table as it is shown, with its districts in the order of `places`. */
export function nameRows(
  week: string,
  { districts, totals }: PublishedTable,
  places: readonly District[],
): PublishedWeek {
  const named = places.map(({ code, name }, i) => ({ ...{ district: code, name }, ...presentCounts(districts[i]) }))
  return { week, districts: named, totals: presentCounts(totals) }
}

/**
 * Returns the published rows of some districts, also of several countries, in weeks. They are those of the whole tables, because
 * no row depends on another one. There are no totals.
 */
export async function readPublishedDistricts(
  app: App,
  subject: Pick<CountsSubject, 'crop' | 'disease'>,
  { codes, weeks }: { codes: readonly string[]; weeks: readonly string[] },
): Promise<Omit<PublishedWeek, 'totals'>[]> {
  const places = districts.filter(({ code }) => codes.includes(code))
  return (await readWeeks(app, subject, { weeks, places })).map(({ week, districts }) => ({ week, districts }))
}

async function readWeeks(
  app: App,
  { crop, disease }: Pick<CountsSubject, 'crop' | 'disease'>,
  { weeks, places }: { weeks: readonly string[]; places: readonly District[] },
): Promise<PublishedWeek[]> {
  const { rows } = await sql<ReportRow>`
    select to_char(week, 'YYYY-MM-DD') as week, district, disease, strength, farmers from district_reports
    where week = any(${weeks}::date[]) and crop = ${crop}
      and district = any(${places.map(({ code }) => code)}::text[])`.execute(app.db)
  const rowsByWeek = groupBy(rows, 'week')
  return weeks.map(week => {
    const codes = places.map(({ code }) => code)
    return nameRows(week, suppressWeek(rowsByWeek.get(week) ?? [], codes, disease), places)
  })
}

/** The number of those who photographed the crop is in the tables of all diseases, so they are suppressed together. */
function suppressWeek(rows: readonly ReportRow[], codes: readonly string[], disease: string): PublishedTable {
  const others = [...new Set(rows.map(row => row.disease))].filter(name => name !== '' && name !== disease)
  const rowsByDistrict = groupBy(rows, 'district')
  const tables = [disease, ...others].map(name =>
    codes.map(code => countDistrict(rowsByDistrict.get(code) ?? [], name)),
  )
  const [table] = suppressDiseases(tables)
  if (!table) throw new Error('There is a table for each disease')
  return table
}

function presentCounts(counts: PublishedCounts | undefined): PublishedReply['totals'] {
  if (!counts) throw new Error('There is a row for each district')
  const { reports, photographedInterval, ...shown } = counts
  return {
    ...shown,
    ...{ reports_min: reports[0], reports_max: reports[1] },
    ...{ photographed_min: photographedInterval[0], photographed_max: photographedInterval[1] },
  }
}

export function countDistrict(rows: readonly ReportRow[], disease: string): DistrictCounts {
  const counts = { confirmed: 0, confident: 0, likely: 0, photographed: 0 }
  for (const row of rows)
    if (row.disease === disease || row.strength === 'photographed') counts[row.strength] = row.farmers
  return counts
}

export function groupBy<Key extends string, Row extends Record<Key, string>>(
  rows: readonly Row[],
  key: Key,
): ReadonlyMap<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row[key])
    if (group) group.push(row)
    else groups.set(row[key], [row])
  }
  return groups
}
