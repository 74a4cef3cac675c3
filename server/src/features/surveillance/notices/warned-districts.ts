import { countryOf } from '@kutu/places/districts'
import { listNeighbors } from '@kutu/places/neighbors'
import { type RawBuilder, sql } from 'kysely'
import type { WarningRow } from '../warnings/warnings.ts'

/**
 * Returns the codes of the districts whose farmers hear of a warning, sorted: its own, those that rise together with it, and the
 * neighbors of each of them. Those of another country are left out, because the experts there have not confirmed it.
 */
export function listWarnedDistricts(warning: Pick<WarningRow, 'district' | 'rising_districts'>): string[] {
  const rising = [warning.district, ...(warning.rising_districts ?? [])]
  const codes = rising.flatMap(code => [code, ...listNeighbors(code)])
  return [...new Set(codes.filter(code => countryOf(code) === countryOf(warning.district)))].toSorted()
}

/** Selects the warnings that farmers of a district hear of: the same ones, because neighbors are mutual. */
export function concernsDistrict(district: string): RawBuilder<unknown> {
  const codes = [district, ...listNeighbors(district)]
  return sql`(left(district, 2) = ${countryOf(district)}
    and (district = any(${codes}::text[]) or rising_districts && ${codes}::text[]))`
}
