import { maxExportedWarnings, type warnings } from '@kutu/contract/warnings'
import { countryOf } from '@kutu/places/districts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import { listWeeks, toPoint } from '../weekly/export-counts.ts'
import { isAnnounced, presentPlace, type WarningRow } from './warnings.ts'

type ExportQuery = z.output<typeof warnings.exportWarnings.query>
type WarningCollection = z.input<typeof warnings.exportWarnings.reply>
type Row = Pick<WarningRow, 'id' | 'district' | 'crop' | 'disease' | 'week' | 'rising_districts'> & {
  decided_at: Date
  valid_until: string
}

/**
 * Returns the confirmed warnings of a country in a range of weeks as GeoJSON. Open and declined ones are not for others: an
 * alarm is no warning.
 * @throws validation_failed as an export of counts does
 */
export async function exportWarnings(app: App, query: ExportQuery): Promise<WarningCollection> {
  const weeks = listWeeks(app, query)
  // Index disease_warnings_of_country.
  const { rows } = await sql<Row>`
    select id, district, crop, disease, to_char(week, 'YYYY-MM-DD') as week, decided_at,
      to_char(valid_until, 'YYYY-MM-DD') as valid_until, rising_districts
    from disease_warnings
    where left(district, 2) = ${query.country} and state = 'confirmed' and ${isAnnounced(app)} and week = any(${weeks}::date[])
    order by week desc, id limit ${maxExportedWarnings}`.execute(app.db)
  const features = rows.map(({ id, district, decided_at, rising_districts: rising, ...row }) => {
    const { country, district_name: name } = presentPlace(district)
    const confirmed_at = decided_at.toISOString()
    // Those abroad are for the experts there.
    const rising_districts = rising?.filter(code => countryOf(code) === country).toSorted() ?? null
    const properties = { district, name, country, confirmed_at, ...row, rising_districts }
    return { type: 'Feature' as const, id, geometry: toPoint(district), properties }
  })
  return { type: 'FeatureCollection', features }
}
