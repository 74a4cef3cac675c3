import { findDiseaseCard } from '@kutu/advice/cards/all-cards'
import type { PageQuery } from '@kutu/contract/common'
import { isOnByDefault } from '@kutu/contract/notifications/notification-kinds'
import { outcomeWeeks } from '@kutu/contract/shared-limits'
import type { DiseaseWarning, warnings } from '@kutu/contract/warnings'
import { type CountryCode, countryOf, getDistrict } from '@kutu/places/districts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { pageOffset, pageReply } from '../../../platform/http/pagination.ts'
import { selectBookableExperts } from '../../accounts/experts/bookable-experts.ts'
import { getExpertCountry } from '../../accounts/experts/expert-country.ts'
import { notify } from '../../notifications/inbox/notify.ts'
import type { SurveillanceTables } from '../tables.ts'
import type { Disclosure } from '../weekly/read-weeks.ts'
import { discloseDiseases, suppressDiseases } from '../weekly/suppress-small-cells.ts'
import { findToday, today } from '../weekly/weeks.ts'

/** Weeks after which an open warning expires: a rise that nobody confirmed by then is outdated. */
export const pendingWeeks = 3

type StoredWarning = Selectable<SurveillanceTables['disease_warnings']>
type NotRead = 'next_step_on' | 'visitor_id' | 'withdrawn_by' | 'sms_approved_by' | 'recurrence_weeks' | 'rises_since'
export type WarningRow = Omit<StoredWarning, NotRead | 'crop' | 'next_step' | 'outcome_at'> &
  Pick<DiseaseWarning, 'crop' | 'next_step'> & { holds_next_step: boolean }

/** Selects the approved experts `u` who decide in a country. */
export const selectVisitors = (db: Db, country: RawBuilder<CountryCode>) =>
  db
    .selectFrom('expert_countries as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .where('c.country', '=', country)
    .where('u.id', 'in', selectBookableExperts(db))

/** The next step holds, unless it is a visit by somebody who no longer decides in the country. */
const holdsNextStep = (db: Db) => sql<boolean>`(next_step is not null and (next_step = 'look_again'
  or visitor_id in (${selectVisitors(db, sql`left(district, 2)`).select('u.id')})))`

const columns = (db: Db) => sql`
  id, district, crop, disease, to_char(week, 'YYYY-MM-DD') as week, is_c2_alarm, is_c3_alarm, rising_districts, rising_weeks, p_value, state,
  proposed_at, decided_by, decided_at, decline_reason, announced_at, sms_approved_at,
  to_char(valid_until, 'YYYY-MM-DD') as valid_until, withdrawn_at, note,
  outcome, checked_by, outcome_by, ${holdsNextStep(db)} as holds_next_step, case when next_step is not null then json_build_object(
    'step', next_step, 'on', next_step_on,
    'visitor', (select json_build_object('id', u.id, 'username', u.username) from users u where u.id = visitor_id)
  ) end as next_step`

/** Selects the warnings of which nobody has said if the rise was real, four weeks after they were confirmed. */
const isUnchecked = (app: App) => sql`
  state in ('confirmed', 'withdrawn') and ${isAnnounced(app)} and outcome is null and valid_until < ${today(app)}
  and decided_at < ${app.clock.now()}::timestamptz - make_interval(weeks => ${outcomeWeeks})`

/** Selects the users `u` who get an SMS about a warning: none without a gateway, and nobody who leaves. */
export const getsSms = ({
  config,
}: App) => sql<boolean>`(${config.sms !== undefined}::boolean and u.phone_number is not null
  and u.deactivated_at is null and coalesce(
  (select c.is_on from notification_choices c where c.user_id = u.id and c.kind = 'warnings' and c.channel = 'text'),
  ${isOnByDefault('warnings', 'text')}::boolean))`

/** Selects the notices `n` of a warning whose farmers `u` wait for its SMS. */
export const waitForSms = (app: App, warning: RawBuilder<unknown>) => sql`
  warning_notices n join users u on u.id = n.farmer_id
  where n.warning_id = ${warning} and n.sms_at is null and ${getsSms(app)}`

/** Selects confirmed warnings that hold and whose SMS wait for the caller, a second person. */
const needsSecondPerson = (app: App, { id }: Pick<Caller, 'id'>) => sql`(
  state = 'confirmed' and valid_until >= ${today(app)} and sms_approved_by is null and decided_by <> ${id}
  and exists (select from ${waitForSms(app, sql`disease_warnings.id`)}))`

type ListQuery = PageQuery & Pick<z.output<typeof warnings.listWarnings.query>, 'state' | 'country'>

/** Returns a page of warnings, newest week first, and in a week those of several districts first. Experts see those of their country, and none before they chose one. */
export async function listWarnings(db: Db, app: App, caller: Caller, query: ListQuery, url: URL) {
  const own = await findJudgedCountry(db, caller)
  const conditions: RawBuilder<unknown>[] = [
    query.state === 'to_check'
      ? isUnchecked(app)
      : query.state === 'sms_waiting'
        ? needsSecondPerson(app, caller)
        : sql`state = ${query.state}`,
  ]
  // The expression of the index disease_warnings_of_country.
  if (own !== 'all') conditions.push(sql`left(district, 2) = ${own ?? ''}`)
  if (query.country !== undefined) conditions.push(sql`left(district, 2) = ${query.country}`)
  const condition = sql.join(conditions, sql` and `)
  const { rows } = await sql<WarningRow>`
    select ${columns(db)} from disease_warnings where ${condition}
    order by week desc, rising_districts is null, id limit ${query.page_size} offset ${pageOffset(query)}`.execute(db)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from disease_warnings where ${condition}`.execute(db)
  const results = rows.map(row => presentWarning(app, row, own))
  return pageReply(url, query, counted[0]?.count ?? 0, results)
}

/** Selects, of confirmed and withdrawn warnings, those of which others hear: they were not stopped before their first notice. */
export const isAnnounced = (app: App): RawBuilder<unknown> => sql`
  announced_at <= coalesce(withdrawn_at, ${app.clock.now()})`

/** @throws ApiError not_found */
export async function loadWarning(db: Db, id: string): Promise<WarningRow> {
  const { rows } = await sql<WarningRow>`select ${columns(db)} from disease_warnings where id = ${id}`.execute(db)
  if (!rows[0]) throw apiError('not_found')
  return rows[0]
}

/** Returns the names of the districts of warnings, by the id of the warning. */
export async function getWarnedDistricts(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('disease_warnings').select(['id', 'district']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, district }) => [id, getDistrict(district)?.name ?? district]))
}

/**
 * Returns true if a warning is in a state, and keeps it so until the end of the transaction: a decision or a withdrawal waits. One
 * that is in progress is waited for.
 */
export async function lockInState(tx: Tx, id: string, state: 'open' | 'confirmed'): Promise<boolean> {
  const row = await tx
    .selectFrom('disease_warnings')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', state)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** The country on whose warnings a caller decides: `all` for administrators, null for experts who have chosen none. */
export type JudgedCountry = string | 'all' | null

export const findJudgedCountry = async (db: Db, caller: Caller): Promise<JudgedCountry> =>
  caller.role === 'admin' ? 'all' : (await getExpertCountry(db, caller)).country

/** Counts the open warnings on which the caller decides and whose next step is due, those whose SMS wait for the caller, and those to check, at most `limit`. */
export async function countOpenWarnings(db: Db, app: App, caller: Pick<Caller, 'id'>, limit: number): Promise<number> {
  const { country } = await getExpertCountry(db, caller)
  // Index disease_warnings_of_country.
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from disease_warnings where left(district, 2) = ${country ?? ''} and (${needsSecondPerson(app, caller)}
        or ${isUnchecked(app)} or state = 'open' and (not ${holdsNextStep(db)} or next_step_on <= ${today(app)} or visitor_id = ${caller.id}))
      limit ${limit}
    ) as each`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns how much of a country's counts a caller sees: all where he decides on warnings, and otherwise what is published. */
export async function findDisclosure(
  db: Db,
  app: App,
  caller: Caller | undefined,
  country: string,
): Promise<Disclosure> {
  const judged = caller && (await findJudgedCountry(db, caller))
  if (!caller || (judged !== 'all' && judged !== country)) return suppressDiseases
  app.log.info({ user: caller.id, country }, 'showed the true counts of a country')
  return discloseDiseases
}

/** Returns true if somebody who decides in a country decides on this warning. */
export const canDecide = ({ district }: Pick<WarningRow, 'district'>, judged: JudgedCountry): boolean =>
  judged === 'all' || judged === presentPlace(district).country

/** Returns true after the last day of a warning. */
export const hasEnded = (app: App, { valid_until }: Pick<WarningRow, 'valid_until'>): boolean =>
  valid_until !== null && valid_until < findToday(app)

export function presentWarning(app: App, row: WarningRow, judged: JudgedCountry): DiseaseWarning {
  const { rising_districts, note, holds_next_step, ...rest } = row
  const place = presentPlace(row.district)
  return {
    ...rest,
    next_step: holds_next_step ? row.next_step : null,
    ...place,
    decline_note: row.state === 'declined' ? note : null,
    withdrawal_reason: row.state === 'withdrawn' ? note : null,
    is_over: hasEnded(app, row),
    is_cluster: rising_districts !== null,
    proposed_at: row.proposed_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
    announced_at: row.announced_at?.toISOString() ?? null,
    sms_approved_at: row.sms_approved_at?.toISOString() ?? null,
    can_decide: canDecide(row, judged),
  }
}

/** Returns the country of a district, and its name. */
export const presentPlace = (district: string) => ({
  country: countryOf(district),
  district_name: getDistrict(district)?.name ?? district,
})

/** Notifies the experts of its country of a warning, and others. */
export async function notifyExperts(
  app: App,
  tx: Tx,
  type: 'warning_proposed' | 'sms_waiting',
  { id, ...rise }: Parameters<typeof describeRise>[0] & Pick<WarningRow, 'id'>,
  { others = [], except }: { others?: readonly string[]; except?: string | null } = {},
): Promise<void> {
  const experts = await selectVisitors(tx, sql.val(countryOf(rise.district)))
    .select('u.id')
    .execute()
  const subject = { type: 'warning' as const, id }
  const content = { type, details: describeRise(rise), subject, cause: id, path: `/account/disease-warnings/${id}` }
  const people = [...experts.map(expert => expert.id), ...others].filter(each => each !== except)
  const notifications = people.map(to => ({ to, ...content }))
  await notify(app, tx, notifications)
}

/** Returns the values of the sentences about a disease that rises in a district. */
export const describeRise = ({
  district,
  crop,
  disease,
}: Pick<WarningRow, 'district' | 'disease'> & { crop: string }) => ({
  disease: { card: findDiseaseCard(crop, disease)?.id ?? '' },
  district: presentPlace(district).district_name,
})
