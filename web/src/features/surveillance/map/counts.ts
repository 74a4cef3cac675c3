import type { ApiResponse } from '../../../api/endpoints.ts'

export type Counts = ApiResponse<'GET /api/surveillance/map/'>
export type DistrictRow = Counts['districts'][number]

/** Returns the fewest reports of a district; where some are hidden, it may have up to four more. */
export const countReports = ({ reports_min }: DistrictRow): number => reports_min

/** Returns the districts with reports that are shown, most reports first. */
export const selectReporting = (districts: readonly DistrictRow[]): DistrictRow[] =>
  districts.filter(row => countReports(row) > 0).sort((a, b) => countReports(b) - countReports(a))
