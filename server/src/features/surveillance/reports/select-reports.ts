import { type RawBuilder, sql } from 'kysely'
import type { ReportStrength } from '../tables.ts'

/** A row of farmer_reports. */
export type FarmerReport = {
  farmer_id: string
  week: string
  district: string
  crop: string
  disease: string
  strength: ReportStrength
}

/** Returns the Monday of the week of a time, in a time zone. */
export const weekOf = (time: RawBuilder<unknown>, timeZone: string): RawBuilder<string> =>
  sql<string>`date_trunc('week', ${time} at time zone ${timeZone})::date`

/**
 * Common table expressions: `known`, analyses of a known crop, and `findings`, the ones that show a disease. `condition` selects
 * analyses `a`. The rank of a finding is null if it is no report, see `reportsQuery`.
 */
const findingsOf = (condition: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> => sql`
  answers as (
    select a.id, a.farmer_id, ${weekOf(sql`a.uploaded_at`, timeZone)} as week, a.district,
      case when a.crop_type is null then a.crop when a.crop_type <> 'OTHER' then lower(a.crop_type) end as crop,
      a.rust_class, a.disease, coalesce(a.band, a.verdict) as band, ruling.label
    from analyses a
    left join lateral (
      select decided.label from training_images reported
      join training_images decided on decided.id = coalesce(reported.duplicate_of, reported.id)
      where reported.analysis_id = a.id and reported.state in ('accepted', 'duplicate') and decided.state = 'accepted'
      order by decided.accepted_as desc limit 1
    ) ruling on true
    where a.district is not null and ${condition}
  ), known as (
    select * from answers where crop in ('maize', 'wheat', 'rice', 'beans')
  ), findings as (
    select id, farmer_id, week, district, crop, label,
      case when label <> rust_class then label else coalesce(disease, rust_class) end as disease,
      case when label is not null then 3 when band = 'confident' then 2 when band = 'likely' then 1 end as rank
    from known where coalesce(label, rust_class) <> 'healthy'
  )`

const strengthOf = (rank: RawBuilder<unknown>) => sql`(array['likely', 'confident', 'confirmed'])[${rank}]`

/**
 * Returns the query of what analyses add to the counts. `condition` selects analyses `a`.
 *
 * - Experts who agreed on the photo decide what it shows, and the report is confirmed. An answer that they found wrong
 *   counts for what they saw, or for nothing if that is a healthy leaf.
 * - Other answers count as confident or likely by their band. Uncertain and unfamiliar ones are no reports.
 * - Several photos of one disease in a week are one report, with the strength of the surest.
 * - Every photo of a known crop counts its farmer among those who photographed the crop.
 */
export const reportsQuery = (condition: RawBuilder<unknown>, timeZone: string): RawBuilder<FarmerReport> => sql`
  with ${findingsOf(condition, timeZone)}
  select farmer_id, to_char(week, 'YYYY-MM-DD') as week, district, crop, disease, ${strengthOf(sql`max(rank)`)} as strength
  from findings where rank is not null group by farmer_id, findings.week, district, crop, disease
  union all
  select distinct farmer_id, to_char(week, 'YYYY-MM-DD'), district, crop, '', 'photographed' from known`

/** An analysis that is a report, with what experts agreed on. */
export type ReportedAnalysis = Omit<FarmerReport, 'week'> & { id: string; label: string | null }

/** Returns the query of the single analyses behind the reports. `condition` selects analyses `a`. */
export const reportedAnalysesQuery = (
  condition: RawBuilder<unknown>,
  timeZone: string,
): RawBuilder<ReportedAnalysis> => sql`
  with ${findingsOf(condition, timeZone)}
  select id, farmer_id, district, crop, disease, label, ${strengthOf(sql`rank`)} as strength
  from findings where rank is not null`
