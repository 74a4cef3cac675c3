import type { PageQuery } from '@kutu/contract/common'
import type { EvidenceLabel, EvidencePhoto } from '@kutu/contract/warnings'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../../context.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { pageOffset, pageReply } from '../../../platform/http/pagination.ts'
import { isToBeLabeledBy } from '../../detection/analyses/last-leaves.ts'
import { photoKey } from '../../detection/photos/photos.ts'
import { readPublishedDistricts } from '../weekly/read-weeks.ts'
import { reportedAnalysesQuery, takenInWeek } from '../weekly/select-reports.ts'
import { canDecide, findJudgedCountry, loadWarning, lockInState, type WarningRow } from './warnings.ts'

type Findings = NonNullable<EvidencePhoto['findings']>
/** A photo of a report. Its `id` on the wire is a hash of that of the analysis. */
type PhotoRow = { id: string; analysis_id: string; hash: string } & Omit<Findings, 'others'>
type LabeledPhotoRow = PhotoRow & {
  own_label: EvidenceLabel | null
  others: Findings['others']
  /** Experts who labeled it, the caller included, and if all of them named the disease. */
  experts: number
  is_agreed: boolean
  /** False while the caller is still to label the photo without knowing its findings. */
  is_revealed: boolean
}

const strengths = ['confirmed', 'confident', 'likely'] as const
/** Experts whose labels make a photo a checked one. */
const checkingExperts = 2

/**
 * Returns a page of the photos behind the reports of a warning, at most one of each farmer, and each photo once. See docs/decisions/0035-warnings.md:
 *
 * - Farmers allowed that their leaf photos are shown, or reported the answer to experts, who have decided.
 * - Only reports that are counted in a figure which is shown: so the photos are never more than the figure says, and there is none
 *   of a hidden count.
 * - None that the caller may still label for the training, because experts label without seeing the answer.
 * - While the warning is open, an expert gets the findings of a photo, and its part of the summary, after labeling it.
 * @throws ApiError not_found, warning_of_other_country
 */
export async function listEvidencePhotos(db: Db, app: App, caller: Caller, id: string, query: PageQuery, url: URL) {
  const warning = await loadWarning(db, id)
  if (!canDecide(warning, await findJudgedCountry(db, caller))) throw apiError('warning_of_other_country')
  const photos = await selectLabeledPhotos(db, app, caller, warning)
  const isChecked = sql`is_revealed and experts >= ${checkingExperts}`
  const { rows } = await sql<LabeledPhotoRow & { total: number; checked: number; agreed: number }>`
    select *, count(*) over ()::integer as total, count(*) filter (where ${isChecked}) over ()::integer as checked,
      count(*) filter (where ${isChecked} and is_agreed) over ()::integer as agreed
    from (${photos}) as photo
    order by id limit ${query.page_size} offset ${pageOffset(query)}`.execute(db)
  const [{ total = 0, checked = 0, agreed = 0 } = {}] = rows
  const results = rows.map(row => presentPhoto(app, row, url))
  return { ...pageReply(url, query, total, results), checked: { photos: checked, agreed } }
}

/**
 * Stores what an expert sees on a photo of an open warning. The first label stays: after it, the expert knows the answer.
 * @throws ApiError not_found (also for a photo that the expert may not see), warning_of_other_country, already_decided, already_labeled
 */
export async function labelEvidencePhoto(
  db: Db,
  app: App,
  caller: Caller,
  { id, photo_id }: { id: string; photo_id: string },
  label: EvidenceLabel,
  url: URL,
): Promise<EvidencePhoto> {
  const judged = await findJudgedCountry(db, caller)
  return withTransaction(db, async tx => {
    const warning = await loadWarning(tx, id)
    if (!canDecide(warning, judged)) throw apiError('warning_of_other_country')
    if (!(await lockInState(tx, id, 'open'))) throw apiError('already_decided')
    const photos = await selectLabeledPhotos(tx, app, caller, warning)
    const load = async () => {
      const { rows } = await sql<LabeledPhotoRow>`select * from (${photos}) as photo where id = ${photo_id}`.execute(tx)
      if (!rows[0]) throw apiError('not_found')
      return rows[0]
    }
    const photo = await load()
    const { analysis_id, own_label } = photo
    if (own_label === label) return presentPhoto(app, photo, url)
    if (own_label !== null) throw apiError('already_labeled')
    const row = { warning_id: id, analysis_id, expert_id: caller.id, label, labeled_at: app.clock.now() }
    await insertInto(tx, 'warning_photo_labels', row)
      .onConflict(conflict => conflict.doNothing())
      .execute()
    return presentPhoto(app, await load(), url)
  })
}

/** Counts the photos that enough experts have labeled without knowing the answer. */
export async function countLabeledPhotos(db: Db, warning: string): Promise<number> {
  const { rows } = await sql`
    select from warning_photo_labels l join users u on u.id = l.expert_id
    where l.warning_id = ${warning} and u.approval = 'approved'
    group by analysis_id having count(*) >= ${checkingExperts}`.execute(db)
  return rows.length
}

function presentPhoto(app: App, row: LabeledPhotoRow, url: URL): EvidencePhoto {
  const { id, hash, own_label, rust_class, disease, band, label, source, others } = row
  return {
    id,
    image: app.files.signedUrl(photoKey(hash), url.origin),
    own_label,
    findings: row.is_revealed ? { rust_class, disease, band, label, source, others } : null,
  }
}

/** Selects the photos that the caller may see, with the labels of experts; none of a warning that is neither open nor confirmed. */
async function selectLabeledPhotos(
  db: Db,
  app: App,
  caller: Caller,
  warning: WarningRow,
): Promise<RawBuilder<LabeledPhotoRow>> {
  const shown = warning.state === 'open' || warning.state === 'confirmed' ? await listShownStrengths(db, warning) : []
  const isBlind = caller.role === 'expert' && warning.state === 'open'
  // Labels of an expert whose approval has ended count no longer.
  const counted = sql`select l.* from warning_photo_labels l join users u on u.id = l.expert_id
    where l.warning_id = ${warning.id} and u.approval = 'approved'`
  // A withdrawn consent or a hidden count hides the labels with the photo.
  return sql`
    select photo.*, own_label, others, experts, coalesce(is_agreed, false) as is_agreed,
      (own_label is not null or not ${isBlind}::boolean) as is_revealed
    from (select distinct on (hash) * from (${selectPhotos(app, caller.id, warning, shown)}) as each order by hash, id) as photo
    cross join lateral (
      select max(label) filter (where expert_id = ${caller.id}) as own_label, count(*) as experts,
        bool_and(label = 'this_disease') as is_agreed
      from (${counted}) as each where analysis_id = photo.analysis_id
    ) as labels
    cross join lateral (
      select coalesce(json_agg(json_build_object('label', label, 'experts', given) order by given desc, label), '[]') as others
      from (
        select label, count(*) as given from (${counted}) as given_labels
        where analysis_id = photo.analysis_id and expert_id <> ${caller.id} group by label
      ) as each
    ) as labels_of_others`
}

/** Returns the columns of the week and district that are published with a number. */
async function listShownStrengths(db: Db, { crop, disease, district, week }: WarningRow) {
  const [table] = await readPublishedDistricts(db, { crop, disease }, { codes: [district], weeks: [week] })
  const row = table?.districts[0]
  return strengths.filter(strength => row && row[strength] !== null)
}

/** Selects the analyses `a` of the district and week of a warning (index analyses_of_district). Those that came after the count are in no figure. */
export const isCounted = ({ district, week }: WarningRow, timeZone: string): RawBuilder<unknown> => sql`
  a.district = ${district} and ${takenInWeek(sql`${week}::date`, timeZone)}
  and a.uploaded_at < (select counted_at from counted_weeks where week = ${week}::date)`

/** Selects the reports of the disease of a warning. */
export const isOfWarning = ({ district, crop, disease }: WarningRow): RawBuilder<unknown> =>
  sql`(district, crop, disease) = (${district}, ${crop}, ${disease})`

/** Selects one photo of each farmer, in an order that depends on nothing but the id of the analysis. */
function selectPhotos(app: App, caller: string, warning: WarningRow, shown: readonly string[]): RawBuilder<PhotoRow> {
  const { timeZone } = app.config
  const rankOf = sql`array_position(array['likely', 'confident', 'confirmed'], strength)`
  return sql`
    select distinct on (reported.farmer_id) md5(a.id::text) as id, a.id as analysis_id, p.hash, a.rust_class, a.disease, a.band, reported.label,
      case when c.user_id is null then 'reported' else 'allowed' end as source
    from (
      select *, ${rankOf} as rank, max(${rankOf}) over (partition by farmer_id) as farmer_rank
      from (${reportedAnalysesQuery(isCounted(warning, timeZone), timeZone)}) as each where ${isOfWarning(warning)}
    ) as reported
    join analyses a on a.id = reported.id
    join photos p on p.id = a.photo_id
    left join photo_consents c on c.user_id = a.farmer_id
    where rank = farmer_rank and strength = any(${shown}::text[])
      and (c.user_id is not null or reported.label is not null)
      and not ${isToBeLabeledBy(caller)}
    order by reported.farmer_id, md5(a.id::text)`
}
