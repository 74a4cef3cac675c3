import { type CountryCode, type District, districts } from '@kutu/places/districts'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { type PublishedCounts, type PublishedTable, suppressDiseases } from '../disclosure/suppress-small-cells.ts'
import { countDistrict, groupBy, type ReportRow } from './district-counts.ts'

/** The published table of one disease of a crop; `disease` is empty for the table that has only the photographing farmers. */
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
  app: App,
  country: CountryCode,
  weeks: readonly string[],
): Promise<ReadonlyMap<string, DiseaseTable[]>> {
  const codes = listDistricts(country).map(({ code }) => code)
  // Index district_reports_by_week.
  const { rows } = await sql<ReportRow & { crop: string }>`
    select to_char(week, 'YYYY-MM-DD') as week, crop, district, disease, strength, farmers from district_reports
    where week = any(${weeks}::date[]) and district = any(${codes}::text[])`.execute(app.db)
  const byWeek = groupBy(rows, 'week')
  return new Map(
    weeks.map(week => {
      const byCrop = groupBy(byWeek.get(week) ?? [], 'crop')
      return [week, [...byCrop].flatMap(([crop, cells]) => suppressCrop(crop, cells, codes))]
    }),
  )
}

function suppressCrop(crop: string, cells: readonly ReportRow[], codes: readonly string[]): DiseaseTable[] {
  const names = [...new Set(['', ...cells.map(({ disease }) => disease)])]
  const byDistrict = groupBy(cells, 'district')
  const counts = names.map(name => codes.map(code => countDistrict(byDistrict.get(code) ?? [], name)))
  return suppressDiseases(counts).map(({ districts, totals }, i) => ({
    ...{ crop, disease: names[i] ?? '', totals },
    rows: new Map(districts.map((row, j) => [codes[j] ?? '', row])),
  }))
}
