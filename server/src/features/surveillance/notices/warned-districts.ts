import { listNeighbors } from '@kutu/places/neighbors'
import { type RawBuilder, sql } from 'kysely'
import type { WarningRow } from '../warnings/warnings.ts'

/**
 * Returns the codes of the districts whose farmers hear of a warning, sorted: its own, those that rise together with it, and the
 * neighbors of each of them.
 */
export function listWarnedDistricts(warning: Pick<WarningRow, 'district' | 'rising_districts'>): string[] {
  const rising = [warning.district, ...(warning.rising_districts ?? [])]
  return [...new Set(rising.flatMap(code => [code, ...listNeighbors(code)]))].toSorted()
}

/** Selects the warnings that farmers of a district hear of: the same ones, because neighbors are mutual. */
export function concernsDistrict(district: string): RawBuilder<unknown> {
  const codes = [district, ...listNeighbors(district)]
  return sql`(district = any(${codes}::text[]) or rising_districts && ${codes}::text[])`
}
