import { findDiseaseCard } from '@kutu/advice/cards/all-cards'
import { scanIntervalFactor } from '@kutu/contract/shared-limits'
import { type CountryCode, countryCodes, countryOf, districts } from '@kutu/places/districts'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { retractNotifications } from '../../notifications/inbox/notify.ts'
import {
  c3Weeks,
  computeEarsInCountry,
  defaultEarsOptions,
  firstEarsWeek,
  listComparedWeeks,
  replacementWeeks,
  type WeeklyCount,
} from '../outbreak-detection/ears.ts'
import { noReports } from '../outbreak-detection/scan-statistic.ts'
import { addWeeks, findMonday, today } from '../weekly/weeks.ts'
import { type DiseaseWeek, findClusters, listRestOfCountry } from './find-clusters.ts'
import { notifyVisitors } from './plan-warning.ts'
import { defaultRecurrenceWeeks, findOutbreaks, loadRecurrenceWeeks, ownDistricts } from './warning-outcomes.ts'
import { loadWarning, notifyExperts, pendingWeeks } from './warnings.ts'

/** Most rises that are proposed in a week of a country. More are not looked at, and rather a change of something else. */
const maxProposals = 5

/** A disease of a week in a country with the time of its counts. */
type CountedDisease = DiseaseWeek & { country: CountryCode; counted_at: Date }
/**
 * A rise in one district, or together in several, the one in the middle first. One across borders is a rise of each country, with the
 * districts of the others apart: the experts of each decide for its farmers.
 */
type Rise = DiseaseWeek &
  Rarity &
  Record<'is_c2_alarm' | 'is_c3_alarm', boolean> &
  Record<'districts' | 'abroad', string[]> & { weeks: number | null }
/** One week divided by `chance`, which is several times the p-value of a scan, should be at least `recurrence_weeks`. */
type Rarity = { p_value: number; chance: number; recurrence_weeks: number }

/**
 * Job, every hour: judges each disease of the last week that has ended, once, by EARS C2 and C3 and by a scan over neighboring
 * districts, because another look at corrected counts would give chance another try. It proposes warnings for the rises that
 * chance explains least. They commit together with the note that the diseases were judged, so a job that fails before is repeated.
 */
export async function proposeWarnings(app: App): Promise<void> {
  const week = findMonday(app, undefined)
  await withTransaction(app, tx => expireWarnings(app, tx, sql`week <= ${addWeeks(week, -pendingWeeks)}::date`))
  // Nobody can agree any more.
  await sql`delete from notifications n using disease_warnings w where n.cause_id = w.id and n.type = 'sms_waiting'
    and n.read_at is null and w.valid_until < ${today(app)}`.execute(app.db)
  await expireCorrected(app, week)
  const { unjudged, closed } = await listUnjudged(app, week)
  if (unjudged.length === 0) return
  const rises: Rise[] = []
  const diseases = new Map(unjudged.map(({ crop, disease }) => [`${crop} ${disease}`, { crop, disease, week }]))
  for (const diseaseWeek of diseases.values()) rises.push(...(await findRises(app, diseaseWeek)).filter(isRare))
  // A rise across borders waits until the photos of each country have arrived, at most six days.
  const early = rises.filter(({ abroad }) => abroad.some(code => !closed.has(countryOf(code))))
  const complete = unjudged.filter(each => !early.some(rise => isSameDisease(rise, each)))
  if (complete.length === 0) return
  await withTransaction(app, async tx => {
    const judged = await insertInto(tx, 'judged_diseases', complete)
      .onConflict(conflict => conflict.doNothing())
      .returning(['crop', 'disease', 'country'])
      .execute()
    const isJudgedHere = (rise: Rise) => judged.some(each => isSameDisease(rise, each))
    await recordMostUnlikely(app, tx, rises.filter(isJudgedHere))
  })
}

/**
 * Returns the diseases with a card that have enough reports for a rise, in each country in which they were not judged in the week, and is
 * closed: counted with nine of ten photos of the country.
 */
async function listUnjudged(app: App, week: string) {
  const { rows } = await sql<Omit<CountedDisease, 'week'> & { is_judged: boolean }>`
    select place.code as country, crop, disease, counted_at, exists (select from judged_diseases j
      where (j.week, j.country, j.crop, j.disease) = (c.week, place.code, reported.crop, reported.disease)) as is_judged
    from (
      select crop, disease from weekly_counts
      where week between ${addWeeks(week, -2)}::date and ${week}::date
        and disease not in ('', 'other_disease') and strength <> 'new'
      group by crop, disease having sum(farmers) >= ${defaultEarsOptions.minReports}
    ) as reported cross join unnest(${[...countryCodes]}::text[]) as place (code) join counted_weeks c on c.week = ${week}::date
    where (c.week + 7 + coalesce((arrival_days ->> place.code)::integer, 0))::timestamp at time zone ${app.config.timeZone} <= counted_at
    order by country, crop, disease`.execute(app.db)
  // A warning names the disease and says what to do, so there is none without a card.
  const unjudged = rows.flatMap(({ is_judged, ...row }): CountedDisease[] =>
    !is_judged && findDiseaseCard(row.crop, row.disease) ? [{ ...row, week }] : [],
  )
  return { unjudged, closed: new Set(rows.map(({ country }) => country)) }
}

/** Closes open warnings, and retracts what notified of them. Returns the districts that rose. */
async function expireWarnings(app: App, tx: Tx, condition: RawBuilder<unknown>): Promise<string[]> {
  const expired = await tx
    .updateTable('disease_warnings')
    .set({ state: 'expired' })
    .where('state', '=', 'open')
    .where(sql<boolean>`${condition}`)
    .returning(['id', ownDistricts.as('districts')])
    .execute()
  for (const { id } of expired) {
    await retractNotifications(tx, { cause: id, types: ['warning_proposed'] })
    await notifyVisitors(app, tx, await loadWarning(tx, id), null, null)
    await audit(app, tx, { actor: null, action: 'warning.expired', subject: { type: 'warning', id } })
  }
  return expired.flatMap(warning => warning.districts)
}

/**
 * Judges the diseases of open warnings again by other counts of their week than before, and closes those of which no district rises any
 * more by the interval that was set when they were proposed. Other rises that appear are not proposed: that would give chance another
 * try. Only in the districts of a warning that is closed the last week is judged anew, if it was, because the warning may have hidden a rise.
 */
async function expireCorrected(app: App, lastWeek: string): Promise<void> {
  const { rows } = await sql<CountedDisease>`
    select distinct crop, disease, to_char(week, 'YYYY-MM-DD') as week, c.counted_at
    from disease_warnings w join judged_diseases j using (crop, disease, week) join counted_weeks c using (week)
    where state = 'open' and j.country = left(w.district, 2) and c.counted_at <> j.counted_at order by week, crop, disease`.execute(
    app.db,
  )
  for (const { crop, disease, week, counted_at } of rows) {
    const rises = JSON.stringify(await findRises(app, { crop, disease, week }))
    const isOver = sql`(crop, disease, week) = (${crop}, ${disease}, ${week}::date) and not exists (
      select from jsonb_to_recordset(${rises}::jsonb) as rise (districts text[], chance float8)
      where rise.districts && ${ownDistricts} and chance * recurrence_weeks <= 1)`
    const { rows: judgedLast } = await sql<{ country: CountryCode }>`
      select country from judged_diseases
      where (week, crop, disease) = (${lastWeek}::date, ${crop}, ${disease}) and week > ${week}::date
        and exists (select from disease_warnings where state = 'open' and ${isOver})`.execute(app.db)
    const later = judgedLast.length > 0 ? await findRises(app, { crop, disease, week: lastWeek }) : []
    await withTransaction(app, async tx => {
      await tx
        .updateTable('judged_diseases')
        .set({ counted_at })
        .where(({ and }) => and({ week, crop, disease }))
        .execute()
      const expired = await expireWarnings(app, tx, isOver)
      const judged = expired.filter(code => judgedLast.some(({ country }) => country === countryOf(code)))
      const hidden = later.filter(rise => isRare(rise) && rise.districts.some(code => judged.includes(code)))
      await recordMostUnlikely(app, tx, hidden)
    })
  }
}

const getCountry = ({ districts: [district = ''] }: Rise): CountryCode => countryOf(district)

const isSameDisease = (rise: Rise, { crop, disease, country }: Pick<CountedDisease, 'crop' | 'disease' | 'country'>) =>
  rise.crop === crop && rise.disease === disease && getCountry(rise) === country

const isRare = ({ chance, recurrence_weeks }: Rarity): boolean => chance * recurrence_weeks <= 1

/** Returns the rises of a disease in a week, also those that chance raises oftener than the interval of their country allows. */
async function findRises(app: App, diseaseWeek: DiseaseWeek): Promise<Rise[]> {
  const intervals = await loadRecurrenceWeeks(app.db, diseaseWeek)
  const rate = (country: CountryCode, p_value: number, factor: number): Rarity => ({
    p_value,
    chance: factor * p_value,
    recurrence_weeks: intervals.get(country) ?? defaultRecurrenceWeeks,
  })
  const { series, compared } = await loadAllSeries(app, diseaseWeek)
  const results = compared.map((indices, i) => {
    const pick = (j: number) => indices.map(week => series[j]?.[week] ?? noReports)
    return computeEarsInCountry(pick(i), listRestOfCountry(i).map(pick), firstEarsWeek)
  })
  const countJudged = (country: CountryCode) =>
    results.filter((result, i) => result !== null && districts[i]?.country === country).length
  const single = results.flatMap((result, i): Rise[] => {
    const country = districts[i]?.country
    if ((!result?.isC2Alarm && !result?.isC3Alarm) || !country) return []
    const alarms = { is_c2_alarm: result.isC2Alarm, is_c3_alarm: result.isC3Alarm }
    // The scan looks at all districts, too, and its p-value is that of the largest rise of all.
    const rarity = rate(country, Math.min(1, result.pValue * countJudged(country)), 1)
    return [{ ...diseaseWeek, ...alarms, ...rarity, districts: codesOf([i]), abroad: [], weeks: null }]
  })
  const clusters = (await findClusters(diseaseWeek, series)).flatMap(
    ({ districts: members, weeks, pValue }): Rise[] => {
      const codes = codesOf(members)
      return [...new Set(codes.map(countryOf))].map(country => ({
        ...diseaseWeek,
        ...rate(country, pValue, scanIntervalFactor),
        is_c2_alarm: false,
        is_c3_alarm: false,
        weeks,
        districts: codes.filter(code => countryOf(code) === country),
        abroad: codes.filter(code => countryOf(code) !== country),
      }))
    },
  )
  return [...single, ...clusters]
}

const codesOf = (indices: readonly number[]): string[] => indices.flatMap(i => districts[i]?.code ?? [])

/**
 * Proposes the rises in each country with the longest recurrence interval, which is one week divided by the p-value. One that EARS and
 * the scan found is one rise: the scan's is added to EARS's most unlikely one, and covers the others.
 */
async function recordMostUnlikely(app: App, tx: Tx, rises: readonly Rise[]): Promise<void> {
  const sorted = rises.toSorted((a, b) => a.p_value - b.p_value)
  const findCluster = ({ crop, disease, districts: codes }: Rise) =>
    sorted.find(
      each =>
        each.weeks !== null &&
        `${each.crop} ${each.disease}` === `${crop} ${disease}` &&
        codes.every(code => each.districts.includes(code)),
    )
  const ordered = sorted.flatMap(rise => {
    const cluster = findCluster(rise)
    return cluster
      ? [sorted.find(each => each.weeks === null && findCluster(each) === cluster) ?? rise, cluster, rise]
      : rise
  })
  for (const rise of new Set(ordered)) await recordRise(app, tx, rise)
}

/**
 * Returns the districts of a rise in its own country without those whose warning holds, is of this week, or was withdrawn since the week
 * has ended (the expert who withdrew one knew the reports of that week), with the open warnings that one of several districts is added to.
 * @returns null if nothing is left to propose
 */
async function findUndecided(app: App, tx: Tx, rise: Rise): Promise<{ rest: string[]; open: string[] } | null> {
  const { crop, disease, week, weeks } = rise
  // Decisions wait, so that none of these warnings is decided before the rise is recorded.
  const { rows } = await sql<{ id: string; state: string; district: string; districts: string[] }>`
    select id, state, district, coalesce(rising_districts, array[district]) as districts from disease_warnings
    where crop = ${crop} and disease = ${disease} and left(district, 2) = ${getCountry(rise)}
      and (district = any (${rise.districts}::text[]) or rising_districts && ${rise.districts}::text[])
      and (state = 'open' or week = ${week}::date or (state = 'confirmed' and valid_until >= ${today(app)})
        or (state = 'withdrawn' and withdrawn_at >= (${week}::date + 7)::timestamp at time zone ${app.config.timeZone})
        or (state = 'declined' and week > ${addWeeks(week, -countWeeks(rise))}::date))
    order by id for update`.execute(tx)
  const isSingle = weeks === null
  const decided = new Set(rows.flatMap(row => (row.state === 'open' && !isSingle ? [] : row.districts)))
  const rest = rise.districts.filter(code => !decided.has(code))
  if (rest.length === 0 || (!isSingle && rest.length + rise.abroad.length < 2)) return null
  return { rest, open: rows.filter(row => row.state === 'open' && rest.includes(row.district)).map(({ id }) => id) }
}

/** Returns the number of weeks that a rise adds up: one of them that an expert declined is no reason for another warning. */
const countWeeks = ({ weeks, is_c2_alarm }: Rise): number => weeks ?? (is_c2_alarm ? 1 : c3Weeks)

/** Proposes a rise, if the week has a place left for one in its country, or adds one of several districts to their open warnings. */
async function recordRise(app: App, tx: Tx, rise: Rise): Promise<void> {
  const undecided = await findUndecided(app, tx, rise)
  const [district] = undecided?.rest ?? []
  if (!undecided || district === undefined) return
  const { crop, disease, week, weeks, abroad, is_c2_alarm, is_c3_alarm, recurrence_weeks, p_value } = rise
  const cluster = { rising_districts: weeks === null ? null : [...undecided.rest, ...abroad], rising_weeks: weeks }
  const rises_since = addWeeks(week, 1 - countWeeks(rise))
  if (undecided.open.length > 0) {
    await tx
      .updateTable('disease_warnings')
      .set({
        ...cluster,
        rises_since: sql`least(rises_since, ${rises_since}::date)`,
        p_value: sql`least(p_value, ${p_value}::float8)`,
      })
      .where('id', 'in', undecided.open)
      .execute()
    return
  }
  const { rows } = await sql`
    select from disease_warnings where week = ${week}::date and left(district, 2) = ${getCountry(rise)}`.execute(tx)
  if (rows.length >= maxProposals) return
  const place = { district, crop, disease, week }
  const { id } = await insertInto(tx, 'disease_warnings', {
    ...place,
    ...cluster,
    is_c2_alarm,
    is_c3_alarm,
    rises_since,
    recurrence_weeks,
    p_value,
    state: 'open',
    proposed_at: app.clock.now(),
    decided_by: null,
    decided_at: null,
    decline_reason: null,
    announced_at: null,
    valid_until: null,
    withdrawn_by: null,
    withdrawn_at: null,
    sms_approved_by: null,
    sms_approved_at: null,
    note: null,
    next_step: null,
    next_step_on: null,
    visitor_id: null,
    outcome: null,
    checked_by: null,
    outcome_by: null,
    outcome_at: null,
  })
    .returning('id')
    .executeTakeFirstOrThrow()
  await notifyExperts(app, tx, 'warning_proposed', { id, ...place, ...cluster })
  await audit(app, tx, { actor: null, action: 'warning.proposed', subject: { type: 'warning', id }, after: place })
}

/**
 * Returns the weeks of every district, oldest first; those without photos, and known outbreaks before the three last weeks, are zeros.
 * EARS compares those whose indices are in `compared`.
 */
async function loadAllSeries(app: App, { crop, disease, week }: DiseaseWeek) {
  const last = firstEarsWeek + replacementWeeks
  const first = addWeeks(week, -last)
  const { rows } = await sql<{ district: string; i: number; reports: number; photographed: number }>`
    select district, (week - ${first}::date) / 7 as i,
      coalesce(sum(farmers) filter (where disease <> '' and strength <> 'new'), 0)::integer as reports,
      coalesce(sum(farmers) filter (where disease = ''), 0)::integer as photographed
    from weekly_counts
    where week between ${first}::date and ${week}::date and crop = ${crop} and disease in (${disease}, '')
    group by 1, 2`.execute(app.db)
  const counts = new Map(rows.map(({ district, i, ...count }): [string, WeeklyCount] => [`${district} ${i}`, count]))
  const mondays = Array.from({ length: last + 1 }, (_, i) => addWeeks(first, i))
  const isKnown = await findOutbreaks(app.db, { crop, disease, week })
  const outbreaks = districts.map(({ code }) => mondays.map(monday => isKnown(code, monday)))
  return {
    series: districts.map(({ code }, d) =>
      mondays.map((_, i) => (outbreaks[d]?.[i] ? noReports : (counts.get(`${code} ${i}`) ?? noReports))),
    ),
    compared: outbreaks.map(isOutbreak => listComparedWeeks(isOutbreak, last)),
  }
}
