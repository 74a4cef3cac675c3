import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import {
  createOpenWarning,
  judgeAgain,
  maizeRust,
  storeWeeks,
  weeksWithRise,
} from '../../../testing/features/surveillance.ts'
import { drawLeaf, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signIn, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { firstEarsWeek } from '../outbreak-detection/ears.ts'
import { closeWeek } from '../weekly/close-weeks.ts'
import { addWeeks, findMonday } from '../weekly/weeks.ts'
import { proposeWarnings } from './propose-warnings.ts'

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await startTestServer()
  admin = await createTestAdmin(server)
})
beforeEach(async () => {
  await sql`truncate warning_notices, warning_deliveries, warning_photo_labels, disease_warnings, weekly_counts, judged_diseases`.execute(
    server.app.db,
  )
})
afterAll(() => server.close())

const days = (count: number) => count * 86_400_000
const listWarnings = () =>
  server.app.db
    .selectFrom('disease_warnings')
    .select(['district', 'crop', 'disease', 'state', 'is_c2_alarm', 'is_c3_alarm'])
    .select(sql<string>`to_char(week, 'YYYY-MM-DD')`.as('week'))
    .orderBy('district')
    .orderBy('week')
    .execute()

describe('a rise', () => {
  it('in the last week that has ended is proposed once, however often the job runs', async () => {
    await storeWeeks(server, maizeRust, weeksWithRise())
    await withTransaction(server.app, tx => enqueue(tx, 'propose_warnings', {}))
    await server.runJobs()
    await Promise.all([1, 2, 3].map(() => proposeWarnings(server.app)))
    const week = findMonday(server.app, undefined)
    expect(await listWarnings()).toEqual([{ ...maizeRust, state: 'open', week, is_c2_alarm: true, is_c3_alarm: true }])
    const { rows } = await sql`select from audit_log where action = 'warning.proposed'`.execute(server.app.db)
    expect(rows).toHaveLength(1)
  })

  it('is proposed however unlikely it is, also one that is new to the country', async () => {
    await storeWeeks(server, maizeRust, [
      ...Array(firstEarsWeek).fill({ reports: 0, photographed: 60 }),
      { reports: 60, photographed: 60 },
    ])
    const quiet = Array(firstEarsWeek + 1).fill({ reports: 0, photographed: 900 })
    await storeWeeks(server, { ...maizeRust, district: 'UG-kampala' }, quiet)
    await proposeWarnings(server.app)
    expect((await listWarnings()).map(({ district }) => district)).toEqual(['UG-mbale'])
  })

  it('in photos is none, where the share of the disease stays', async () => {
    const weeks = Array.from({ length: firstEarsWeek }, () => ({ reports: 6, photographed: 60 }))
    await storeWeeks(server, maizeRust, [...weeks, { reports: 15, photographed: 150 }])
    await storeWeeks(server, { ...maizeRust, district: 'UG-gulu' }, [...weeks, { reports: 15, photographed: 60 }])
    await proposeWarnings(server.app)
    expect((await listWarnings()).map(({ district }) => district)).toEqual(['UG-gulu'])
  })

  it('of a whole country is none of a district, unless one stands out', async () => {
    const codes = ['UG-gulu', 'UG-lira', 'UG-soroti', 'UG-masaka', 'UG-mbarara', 'UG-arua']
    for (const district of codes) await storeWeeks(server, { ...maizeRust, district }, weeksWithRise(8))
    await storeWeeks(server, maizeRust, weeksWithRise(25))
    await proposeWarnings(server.app)
    expect((await listWarnings()).map(({ district }) => district)).toEqual(['UG-mbale'])
  })

  it('is none below five reports, without weeks to compare with, or of a disease that nobody can name', async () => {
    await storeWeeks(server, maizeRust, weeksWithRise(4))
    await storeWeeks(server, { ...maizeRust, district: 'UG-gulu' }, weeksWithRise().slice(-4))
    await storeWeeks(server, { ...maizeRust, district: 'UG-lira', disease: 'other_disease' }, weeksWithRise())
    await storeWeeks(server, { ...maizeRust, district: 'UG-soroti', disease: 'unheard_of' }, weeksWithRise())
    await proposeWarnings(server.app)
    expect(await listWarnings()).toEqual([])
  })

  it('is one of the five of a country that chance explains least', async () => {
    const codes = ['UG-gulu', 'UG-lira', 'UG-soroti', 'UG-mbale', 'UG-masaka', 'UG-mbarara', 'UG-arua']
    for (const [i, district] of codes.entries())
      await storeWeeks(server, { ...maizeRust, district }, weeksWithRise(10 + 3 * i))
    const quiet = Array.from({ length: firstEarsWeek + 1 }, () => ({ reports: 60, photographed: 900 }))
    await storeWeeks(server, { ...maizeRust, district: 'UG-kampala' }, quiet)
    await storeWeeks(server, { ...maizeRust, district: 'KE-narok' }, weeksWithRise(10))
    await proposeWarnings(server.app)
    expect((await listWarnings()).map(({ district }) => district)).toEqual(['KE-narok', ...codes.slice(2).toSorted()])
    // Another disease, judged later in the week, gets no places of its own.
    for (const district of ['UG-gulu', 'KE-narok'])
      await storeWeeks(server, { ...maizeRust, district, disease: 'gray_leaf_spot' }, weeksWithRise(25))
    await proposeWarnings(server.app)
    const other = (await listWarnings()).filter(({ disease }) => disease === 'gray_leaf_spot')
    expect(other.map(({ district }) => district)).toEqual(['KE-narok'])
    // Those that hold take no place in the next week.
    await sql`update disease_warnings set state = 'confirmed', decided_by = ${admin.id}::uuid, decided_at = now(), announced_at = now(),
      valid_until = week + 28`.execute(server.app.db)
    server.clock.advance(days(7))
    for (const district of codes) await storeWeeks(server, { ...maizeRust, district }, weeksWithRise(20).slice(-1))
    await storeWeeks(server, { ...maizeRust, district: 'UG-kampala' }, quiet.slice(-1))
    await proposeWarnings(server.app)
    const open = (await listWarnings()).filter(({ state }) => state === 'open').map(({ district }) => district)
    expect(open).toEqual(['UG-gulu', 'UG-lira'])
  })

  it('that an expert declined is not proposed again by C3, which adds up its week', async () => {
    const { id } = admin
    await storeWeeks(server, maizeRust, weeksWithRise(12))
    await proposeWarnings(server.app)
    await sql`update disease_warnings set state = 'declined', decline_reason = 'known_cause', decided_at = now(),
      decided_by = ${id}::uuid`.execute(server.app.db)
    const proposeNext = async (reports: number) => {
      server.clock.advance(days(7))
      await storeWeeks(server, maizeRust, [{ reports, photographed: 30 }])
      await proposeWarnings(server.app)
      return (await listWarnings()).map(({ state }) => state)
    }
    expect(await proposeNext(5)).toEqual(['declined'])
    expect(await proposeNext(20)).toEqual(['declined', 'open'])
  })

  it('is judged once nine in ten photos of its country are expected to have arrived, as in the weeks before', async () => {
    const { app, clock } = server
    const { token } = await signUpFarmer(server)
    for (let seed = 0; seed < 10; seed++)
      expect((await uploadPhoto(server, token, await drawLeaf({ seed }).jpeg().toBuffer())).status).toBe(201)
    const nextMonday = new Date(`${addWeeks(findMonday(app, undefined), 2)}T00:00:00+03:00`)
    clock.advance(nextMonday.getTime() - clock.now().getTime() + 3_600_000)
    // Two weeks ago, two in ten photos arrived three days later.
    await sql`update analyses a set taken_at = ${nextMonday}::timestamptz - interval '2 weeks 1 hour',
      uploaded_at = ${nextMonday}::timestamptz - interval '2 weeks 1 hour' + (case when place <= 2 then 3 else 0 end) * interval '1 day'
      from (select id, row_number() over () as place from analyses) each where each.id = a.id`.execute(app.db)
    await sql`truncate counted_weeks`.execute(app.db)
    await closeWeek(app.db, app, findMonday(app, undefined))
    await storeWeeks(server, maizeRust, weeksWithRise())
    await proposeWarnings(app)
    expect(await listWarnings()).toEqual([])
    const map = await server.request('GET /api/surveillance/map/', { query: { ...maizeRust, country: 'UG' } })
    expect(map.body.arrival_days).toBe(3)
    // With a hundred photos, which arrived at once, Kenya is judged by its own.
    await sql`insert into analyses select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'district', copy.district,
      'uploaded_at', a.taken_at + copy.late * interval '1 day'))).*
      from analyses a, (values ('KE-narok', 0), ('UG-mbale', 3)) as copy (district, late), generate_series(1, 10)`.execute(
      app.db,
    )
    await closeWeek(app.db, app, findMonday(app, undefined))
    const { arrival_days } = await app.db.selectFrom('counted_weeks').select('arrival_days').executeTakeFirstOrThrow()
    expect(arrival_days).toMatchObject({ KE: 0, UG: 3, TZ: 3 })
    for (const district of ['UG-mbale', 'KE-narok'])
      await storeWeeks(server, { ...maizeRust, district }, weeksWithRise())
    const listDistricts = async () => (await listWarnings()).map(({ district }) => district)
    await proposeWarnings(app)
    expect(await listDistricts()).toEqual(['KE-narok'])
    clock.advance(days(3))
    await proposeWarnings(app)
    expect(await listDistricts()).toEqual(['KE-narok'])
    // The photos that have arrived are counted only now.
    await sql`update counted_weeks set counted_at = ${clock.now()}`.execute(app.db)
    await proposeWarnings(app)
    expect(await listDistricts()).toEqual(['KE-narok', 'UG-mbale'])
    await sql`delete from analyses`.execute(app.db)
  })

  it('that new counts of its week no longer show closes its warning', async () => {
    const { app } = server
    await storeWeeks(server, maizeRust, weeksWithRise())
    await storeWeeks(server, { ...maizeRust, district: 'UG-gulu' }, weeksWithRise())
    await proposeWarnings(app)
    await sql`update weekly_counts set farmers = 3 where district = 'UG-mbale' and farmers = 15`.execute(app.db)
    await proposeWarnings(app)
    expect((await listWarnings()).map(({ state }) => state)).toEqual(['open', 'open'])
    server.clock.advance(3_600_000)
    await sql`update counted_weeks set counted_at = ${server.clock.now()}`.execute(app.db)
    await proposeWarnings(app)
    expect((await listWarnings()).map(({ district, state }) => [district, state])).toEqual([
      ['UG-gulu', 'open'],
      ['UG-mbale', 'expired'],
    ])
  })

  it('is proposed after the warning is closed that kept it from being proposed', async () => {
    const { app, clock } = server
    await storeWeeks(server, maizeRust, weeksWithRise())
    await proposeWarnings(app)
    clock.advance(days(7))
    await storeWeeks(server, maizeRust, weeksWithRise(25))
    await storeWeeks(server, { ...maizeRust, district: 'UG-gulu' }, weeksWithRise(2))
    await proposeWarnings(app)
    const first = addWeeks(findMonday(app, undefined), -1)
    // Photos that arrive late in another district are no reason to look again.
    await sql`update weekly_counts set farmers = 25 where (district, week) = ('UG-gulu', ${addWeeks(first, 1)}::date)
      and disease <> ''`.execute(app.db)
    expect((await listWarnings()).map(({ week, state }) => [week, state])).toEqual([[first, 'open']])
    await sql`update weekly_counts set farmers = 3 where week = ${first}::date and disease <> ''`.execute(app.db)
    await sql`update counted_weeks set counted_at = ${clock.now()} where week = ${first}::date`.execute(app.db)
    await proposeWarnings(app)
    expect((await listWarnings()).map(({ week, state }) => [week, state])).toEqual([
      [first, 'expired'],
      [addWeeks(first, 1), 'open'],
    ])
  })

  it('of several districts is closed when those of its own country rise no more', async () => {
    const { app, clock } = server
    await storeWeeks(server, maizeRust, weeksWithRise())
    await storeWeeks(server, { ...maizeRust, district: 'KE-narok' }, weeksWithRise())
    await proposeWarnings(app)
    await sql`update disease_warnings set rising_districts = array['UG-mbale', 'KE-narok'], rising_weeks = 2
      where district = 'UG-mbale'`.execute(app.db)
    await sql`update weekly_counts set farmers = 3 where district = 'UG-mbale' and farmers = 15`.execute(app.db)
    clock.advance(3_600_000)
    await sql`update counted_weeks set counted_at = ${clock.now()}`.execute(app.db)
    await proposeWarnings(app)
    expect((await listWarnings()).map(({ district, state }) => [district, state])).toEqual([
      ['KE-narok', 'open'],
      ['UG-mbale', 'expired'],
    ])
  })

  it('stays open when a longer interval is set, until its own counts change', async () => {
    const { app, clock } = server
    const countAgain = async () => {
      clock.advance(3_600_000)
      await sql`update counted_weeks set counted_at = ${clock.now()}`.execute(app.db)
      await proposeWarnings(app)
      return (await listWarnings()).map(({ state }) => state)
    }
    await storeWeeks(server, { ...maizeRust, district: 'UG-gulu' }, weeksWithRise(2))
    await storeWeeks(server, maizeRust, weeksWithRise(7))
    await proposeWarnings(app)
    await sql`insert into alarm_intervals values ('UG', 'maize', 'common_rust', 52)`.execute(app.db)
    expect(await countAgain()).toEqual(['open'])
    await sql`update weekly_counts set farmers = 4 where district = 'UG-mbale' and farmers = 7`.execute(app.db)
    expect(await countAgain()).toEqual(['expired'])
    await sql`truncate alarm_intervals`.execute(app.db)
  })

  it('must be as rare by chance as an administrator has set for the disease in the country', async () => {
    const propose = async (recurrence_weeks: number) => {
      const body = { country: 'UG', crop: 'maize', disease: 'common_rust', recurrence_weeks }
      const { status } = await server.request('PUT /api/surveillance/warnings/recurrence/', {
        token: (await signIn(server, admin.email)).token,
        body,
      })
      expect(status).toBe(200)
      await sql`truncate disease_warnings cascade`.execute(server.app.db)
      await judgeAgain(server)
      return (await listWarnings()).map(({ district }) => district)
    }
    // 7 reports where 2 are usual, once in 89 weeks by chance, and in half as many where a second district of the country is judged.
    await storeWeeks(server, { ...maizeRust, district: 'UG-gulu' }, weeksWithRise(2))
    await storeWeeks(server, maizeRust, weeksWithRise(7))
    await storeWeeks(server, { ...maizeRust, district: 'KE-narok' }, weeksWithRise(7))
    expect(await propose(26)).toEqual(['KE-narok', 'UG-mbale'])
    expect(await propose(52)).toEqual(['KE-narok'])
    const log = await sql`select before from audit_log where action = 'warning.recurrence_set' order by id`.execute(
      server.app.db,
    )
    expect(log.rows).toEqual([{ before: { recurrence_weeks: 5 } }, { before: { recurrence_weeks: 26 } }])
    await sql`truncate alarm_intervals`.execute(server.app.db)
  })

  it.each([
    ['EARS found at once', 7, 3, null],
    ['a scan of three weeks found', 5, 3, 3],
    ['fills all weeks of the baseline', 9, 7, null],
  ])('is compared with weeks without an outbreak that is known, which %s', async (_, weeksAgo, length, risingWeeks) => {
    const [quiet, rise] = [
      { reports: 2, photographed: 30 },
      { reports: 15, photographed: 30 },
    ]
    const quietWeeks = weeksAgo + (risingWeeks ?? 1) - 1 - length
    await storeWeeks(server, maizeRust, [
      ...[...Array(8).fill(quiet), ...Array(length).fill(rise), ...Array(quietWeeks).fill(quiet), rise],
    ])
    await proposeWarnings(server.app)
    expect(await listWarnings()).toEqual([])
    const last = findMonday(server.app, undefined)
    const id = await createOpenWarning(server, { ...maizeRust, district: 'KE-narok' })
    const week = addWeeks(last, -weeksAgo)
    await sql`update disease_warnings set district = 'UG-mbale', week = ${week}::date, rising_weeks = ${risingWeeks}::smallint,
      rises_since = ${addWeeks(week, 1 - (risingWeeks ?? 1))}::date,
      rising_districts = case when ${risingWeeks}::smallint > 0 then array['UG-mbale', 'KE-kitui'] end
      where id = ${id}`.execute(server.app.db)
    await sql`update disease_warnings set state = 'confirmed', decided_by = ${admin.id}::uuid, decided_at = now(), announced_at = now(),
      valid_until = ${addWeeks(last, -quietWeeks)}::date - 1 where id = ${id}`.execute(server.app.db)
    await judgeAgain(server)
    expect((await listWarnings()).map(each => [each.district, each.week])).toEqual([
      ['KE-narok', last],
      ['UG-mbale', week],
      ['UG-mbale', last],
    ])
    const { id: warningId } = await server.app.db
      .selectFrom('disease_warnings')
      .select('id')
      .where(({ and }) => and({ state: 'open', district: 'UG-mbale' }))
      .executeTakeFirstOrThrow()
    const { token } = await signIn(server, admin.email)
    const readEvidence = async () =>
      (await server.request('GET /api/surveillance/warnings/{id}/', { token, params: { id: warningId } })).body
    const { weeks, ears, outbreak_weeks } = await readEvidence()
    expect(weeks.at(-1)).toMatchObject({ reports: 15, expected: 2 })
    expect([ears.c2, outbreak_weeks]).toEqual([9.19, length].map(value => expect.closeTo(value, 1)))
    // With more than twelve such weeks EARS has no baseline.
    await server.app.db.transaction().execute(async tx => {
      await sql`alter table disease_warnings disable trigger user`.execute(tx)
      await sql`update disease_warnings set rises_since = rises_since - 70 where id = ${id}`.execute(tx)
      await sql`alter table disease_warnings enable trigger user`.execute(tx)
    })
    expect(await readEvidence()).toMatchObject({ ears: null, outbreak_weeks: length + 10 })
  })

  it('is not proposed again while a warning is open, and that one expires after three weeks', async () => {
    await storeWeeks(server, maizeRust, weeksWithRise())
    await proposeWarnings(server.app)
    const first = findMonday(server.app, undefined)
    server.clock.advance(days(7))
    await storeWeeks(server, maizeRust, weeksWithRise(30).slice(-1))
    await proposeWarnings(server.app)
    expect(await listWarnings()).toMatchObject([{ week: first, state: 'open' }])
    server.clock.advance(days(14))
    await storeWeeks(server, maizeRust, weeksWithRise(30).slice(-1))
    await proposeWarnings(server.app)
    const week = findMonday(server.app, undefined)
    expect(await listWarnings()).toMatchObject([
      { week: first, state: 'expired' },
      { week, state: 'open' },
    ])
  })
})
