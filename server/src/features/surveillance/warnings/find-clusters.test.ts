import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fetchNotifications } from '../../../testing/features/community.ts'
import {
  chooseCountry,
  judgeAgain,
  maizeRust,
  signUpGrower,
  storeWeeks,
  weeksWithRise,
  withdrawWarning,
} from '../../../testing/features/surveillance.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signIn, signUpApprovedExpert, type TestUser } from '../../../testing/server/test-users.ts'
import { firstEarsWeek } from '../outbreak-detection/ears.ts'
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

describe('a rise in several districts together', () => {
  const around = ['UG-mbale', 'UG-sironko', 'UG-manafwa', 'UG-bududa']
  /** One report a week in every district, and in the last two weeks four in some: nowhere enough for EARS. */
  async function storeCluster(quietDistricts: readonly string[], risingDistricts = around, reports = 4): Promise<void> {
    const weeks = Array.from({ length: firstEarsWeek + 1 }, () => ({ reports: 1, photographed: 20 }))
    const rising = weeks.map((week, i) => (i >= firstEarsWeek - 1 ? { ...week, reports } : week))
    for (const district of risingDistricts) await storeWeeks(server, { ...maizeRust, district }, rising)
    for (const district of quietDistricts) await storeWeeks(server, { ...maizeRust, district }, weeks)
  }
  const far = ['UG-gulu', 'UG-lira', 'UG-masaka', 'UG-mbarara', 'UG-kabale', 'UG-arua', 'UG-hoima', 'UG-moroto']
  const farInKenya = ['narok', 'nakuru', 'meru', 'kitui', 'kilifi', 'garissa', 'machakos', 'mombasa'].map(
    name => `KE-${name}`,
  )
  const readClusters = () =>
    server.app.db
      .selectFrom('disease_warnings')
      .select(['district', 'state', 'is_c2_alarm', 'is_c3_alarm', 'rising_districts', 'rising_weeks'])
      .select(sql<string>`to_char(rises_since, 'YYYY-MM-DD')`.as('rises_since'))
      .orderBy('district')
      .execute()

  it('becomes one warning, though no district alone has five reports', async () => {
    await storeCluster(far)
    await proposeWarnings(server.app)
    await Promise.all([1, 2].map(() => proposeWarnings(server.app)))
    const rows = await readClusters()
    expect(rows).toMatchObject([{ state: 'open', is_c2_alarm: false, is_c3_alarm: false, rising_weeks: 2 }])
    expect(rows[0]?.rising_districts?.toSorted()).toEqual(around.toSorted())
    expect(around).toContain(rows[0]?.district)
  })

  it('must be four times as rare as the interval that is set', async () => {
    // By chance once in 35 to 50 weeks.
    await storeCluster([...far, ...farInKenya], around.slice(0, 2), 5)
    const findAfter = async (weeks: number) => {
      await sql`truncate alarm_intervals`.execute(server.app.db)
      await sql`insert into alarm_intervals values ('UG', 'maize', 'common_rust', ${weeks})`.execute(server.app.db)
      await judgeAgain(server)
      return (await readClusters()).filter(({ rising_districts }) => rising_districts !== null).length
    }
    expect(await findAfter(26)).toBe(0)
    expect(await findAfter(5)).toBe(1)
    await sql`truncate alarm_intervals`.execute(server.app.db)
  })

  it('is added to the open warning of one of its districts', async () => {
    await storeCluster(far)
    await server.app.db.deleteFrom('weekly_counts').where('district', '=', 'UG-mbale').execute()
    await storeWeeks(server, maizeRust, [...weeksWithRise(9).slice(1), { reports: 15, photographed: 30 }])
    await proposeWarnings(server.app)
    const rows = await readClusters()
    expect(rows).toMatchObject([{ district: 'UG-mbale', state: 'open', is_c2_alarm: true }])
    expect(rows[0]?.rising_districts).toContain('UG-sironko')
    const { body: list } = await server.request('GET /api/surveillance/warnings/', { token: admin.token })
    expect(list.results).toMatchObject([{ district: 'UG-mbale', is_cluster: true }])
    const params = { id: list.results[0].id }
    const { body } = await server.request('GET /api/surveillance/warnings/{id}/', { token: admin.token, params })
    expect(body.alarms).toEqual(['c2', 'c3', 'scan'])
    expect(body.cluster.districts.map(({ name }: { name: string }) => name)).toContain('Sironko')
  })

  /** Proposes a warning in Mbale that EARS finds, before the week is scanned. */
  async function proposeInMbale(): Promise<void> {
    await storeWeeks(server, maizeRust, weeksWithRise())
    await proposeWarnings(server.app)
    await sql`truncate weekly_counts, judged_diseases`.execute(server.app.db)
  }
  const decide = async (decision: 'confirm' | 'decline', body: object) => {
    const { token } = await signIn(server, admin.email)
    const { body: list } = await server.request('GET /api/surveillance/warnings/', { token })
    const params = { id: list.results[0].id }
    const { status } = await server.request(`POST /api/surveillance/warnings/{id}/${decision}/`, {
      token,
      params,
      body,
    })
    expect(status).toBe(200)
  }
  const week = 7 * 86_400_000

  it('is added to an open warning of an earlier week', async () => {
    await proposeInMbale()
    server.clock.advance(week)
    await storeCluster(far)
    await proposeWarnings(server.app)
    const rows = await readClusters()
    // The rise of the district began in the week before, and that of the scan with it.
    const rises_since = addWeeks(findMonday(server.app, undefined), -1)
    expect(rows).toMatchObject([
      { district: 'UG-mbale', state: 'open', is_c2_alarm: true, rising_weeks: 2, rises_since },
    ])
    expect(rows[0]?.rising_districts?.toSorted()).toEqual(around.toSorted())
  })

  it('is proposed without a district whose confirmed warning still holds', async () => {
    await proposeInMbale()
    await decide('confirm', {})
    server.clock.advance(week)
    await storeCluster(far)
    await proposeWarnings(server.app)
    const [mbale, rest, ...others] = (await readClusters()).toSorted((a, b) => a.state.localeCompare(b.state))
    expect([mbale?.state, rest?.state, others]).toEqual(['confirmed', 'open', []])
    expect(rest?.rising_districts?.toSorted()).toEqual(around.filter(code => code !== 'UG-mbale').toSorted())
    expect(rest?.rising_districts).toContain(rest?.district)
  })

  it('is proposed without a district whose warning of this week somebody declined', async () => {
    await proposeInMbale()
    await decide('decline', { reason: 'known_cause' })
    await storeCluster(far)
    await proposeWarnings(server.app)
    const rows = await readClusters()
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['declined', 'open'])
    const open = rows.find(({ state }) => state === 'open')
    expect(open?.rising_districts?.toSorted()).toEqual(around.filter(code => code !== 'UG-mbale').toSorted())
  })

  it('is not proposed again while a confirmed warning of the same districts holds', async () => {
    await storeCluster(far)
    await proposeWarnings(server.app)
    await decide('confirm', { weeks: 1 })
    await proposeWarnings(server.app)
    expect(await readClusters()).toMatchObject([{ state: 'confirmed' }])
  })

  it('is not proposed again for a week that had ended when its warning was withdrawn', async () => {
    await storeCluster(far)
    await proposeWarnings(server.app)
    await decide('confirm', {})
    const { id } = await server.app.db.selectFrom('disease_warnings').select('id').executeTakeFirstOrThrow()
    server.clock.advance(week)
    await server.app.db.deleteFrom('weekly_counts').execute()
    await storeCluster(far)
    expect((await withdrawWarning(server, await signIn(server, admin.email), id)).status).toBe(200)
    await proposeWarnings(server.app)
    expect(await readClusters()).toMatchObject([{ state: 'withdrawn' }])
    server.clock.advance(week)
    await server.app.db.deleteFrom('weekly_counts').execute()
    await storeCluster(far)
    await proposeWarnings(server.app)
    expect((await readClusters()).map(({ state }) => state).toSorted()).toEqual(['open', 'withdrawn'])
  })

  it('is not proposed again in the week in which somebody declined it', async () => {
    await storeCluster(far)
    await proposeWarnings(server.app)
    await decide('decline', { reason: 'known_cause' })
    await proposeWarnings(server.app)
    expect(await readClusters()).toMatchObject([{ state: 'declined', rising_weeks: 2 }])
  })

  it('is not proposed again for windows that contain the week in which somebody declined it', async () => {
    await storeCluster(far)
    await proposeWarnings(server.app)
    await decide('decline', { reason: 'known_cause' })
    const proposeNext = async () => {
      server.clock.advance(week)
      await server.app.db.deleteFrom('weekly_counts').execute()
      await storeCluster(far)
      await proposeWarnings(server.app)
      return (await readClusters()).map(({ state }) => state).toSorted()
    }
    expect(await proposeNext()).toEqual(['declined'])
    expect(await proposeNext()).toEqual(['declined', 'open'])
  })

  it('is looked for once in a week, so that corrected counts give chance no other try', async () => {
    await storeWeeks(server, maizeRust, Array(firstEarsWeek + 1).fill({ reports: 5, photographed: 100 }))
    await proposeWarnings(server.app)
    await server.app.db.deleteFrom('weekly_counts').execute()
    await storeCluster(far)
    await proposeWarnings(server.app)
    expect(await readClusters()).toEqual([])
    await server.app.db.deleteFrom('weekly_counts').execute()
    server.clock.advance(week)
    await storeCluster(far)
    await proposeWarnings(server.app)
    expect(await readClusters()).toMatchObject([{ state: 'open', rising_weeks: 2 }])
  })

  it('across a border is a warning in each country, and farmers hear of it once their own expert confirmed it', async () => {
    const root = await signIn(server, admin.email)
    const [okello, kamau] = [await signUpApprovedExpert(server, root), await signUpApprovedExpert(server, root)]
    await chooseCountry(server, okello, 'UG')
    await chooseCountry(server, kamau, 'KE')
    const farmers = [await signUpGrower(server, 'UG-busia'), await signUpGrower(server, 'KE-busia')]
    await storeCluster([...far, ...farInKenya], ['UG-busia', 'UG-tororo', 'KE-busia'])
    await proposeWarnings(server.app)
    const countHeard = async () => {
      await server.runJobs()
      const lists = farmers.map(({ token }) => server.request('GET /api/surveillance/notices/', { token }))
      return (await Promise.all(lists)).map(({ body }) => body.count)
    }
    const heard: number[][] = []
    for (const expert of [okello, kamau]) {
      const { results } = await fetchNotifications(server, expert)
      const proposed = results.filter(({ type }) => type === 'warning_proposed')
      expect(proposed).toHaveLength(1)
      const call = { token: expert.token, params: { id: proposed[0]?.subject?.id ?? '' } }
      const { body } = await server.request('GET /api/surveillance/warnings/{id}/', call)
      expect(body.cluster.districts.map(({ district }: { district: string }) => district)).toEqual([
        ...['KE-busia', 'UG-busia', 'UG-tororo'],
      ])
      await server.request('POST /api/surveillance/warnings/{id}/confirm/', { ...call, body: {} })
      heard.push(await countHeard())
    }
    expect(heard).toEqual([
      [1, 0],
      [1, 1],
    ])
  })

  it('across a border keeps the alarm of the one district that a country has in it', async () => {
    await storeCluster([...far, ...farInKenya], ['UG-busia', 'UG-tororo'])
    const rise = [...weeksWithRise(9).slice(1), { reports: 15, photographed: 30 }]
    await storeWeeks(server, { ...maizeRust, district: 'KE-busia' }, rise)
    await proposeWarnings(server.app)
    const kenyan = (await readClusters()).filter(({ district }) => district === 'KE-busia')
    expect(kenyan).toMatchObject([{ is_c2_alarm: true, rising_districts: expect.arrayContaining(['UG-busia']) }])
  })

  it('is one warning with those of its districts in which EARS finds it', async () => {
    await storeCluster(far)
    await sql`delete from weekly_counts where district in ('UG-mbale', 'UG-bududa')`.execute(server.app.db)
    for (const [district, reports] of [['UG-mbale', 12] as const, ['UG-bududa', 15] as const])
      await storeWeeks(server, { ...maizeRust, district }, [
        ...weeksWithRise(9).slice(1),
        { reports, photographed: 30 },
      ])
    await proposeWarnings(server.app)
    const rows = await readClusters()
    expect(rows).toMatchObject([{ district: 'UG-bududa', is_c2_alarm: true }])
    expect(rows[0]?.rising_districts?.toSorted()).toEqual(around.toSorted())
  })

  it('across a border waits until the photos of both countries have arrived', async () => {
    await storeCluster([...far, ...farInKenya], ['UG-busia', 'UG-tororo', 'KE-busia'])
    await sql`update counted_weeks set arrival_days = '{"KE": 3}'`.execute(server.app.db)
    await proposeWarnings(server.app)
    expect(await readClusters()).toEqual([])
    server.clock.advance(3 * 86_400_000)
    await sql`update counted_weeks set counted_at = ${server.clock.now()}`.execute(server.app.db)
    await proposeWarnings(server.app)
    expect((await readClusters()).map(({ district }) => district.slice(0, 2))).toEqual(['KE', 'UG'])
  })

  it('is none where the disease only became rarer everywhere else', async () => {
    const weeks = Array.from({ length: firstEarsWeek + 1 }, () => ({ reports: 4, photographed: 20 }))
    for (const district of around) await storeWeeks(server, { ...maizeRust, district }, weeks)
    const ending = weeks.map((week, i) => (i < firstEarsWeek - 1 ? week : { ...week, reports: 0 }))
    for (const district of far) await storeWeeks(server, { ...maizeRust, district }, ending)
    await proposeWarnings(server.app)
    expect(await readClusters()).toEqual([])
  })

  it('is found by the next job if one fails halfway', async () => {
    await storeCluster(far)
    await sql`create function crash() returns trigger language plpgsql as $$ begin raise 'crash'; end $$`.execute(
      server.app.db,
    )
    await sql`create trigger crash before insert on disease_warnings for each row execute function crash()`.execute(
      server.app.db,
    )
    await expect(proposeWarnings(server.app)).rejects.toThrow('crash')
    await sql`drop function crash cascade`.execute(server.app.db)
    await proposeWarnings(server.app)
    expect(await readClusters()).toMatchObject([{ state: 'open' }])
  })

  it('is none where the districts are new', async () => {
    await storeCluster(far)
    await sql`delete from weekly_counts where district = any (${around}::text[]) and week < ${findMonday(
      server.app,
      undefined,
    )}::date - 21`.execute(server.app.db)
    await proposeWarnings(server.app)
    expect(await readClusters()).toEqual([])
  })
})
