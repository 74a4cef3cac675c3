import { findDiseaseCard } from '@kutu/advice/cards/all-cards'
import type { surveillance } from '@kutu/contract/surveillance'
import { type CountryCode, type District, districts } from '@kutu/places/districts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { fieldError } from '../../../platform/http/api-error.ts'
import {
  type DistrictCounts,
  discloseDiseases,
  type PublishedCounts,
  type PublishedTable,
  suppressDiseases,
  withoutFigures,
} from './suppress-small-cells.ts'
import { findMonday } from './weeks.ts'

type CountsQuery = z.output<typeof surveillance.showCounts.query>
type PublishedReply = z.input<typeof surveillance.showCounts.reply>
type CountRow = {
  week: string
  crop: string
  district: string
  disease: string
  strength: keyof DistrictCounts
  farmers: number
}

/** One disease of a crop in one country. */
export type CountsSubject = Pick<CountsQuery, 'country' | 'crop' | 'disease'>

/** @throws validation_failed for a disease that no report of the crop can name */
export function checkDisease({ crop, disease }: Pick<CountsSubject, 'crop' | 'disease'>): void {
  if (disease !== 'other_disease' && !findDiseaseCard(crop, disease)) throw fieldError('disease', 'field.invalid')
}

/** Makes tables that a reader may see from the true counts: `suppressDiseases` or `discloseDiseases`. */
export type Disclosure = typeof suppressDiseases

/**
 * Returns the counts of a week that has ended; for a later one, those of the last that has: while a week runs, two readings
 * would show who came in between.
 * @throws validation_failed for an unknown disease
 */
export async function getDistrictCounts(
  db: Db,
  app: App,
  { country, crop, disease, week: day }: CountsQuery,
  publish: Disclosure = suppressDiseases,
): Promise<PublishedReply> {
  checkDisease({ crop, disease })
  const lastWeek = findMonday(app, undefined)
  const requested = day === undefined ? lastWeek : findMonday(app, day)
  const week = requested < lastWeek ? requested : lastWeek
  const [table] = await readPublishedWeeks(db, { country, crop, disease }, [week], publish)
  if (!table) throw new Error('There is a table for each week')
  const { districts, totals } = table
  const counted = await db
    .selectFrom('counted_weeks')
    .select('arrival_days')
    .where('week', '=', week)
    .executeTakeFirst()
  return {
    country,
    crop,
    disease,
    week,
    last_week: lastWeek,
    is_exact: publish === discloseDiseases,
    arrival_days: counted ? (counted.arrival_days[country] ?? 0) : null,
    districts,
    totals,
  }
}

/** The table of a week, with every district of the country: one that is missing would say that nobody photographed there. */
export type PublishedWeek = { week: string } & Pick<PublishedReply, 'districts' | 'totals'>

/** Returns the published tables of weeks, given by their Mondays. Each is the same whatever weeks it is read with. */
export async function readPublishedWeeks(
  db: Db,
  { country, crop, disease }: CountsSubject,
  weeks: readonly string[],
  publish: Disclosure = suppressDiseases,
): Promise<PublishedWeek[]> {
  return readSubject(db, { crop, disease }, { weeks, places: listDistricts(country), publish })
}

/**
 * Returns the published rows of some districts, also of several countries, in weeks. They are those of the whole tables, because
 * no row depends on another one. There are no totals.
 */
export async function readPublishedDistricts(
  db: Db,
  subject: Pick<CountsSubject, 'crop' | 'disease'>,
  {
    codes,
    weeks,
    publish = suppressDiseases,
  }: { codes: readonly string[]; weeks: readonly string[]; publish?: Disclosure },
): Promise<Omit<PublishedWeek, 'totals'>[]> {
  const places = districts.filter(({ code }) => codes.includes(code))
  return (await readSubject(db, subject, { weeks, places, publish })).map(({ week, districts }) => ({
    week,
    districts,
  }))
}

async function readSubject(
  db: Db,
  { crop, disease }: Pick<CountsSubject, 'crop' | 'disease'>,
  { weeks, places, publish }: { weeks: readonly string[]; places: readonly District[]; publish: Disclosure },
): Promise<PublishedWeek[]> {
  const codes = places.map(({ code }) => code)
  const byWeek = groupBy(await readCounts(db, weeks, codes, crop), 'week')
  return weeks.map(week => {
    const [table] = publishCrop(crop, byWeek.get(week) ?? [], { codes, first: disease, publish })
    if (!table) throw new Error('There is a table for each disease')
    const rows = places.map(({ code, name }) => ({
      district: code,
      name,
      ...presentCounts(table.rows.get(code) ?? withoutFigures),
    }))
    return { week, districts: rows, totals: presentCounts(table.totals) }
  })
}

/** The published table of one disease of a crop, by district; `disease` is empty for the one of the photographing farmers. */
export type DiseaseTable = { crop: string; disease: string; rows: ReadonlyMap<string, PublishedCounts> } & Pick<
  PublishedTable,
  'totals'
>

/** Returns the districts of a country, all of which are in its tables. */
export const listDistricts = (country: CountryCode): District[] =>
  districts.filter(district => district.country === country)

/**
 * Returns the published tables of all crops and diseases with reports, for each week. They are those of `readPublishedWeeks`; a
 * disease without reports has no table, and would have no figure in it.
 */
export async function readAllDiseases(
  db: Db,
  country: CountryCode,
  weeks: readonly string[],
): Promise<ReadonlyMap<string, DiseaseTable[]>> {
  const codes = listDistricts(country).map(({ code }) => code)
  const byWeek = groupBy(await readCounts(db, weeks, codes), 'week')
  return new Map(
    weeks.map(week => {
      const byCrop = groupBy(byWeek.get(week) ?? [], 'crop')
      return [
        week,
        [...byCrop].flatMap(([crop, rows]) => publishCrop(crop, rows, { codes, first: '', publish: suppressDiseases })),
      ]
    }),
  )
}

async function readCounts(
  db: Db,
  weeks: readonly string[],
  codes: readonly string[],
  crop?: string,
): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select to_char(week, 'YYYY-MM-DD') as week, crop, district, disease, strength, farmers from weekly_counts
    where week = any(${weeks}::date[]) and district = any(${codes}::text[]) and strength <> 'new'
      and ${crop === undefined ? sql`true` : sql`crop = ${crop}`}`.execute(db)
  return rows
}

/**
 * Returns the tables of all diseases of a crop, `first` the first. They are suppressed together, because the number of those who
 * photographed the crop is in each of them.
 */
function publishCrop(
  crop: string,
  rows: readonly CountRow[],
  { codes, first, publish }: { codes: readonly string[]; first: string; publish: Disclosure },
): DiseaseTable[] {
  const names = [...new Set([first, ...rows.map(({ disease }) => disease)])].filter(
    name => name === first || name !== '',
  )
  const byDistrict = groupBy(rows, 'district')
  const counts = names.map(name => codes.map(code => countDistrict(byDistrict.get(code) ?? [], name)))
  return publish(counts).map(({ districts, totals }, i) => ({
    crop,
    disease: names[i] ?? '',
    totals,
    rows: new Map(districts.map((row, j) => [codes[j] ?? '', row])),
  }))
}

function presentCounts({ reports, photographedInterval, ...shown }: PublishedCounts): PublishedReply['totals'] {
  return {
    ...shown,
    reports_min: reports[0],
    reports_max: reports[1],
    photographed_min: photographedInterval[0],
    photographed_max: photographedInterval[1],
  }
}

function countDistrict(rows: readonly CountRow[], disease: string): DistrictCounts {
  const counts = { confirmed: 0, confident: 0, likely: 0, photographed: 0 }
  for (const row of rows)
    if (row.disease === disease || row.strength === 'photographed') counts[row.strength] = row.farmers
  return counts
}

function groupBy<Key extends string, Row extends Record<Key, string>>(
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
