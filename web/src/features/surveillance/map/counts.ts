import type { ApiResponse } from '../../../api/endpoints.ts'

export type Counts = ApiResponse<'GET /api/surveillance/map/'>
export type DistrictRow = Counts['districts'][number]

/** Returns the reports of a district that are not hidden; it may have more. */
export const countReports = ({ confirmed, confident, likely }: DistrictRow): number =>
  (confirmed ?? 0) + (confident ?? 0) + (likely ?? 0)

/** Returns the districts with a report that is shown, most reports first. */
export const selectReporting = (districts: readonly DistrictRow[]): DistrictRow[] =>
  districts.filter(row => countReports(row) > 0).sort((a, b) => countReports(b) - countReports(a))
