import type { PageQuery } from '@kutu/contract/common'
import type { WarningNotice, WarningNoticeDetails, warnings } from '@kutu/contract/warnings'
import { type CountryCode, getDistrict } from '@kutu/places/districts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { pageOffset, pageReply } from '../../../platform/http/pagination.ts'
import { deliverPush, type PushJob } from '../../notifications/push/deliver-push.ts'
import { hasEnded, isAnnounced, loadWarning, presentPlace } from '../warnings/warnings.ts'
import { findThisWeek, getWeatherSource, readWeatherRisks } from '../weather/weather-risk.ts'
import { today } from '../weekly/weeks.ts'
import { concernsDistrict } from './warned-districts.ts'

type NoticeRow = Pick<WarningNotice, 'id' | 'crop' | 'disease' | 'district' | 'valid_until' | 'is_over'> & {
  decided_at: Date
  withdrawn_at: Date | null
}
type NoticesQuery = z.output<typeof warnings.listNotices.query>

const confirmed = (app: App) => sql`(state = 'confirmed' and ${isAnnounced(app)})`

const selectNotices = (app: App, condition: RawBuilder<unknown>, page: RawBuilder<unknown> = sql``) => sql<NoticeRow>`
  select id, district, crop, disease, decided_at, to_char(valid_until, 'YYYY-MM-DD') as valid_until,
    state = 'withdrawn' or valid_until < ${today(app)} as is_over, withdrawn_at
  from disease_warnings where ${condition} order by decided_at desc, id ${page}`

/**
 * Returns a page of the warnings that hold, and of which farmers of the district hear. Withdrawn ones are in it on
 * request, because older versions of the app would show them as in force.
 */
export async function listNotices(app: App, caller: Caller, { include, ...query }: NoticesQuery, url: URL) {
  const profile = await app.db
    .selectFrom('farmer_profiles')
    .select('district')
    .where('user_id', '=', caller.id)
    .executeTakeFirst()
  const district = profile?.district && getDistrict(profile.district) ? profile.district : null
  const place = district === null ? sql`false` : concernsDistrict(district)
  const state = include === 'withdrawn' ? isAnnounced(app) : confirmed(app)
  return { ...(await listHolding(app, sql`${place} and ${state}`, query, url)), district }
}

/** Returns a page of the warnings that hold in a country. They are public. */
export const listPublicWarnings = (app: App, { country, ...query }: PageQuery & { country: CountryCode }, url: URL) =>
  // Index disease_warnings_of_country.
  listHolding(app, sql`left(district, 2) = ${country} and ${confirmed(app)}`, query, url)

/** @param scope the place and the states of the warnings */
async function listHolding(app: App, scope: RawBuilder<unknown>, query: PageQuery, url: URL) {
  const condition = sql`${scope} and valid_until >= ${today(app)}`
  const page = sql`limit ${query.page_size} offset ${pageOffset(query)}`
  const { rows } = await selectNotices(app, condition, page).execute(app.db)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from disease_warnings where ${condition}`.execute(app.db)
  return pageReply(url, query, counted[0]?.count ?? 0, rows.map(presentNotice))
}

/**
 * Returns a confirmed warning, also one that is over or withdrawn, with the risk from the weather of this week.
 * @throws ApiError not_found, also for a warning that was not confirmed
 */
export async function showNotice(db: Db, app: App, id: string): Promise<WarningNoticeDetails> {
  const [row] = (await selectNotices(app, sql`id = ${id} and ${isAnnounced(app)}`).execute(db)).rows
  if (!row) throw apiError('not_found')
  const week = findThisWeek(app)
  const risks = await readWeatherRisks(db, app, row, { codes: [row.district], weeks: [week] })
  const weather = risks.get(row.district)?.get(week) ?? null
  return { ...presentNotice(row), weather, weather_source: getWeatherSource(app) }
}

const presentNotice = ({ decided_at, withdrawn_at, ...row }: NoticeRow): WarningNotice => ({
  ...row,
  ...presentPlace(row.district),
  confirmed_at: decided_at.toISOString(),
  withdrawn_at: withdrawn_at?.toISOString() ?? null,
})

/** Job: sends a push, unless it is about a warning that was withdrawn or ended, or whose SMS were approved, while the push waited. */
export async function deliverCurrentPush(app: App, job: PushJob): Promise<void> {
  if (job.type === 'disease_warning' || job.type === 'sms_waiting') {
    const warning = await loadWarning(app.db, job.cause)
    if (warning.state !== 'confirmed' || hasEnded(app, warning)) return
    if (job.type === 'sms_waiting' && warning.sms_approved_at) return
  }
  await deliverPush(app, job)
}
