import { type PublishedCounts, type PublishedTable, withoutFigures } from '../disclosure/suppress-small-cells.ts'

type StoredRow = [
  ...shown: [confirmed: number | null, confident: number | null, likely: number | null],
  ...bounds: [minReports: number, maxReports: number, minPhotographed: number, maxPhotographed: number],
]
/** A published table as it is stored: by district code, without those that have no figure. */
export type StoredTable = { rows: Record<string, StoredRow>; totals: StoredRow }

/** Any change of the format needs a migration that empties published_weeks. */
export function encodeTable(rows: ReadonlyMap<string, PublishedCounts>, totals: PublishedCounts): StoredTable {
  const withFigures = [...rows].filter(
    ([, { reports, photographedInterval }]) => reports[0] + photographedInterval[0] > 0,
  )
  return {
    rows: Object.fromEntries(withFigures.map(([code, counts]) => [code, encodeRow(counts)])),
    totals: encodeRow(totals),
  }
}

/** Returns the table with a row for each of the districts. */
export function decodeTable({ rows, totals }: StoredTable, codes: readonly string[]): PublishedTable {
  const decodeDistrict = (code: string) => {
    const row = rows[code]
    return row ? decodeRow(row) : withoutFigures
  }
  return { districts: codes.map(decodeDistrict), totals: decodeRow(totals) }
}

const encodeRow = ({ confirmed, confident, likely, reports, photographedInterval }: PublishedCounts): StoredRow => [
  ...([confirmed, confident, likely] as const),
  ...([...reports, ...photographedInterval] as const),
]

function decodeRow([confirmed, confident, likely, minReports, maxReports, min, max]: StoredRow): PublishedCounts {
  const photographed = min === max ? min : null
  return {
    confirmed,
    confident,
    likely,
    photographed,
    reports: [minReports, maxReports],
    photographedInterval: [min, max],
  }
}
