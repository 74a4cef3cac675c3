import { allCards, findDiseaseCard } from '@kutu/advice/cards/all-cards'
import { maxPhotoAgeDays } from '@kutu/contract/upload-limits'
import { type RawBuilder, sql } from 'kysely'
import type { ReportStrength } from '../tables.ts'

/** Crops that are counted. */
const crops = ['maize', 'wheat', 'rice', 'beans'] as const

/** A farmer of one cell of the counts. */
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

/** When the photo of an analysis `a` was taken. */
export const takenAt = sql`coalesce(a.taken_at, a.uploaded_at)`

/** Selects analyses `a` whose photo was taken in a week, by its Monday. It was sent at most a month later (index analyses_history). */
export const takenInWeek = (monday: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> => sql`
  a.uploaded_at >= ${monday}::timestamp at time zone ${timeZone}
  and a.uploaded_at < (${monday} + 7 + ${sql.lit(maxPhotoAgeDays)})::timestamp at time zone ${timeZone}
  and ${takenAt} >= ${monday}::timestamp at time zone ${timeZone}
  and ${takenAt} < (${monday} + 7)::timestamp at time zone ${timeZone}`

/** The crop of an analysis `a`, as the farmer stated it or the model found it; null for another or an unknown one. */
export const cropOfAnalysis = sql`
  case when a.crop_type is null then a.crop when a.crop_type <> 'OTHER' then lower(a.crop_type) end`

/** The diseases that experts can name: the card, and how reports call it. */
const namedDiseases = allCards.flatMap(({ id: card, crop, productClass: label, diseases: [disease] }) =>
  crop === null || label === 'healthy' || disease === undefined ? [] : [{ card, crop, label, disease }],
)

/** The rust of each crop that has one, as the reports call it where nobody tells which rust it is. */
const rusts = crops.flatMap(crop => {
  const disease = findDiseaseCard(crop, 'common_rust')?.diseases[0]
  const count = namedDiseases.filter(named => named.crop === crop && named.label === 'common_rust').length
  return disease === undefined ? [] : [{ crop, disease, is_only: count === 1 }]
})

/**
 * Common table expressions: `findings`, what the analyses of a known crop show, in all districts and weeks of the selected ones, and
 * `copies`, those that equal an earlier photo of another farmer which is no copy and counts for the same disease.
 * `condition` selects analyses `a`. The disease of a finding is empty if it is no report, see `reportsQuery`.
 */
const findingsOf = (condition: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> => sql`
  selected as materialized (
    select a.id, ${weekOf(takenAt, timeZone)} as week, a.district, a.uploaded_at
    from analyses a where a.district is not null and ${condition}
  ), known as materialized (
    select a.id, a.farmer_id, ${weekOf(takenAt, timeZone)} as week, a.district, not ${isEstablished(timeZone)} as is_new,
      ${cropOfAnalysis} as crop, a.uploaded_at, a.fingerprint, a.id in (select id from selected) as is_selected,
      a.rust_class, a.disease, a.band, ruling.label, ruling.card
    from analyses a
    join users u on u.id = a.farmer_id
    left join lateral (
      select decided.label, decided.disease as card from training_images reported
      join training_images decided on decided.id = coalesce(reported.duplicate_of, reported.id)
      where reported.analysis_id = a.id and reported.state in ('accepted', 'duplicate') and decided.state = 'accepted'
      order by decided.accepted_as desc limit 1
    ) ruling on true
    where (a.district, ${weekOf(takenAt, timeZone)}) in (select district, week from selected)
      and a.uploaded_at >= (select min(week) from selected)::timestamp at time zone ${timeZone}
      and a.uploaded_at <= (select max(uploaded_at) from selected)
      and ${cropOfAnalysis} = any(${[...crops]}::text[])
  ), judged as (
    -- The disease and rank of the model, and what experts agreed on.
    select known.*, coalesce(named.disease is not null or (label = 'common_rust' and rusts.is_only), false) as is_named,
      coalesce(known.disease, case rust_class when 'common_rust' then rusts.disease end, rust_class) as model_disease,
      case band when 'confident' then 2 when 'likely' then 1 end as model_rank,
      coalesce(named.disease, case label when 'common_rust' then rusts.disease end, label) as agreed
    from known
    left join json_to_recordset(${JSON.stringify(namedDiseases)}::json) as named (card text, crop text, label text, disease text)
      using (card, crop, label)
    left join json_to_recordset(${JSON.stringify(rusts)}::json) as rusts (crop text, disease text, is_only boolean) using (crop)
  ), findings as (
    -- The model's answer counts where experts agreed on nothing, or on its class without a name.
    select id, farmer_id, week, district, is_new, crop, label, uploaded_at, fingerprint, is_selected, rank,
      case when rank is null then '' when keeps_model then model_disease else agreed end as disease
    from judged cross join lateral (
      select label is null or (not is_named and label = rust_class and model_rank is not null) as keeps_model
    ) decision cross join lateral (
      select case when coalesce(label, rust_class) = 'healthy' then null when keeps_model then model_rank else 3 end as rank
    ) ranked
  ), sent as (
    -- Of photos with one hash, the first stands for all: one of another farmer is a copy of it, and others would be compared in vain.
    select *, row_number() over (
      partition by district, week, crop, disease, fingerprint, is_new order by uploaded_at, id
    ) = 1 as is_original
    from findings
  ), banded as (
    -- Two hashes have one of these bands of seven bits in common, unless they differ in each.
    select sent.*, i * 128 + (fingerprint >> 7 * i & 127) as band
    from sent cross join generate_series(0, ${sql.lit(maxHammingDistance)}) as i
  ), pairs as materialized (
    select distinct a.id, s.id as earlier, s.farmer_id <> a.farmer_id and (a.is_new or not s.is_new) as is_of_other
    from banded a join banded s using (district, week, crop, disease, band)
    where s.is_original and (s.uploaded_at, s.id) < (a.uploaded_at, a.id)
      and bit_count((s.fingerprint # a.fingerprint)::bit(64)) <= ${sql.lit(maxHammingDistance)}
  ), copies as (
    -- A copy makes no copies: it takes nothing from the farmer whose photo it is, nor from photos that resemble it alone.
    select id from pairs where is_of_other and earlier not in (select id from pairs where is_of_other)
  )`

/** Bits of 64 in which the perceptual hashes of two copies of a photo differ at most, measured in docs/decisions/0034-hidden-counts.md. */
const maxHammingDistance = 8

/** Days after which an account is no longer new. */
const newAccountDays = 14

/** The farmer of an analysis `a`, a user `u`, was here before: a crowd of accounts made for one week counts nothing. */
const isEstablished = (timeZone: string): RawBuilder<unknown> => sql`(
  u.created_at <= ${takenAt} - interval '1 day' * ${sql.lit(newAccountDays)} and (
    exists (select from analyses e where e.farmer_id = a.farmer_id
      and e.uploaded_at < date_trunc('day', a.uploaded_at, ${timeZone}))
    or exists (select from bookings b where b.farmer_id = a.farmer_id and b.created_at < a.uploaded_at)
    or exists (select from posts p where p.farmer_id = a.farmer_id and p.status = 'approved' and p.created_at < a.uploaded_at)
  )
)`

const isCounted = sql`is_selected and id not in (select id from copies)`

const strengthOf = (rank: RawBuilder<unknown>) => sql`(array['likely', 'confident', 'confirmed'])[${rank}]`

/**
 * Returns the query of what analyses add to the counts. `condition` selects analyses `a`.
 *
 * - Experts who agreed on the photo decide what it shows: the disease that they named is confirmed, or the only rust of the crop.
 *   A healthy leaf is no report.
 * - If they did not agree on a name, they confirm no disease of the model: an answer of their class keeps its disease and strength.
 *   Otherwise rust of the crop or `other_disease` is confirmed.
 * - Other answers count as confident or likely by their band. Uncertain and unfamiliar ones are no reports.
 * - A rust without a name is the rust of the crop, which the map shows.
 * - Several photos of one disease in a week are one report. It has the strength of the most certain answer.
 * - Reports of new accounts are counted apart. The same or nearly the same photo counts once for each disease, for the farmer who sent
 *   it first of those who count there.
 * - Every photo of a known crop counts its farmer among those who photographed the crop.
 */
export const reportsQuery = (condition: RawBuilder<unknown>, timeZone: string): RawBuilder<FarmerReport> => sql`
  with ${findingsOf(condition, timeZone)}
  select farmer_id, to_char(week, 'YYYY-MM-DD') as week, district, crop, disease,
    case when bool_and(is_new) then 'new' else ${strengthOf(sql`max(rank) filter (where not is_new)`)} end as strength
  from findings where ${isCounted} and disease <> '' group by farmer_id, findings.week, district, crop, disease
  union all
  select distinct farmer_id, to_char(week, 'YYYY-MM-DD'), district, crop, '', 'photographed' from findings
  where ${isCounted} and not is_new`

/** An analysis that is a report, with what experts agreed on. */
export type ReportedAnalysis = Omit<FarmerReport, 'week'> & { id: string; label: string | null }

/** Returns the query of the single analyses behind the reports. `condition` selects analyses `a`. */
export const reportedAnalysesQuery = (
  condition: RawBuilder<unknown>,
  timeZone: string,
): RawBuilder<ReportedAnalysis> => sql`
  with ${findingsOf(condition, timeZone)}
  select id, farmer_id, district, crop, disease, label, ${strengthOf(sql`rank`)} as strength
  from findings where ${isCounted} and disease <> '' and not is_new`

/** Returns the query of the accounts and photos behind the reports of a `subject`, also new accounts and copies of a photo. */
export const reportSourcesQuery = (
  condition: RawBuilder<unknown>,
  timeZone: string,
  subject: RawBuilder<unknown>,
): RawBuilder<{ account_days: number; photos: number; distinct_photos: number }> => sql`
  with ${findingsOf(condition, timeZone)}
  select (percentile_disc(0.5) within group (order by days))::integer as account_days,
    sum(photos)::integer as photos, sum(distinct_photos)::integer as distinct_photos
  from (
    select extract(day from min(uploaded_at) - min(u.created_at)) as days, count(*) as photos,
      count(*) filter (where findings.id not in (select id from pairs)) as distinct_photos
    from findings join users u on u.id = farmer_id
    where is_selected and disease <> '' and ${subject} group by farmer_id
  ) as account having count(*) > 0`
