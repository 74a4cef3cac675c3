import type { PageQuery } from '@kutu/contract/common'
import type { EvidencePhoto } from '@kutu/contract/warnings'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { pageOffset, pageReply } from '../../../platform/http/pagination.ts'
import { photoKey } from '../../detection/photos/photos.ts'
import { readPublishedDistricts } from '../weekly/read-weeks.ts'
import { reportedAnalysesQuery, takenInWeek } from '../weekly/select-reports.ts'
import { canDecide, findJudgedCountry, loadWarning, type WarningRow } from './warnings.ts'

type PhotoRow = Omit<EvidencePhoto, 'image'> & { hash: string }

const strengths = ['confirmed', 'confident', 'likely'] as const

/**
 * Returns a page of the photos behind the reports of a warning, at most one of each farmer, and each photo once. See docs/decisions/0035-warnings.md:
 *
 * - Farmers allowed that their leaf photos are shown, or reported the answer to experts, who have decided.
 * - Only reports that are counted in a figure which is shown: so the photos are never more than the figure says, and there is none
 *   of a hidden count.
 * - None that the caller may still be asked to label, because experts label without seeing the answer.
 * @throws ApiError not_found, warning_of_other_country
 */
export async function listEvidencePhotos(db: Db, app: App, caller: Caller, id: string, query: PageQuery, url: URL) {
  const warning = await loadWarning(db, id)
  if (!canDecide(warning, await findJudgedCountry(db, caller))) throw apiError('warning_of_other_country')
  const shown = warning.state === 'open' || warning.state === 'confirmed' ? await listShownStrengths(db, warning) : []
  if (shown.length === 0) return pageReply(url, query, 0, [])
  const photos = selectPhotos(app, caller.id, warning, shown)
  const { rows } = await sql<PhotoRow & { total: number }>`
    select *, count(*) over ()::integer as total from (
      select distinct on (hash) * from (${photos}) as each order by hash, place
    ) as photo
    order by place limit ${query.page_size} offset ${pageOffset(query)}`.execute(db)
  const results = rows.map(
    ({ hash, rust_class, disease, band, label, source }): EvidencePhoto => ({
      image: app.files.signedUrl(photoKey(hash), url.origin),
      ...{ rust_class, disease, band, label, source },
    }),
  )
  return pageReply(url, query, rows[0]?.total ?? 0, results)
}

/** Returns the columns of the week and district that are published with a number. */
async function listShownStrengths(db: Db, { crop, disease, district, week }: WarningRow) {
  const [table] = await readPublishedDistricts(db, { crop, disease }, { codes: [district], weeks: [week] })
  const row = table?.districts[0]
  return strengths.filter(strength => row && row[strength] !== null)
}

/** Selects one photo of each farmer, in an order that depends on nothing but the id of the analysis. */
function selectPhotos(app: App, caller: string, warning: WarningRow, shown: readonly string[]): RawBuilder<PhotoRow> {
  const { timeZone } = app.config
  const { district, crop, disease, week } = warning
  // Index analyses_of_district. Photos that came after the count are in no figure.
  const condition = sql`
    a.district = ${district} and ${takenInWeek(sql`${week}::date`, timeZone)}
    and a.uploaded_at < (select counted_at from counted_weeks where week = ${week}::date)`
  const rankOf = sql`array_position(array['likely', 'confident', 'confirmed'], strength)`
  return sql`
    select distinct on (reported.farmer_id) md5(a.id::text) as place, p.hash, a.rust_class, a.disease, a.band, reported.label,
      case when c.user_id is null then 'reported' else 'allowed' end as source
    from (
      select *, ${rankOf} as rank, max(${rankOf}) over (partition by farmer_id) as farmer_rank
      from (${reportedAnalysesQuery(condition, timeZone)}) as each where (district, crop, disease) = (${district}, ${crop}, ${disease})
    ) as reported
    join analyses a on a.id = reported.id
    join photos p on p.id = a.photo_id
    left join photo_consents c on c.user_id = a.farmer_id
    where rank = farmer_rank and strength = any(${shown}::text[])
      and (c.user_id is not null or reported.label is not null)
      and not exists (select from training_images i
        where (i.analysis_id = a.id or i.photo_hash = p.hash) and (i.state = 'waiting' or i.is_control)
          and not exists (select from training_votes v where v.image_id = i.id and v.expert_id = ${caller}))
    order by reported.farmer_id, place`
}
