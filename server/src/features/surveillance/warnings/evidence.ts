import type { WarningEvidence } from '@kutu/contract/warnings'
import { countryOf, getDistrict } from '@kutu/places/districts'
import { listNeighbors } from '@kutu/places/neighbors'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import {
  computeEars,
  computeLimit,
  firstEarsWeek,
  listComparedWeeks,
  replacementWeeks,
  type WeeklyCount,
} from '../outbreak-detection/ears.ts'
import { findThisWeek, getWeatherSource, readWeatherRisks } from '../weather/weather-risk.ts'
import { type Disclosure, type PublishedWeek, readPublishedDistricts } from '../weekly/read-weeks.ts'
import { reportSourcesQuery, reportsQuery, takenInWeek } from '../weekly/select-reports.ts'
import { discloseDiseases, minShownFarmers, suppressDiseases } from '../weekly/suppress-small-cells.ts'
import { addWeeks } from '../weekly/weeks.ts'
import { isCounted, isOfWarning } from './evidence-photos.ts'
import { listVisitors } from './plan-warning.ts'
import { findOutbreaks } from './warning-outcomes.ts'
import {
  canDecide,
  findJudgedCountry,
  type JudgedCountry,
  loadWarning,
  presentWarning,
  type WarningRow,
} from './warnings.ts'

/** Longer intervals are known too badly to be shown. */
const maxChanceWeeks = 1000

type Week = PublishedWeek['districts'][number]

/**
 * Returns a warning with its evidence: true counts for those who decide on it, whose reading is logged, and for others the
 * published ones, from which also what was to be expected is computed. Warnings that were never announced are only for those who
 * decide on them.
 * @throws ApiError not_found, warning_of_other_country
 */
export async function showEvidence(db: Db, app: App, caller: Caller, id: string): Promise<WarningEvidence> {
  const warning = await loadWarning(db, id)
  const judged = await findJudgedCountry(db, caller)
  const isExact = canDecide(warning, judged)
  const wasAnnounced = warning.announced_at && warning.announced_at <= (warning.withdrawn_at ?? app.clock.now())
  if (!isExact && !wasAnnounced) throw apiError('warning_of_other_country')
  const publish = isExact ? discloseDiseases : suppressDiseases
  if (isExact) app.log.info({ user: caller.id, warning: id }, 'showed the true counts of a warning')
  const { district, week } = warning
  const last = firstEarsWeek + replacementWeeks
  const weeks = Array.from({ length: last + 1 }, (_, i) => addWeeks(week, i - last))
  const published = await readWeeks(db, warning, { codes: [district], weeks, publish })
  const read = published.flatMap(table => {
    const row = table.rows.get(district)
    return row ? [{ week: table.week, row }] : []
  })
  const series = read.slice(replacementWeeks)
  const isAdjusted = isExact || series.every(({ row }) => row.photographed_min > 0)
  const isKnown = await findOutbreaks(db, warning)
  const isOutbreak = read.map(each => isKnown(district, each.week))
  /** The weeks with which week t of the shown ones is compared, itself last. */
  const compare = (t: number) =>
    listComparedWeeks(isOutbreak, t + replacementWeeks)
      .flatMap(w => read[w]?.row ?? [])
      .map(toWeeklyCount)
  const none = { expected: null, limit: null }
  const ears = isExact ? computeEars(compare(firstEarsWeek), firstEarsWeek) : null
  const { timeZone } = app.config
  const selectSources = reportSourcesQuery(isCounted(warning, timeZone), timeZone, isOfWarning(warning))
  const alarms: WarningEvidence['alarms'] = [
    ...(warning.is_c2_alarm ? (['c2'] as const) : []),
    ...(warning.is_c3_alarm ? (['c3'] as const) : []),
    ...(warning.rising_districts ? (['scan'] as const) : []),
  ]
  return {
    warning: presentWarning(app, warning, judged),
    alarms,
    cluster: presentCluster(warning),
    weeks: series.map(({ week, row }, t) => {
      const compared = compare(t)
      const { expected, limit } = computeLimit(compared, compared.length - 1, { isRate: isAdjusted }) ?? none
      return { week, ...pickCounts(row), reports: row.reports_min, expected, limit }
    }),
    is_adjusted: isAdjusted,
    is_exact: isExact,
    ears: ears && { c2: ears.c2, c3: ears.c3 },
    chance_weeks: isExact ? Math.min(maxChanceWeeks, Math.floor(1 / warning.p_value)) : null,
    outbreak_weeks: isExact ? isOutbreak.filter(Boolean).length : null,
    new_reports: await countNewReports(db, warning, isExact ? 1 : minShownFarmers),
    first_reports: isExact ? await countFirstReports(db, app, warning) : null,
    sources: (isExact && (await selectSources.execute(db)).rows[0]) || null,
    visitors: isExact ? await listVisitors(db, countryOf(district)) : [],
    neighbors: await readNeighbors(db, warning, judged),
    weather: await readWeather(db, app, warning),
    weather_source: getWeatherSource(app),
  }
}

/** Returns the reports of new accounts, which no other count has; null where they are too few to be shown. */
async function countNewReports(
  db: Db,
  { district, crop, disease, week }: WarningRow,
  minShown: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('weekly_counts')
    .select('farmers')
    .where(({ and }) => and({ district, crop, disease, week, strength: 'new' }))
    .executeTakeFirst()
  return row && row.farmers >= minShown ? row.farmers : null
}

/** Weeks without a report after which one is the first again. */
const incidenceWeeks = 4

/**
 * Returns the farmers who report the disease in the week of a warning, but did not in the four weeks before, wherever they were and
 * however new.
 */
async function countFirstReports(db: Db, app: App, { district, crop, disease, week }: WarningRow): Promise<number> {
  const { timeZone } = app.config
  const weeks = Array.from(
    { length: incidenceWeeks + 1 },
    (_, i) => sql`(${takenInWeek(sql`${addWeeks(week, -i)}::date`, timeZone)})`,
  )
  const countedAt = sql`(select counted_at from counted_weeks where week = ${week}::date)`
  const condition = sql`(${sql.join(weeks, sql` or `)}) and a.uploaded_at < ${countedAt} and a.farmer_id in (
    select f.farmer_id from analyses f where f.district = ${district}
      and f.uploaded_at >= ${week}::timestamp at time zone ${timeZone} and f.uploaded_at < ${countedAt})`
  const { rows } = await sql<{ farmers: number }>`
    select count(*)::integer as farmers from (
      select farmer_id from (${reportsQuery(condition, timeZone)}) as report
      where (crop, disease) = (${crop}, ${disease})
      group by farmer_id having min(week) = ${week} and bool_or(district = ${district} and strength <> 'new')
    ) as farmer`.execute(db)
  return rows[0]?.farmers ?? 0
}

/** Only names, by country and alphabet: figures or an order by reports would reveal hidden counts. */
function presentCluster({ rising_districts: codes, rising_weeks: weeks }: WarningRow): WarningEvidence['cluster'] {
  if (!codes || weeks === null) return null
  return { weeks, districts: codes.toSorted().map(code => ({ district: code, name: getDistrict(code)?.name ?? code })) }
}

/** Returns the risk from weather of the week of the rise and of this week. */
async function readWeather(
  db: Db,
  app: App,
  { district, week, ...subject }: WarningRow,
): Promise<WarningEvidence['weather']> {
  const weeks = [week, findThisWeek(app)]
  const risks = (await readWeatherRisks(db, app, subject, { codes: [district], weeks })).get(district)
  return [...(risks ?? [])].map(([monday, risk]) => ({ week: monday, ...risk }))
}

async function readNeighbors(
  db: Db,
  warning: WarningRow,
  judged: JudgedCountry,
): Promise<WarningEvidence['neighbors']> {
  const codes = listNeighbors(warning.district)
  const weeks = [addWeeks(warning.week, -1), warning.week] as const
  const isExact = (code: string) => canDecide({ district: code }, judged)
  const exact = { codes: codes.filter(isExact), weeks, publish: discloseDiseases }
  const abroad = { codes: codes.filter(code => !isExact(code)), weeks, publish: suppressDiseases }
  const tables = [...(await readWeeks(db, warning, exact)), ...(await readWeeks(db, warning, abroad))]
  const find = (code: string, monday: string) =>
    tables.find(({ week, rows }) => week === monday && rows.has(code))?.rows.get(code)
  return codes.flatMap(code => {
    const [district, week, previousWeek] = [getDistrict(code), find(code, warning.week), find(code, weeks[0])]
    if (!district || !week || !previousWeek) return []
    const { name, country } = district
    return [{ district: code, name, country, week: pickCounts(week), previous_week: pickCounts(previousWeek) }]
  })
}

/** Returns the rows of districts, also of several countries, in each of the weeks. */
async function readWeeks(
  db: Db,
  { crop, disease }: WarningRow,
  places: { codes: readonly string[]; weeks: readonly string[]; publish: Disclosure },
): Promise<{ week: string; rows: Map<string, Week> }[]> {
  const tables = await readPublishedDistricts(db, { crop, disease }, places)
  return tables.map(({ week, districts }) => ({ week, rows: new Map(districts.map(row => [row.district, row])) }))
}

const pickCounts = ({ district: _, name: __, ...counts }: Week) => counts

/** Takes the fewest reports and farmers where their number is hidden: at most four less than there are. */
const toWeeklyCount = ({ reports_min, photographed_min }: Week): WeeklyCount => ({
  reports: reports_min,
  photographed: photographed_min,
})
