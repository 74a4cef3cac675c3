import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { maizeRust, storeWeeks, weeksWithRise } from '../../../testing/features/surveillance.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, type TestUser } from '../../../testing/server/test-users.ts'
import { findMonday } from '../counts/weeks.ts'
import { firstEarsWeek } from '../detection/ears.ts'
import { proposeWarnings } from './propose-warnings.ts'

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await startTestServer()
  admin = await createTestAdmin(server)
})
beforeEach(async () => {
  await sql`truncate warning_notices, warning_deliveries, disease_warnings, district_reports`.execute(server.app.db)
})
afterAll(() => server.close())

describe('a rise in several districts together', () => {
  const around = ['UG-mbale', 'UG-sironko', 'UG-manafwa', 'UG-bududa']
  /** One report a week in every district, and in the last two weeks four around Mbale: nowhere enough for EARS. */
  async function storeCluster(quietDistricts: readonly string[]): Promise<void> {
    const weeks = Array.from({ length: firstEarsWeek + 1 }, () => ({ reports: 1, photographed: 20 }))
    const rising = weeks.map((week, i) => (i >= firstEarsWeek - 1 ? { ...week, reports: 4 } : week))
    for (const district of around) await storeWeeks(server, { ...maizeRust, district }, rising)
    for (const district of quietDistricts) await storeWeeks(server, { ...maizeRust, district }, weeks)
  }
  const far = ['UG-gulu', 'UG-lira', 'UG-masaka', 'UG-mbarara', 'UG-kabale', 'UG-arua', 'UG-hoima', 'UG-moroto']
  const readClusters = () =>
    server.app.db
      .selectFrom('disease_warnings')
      .select(['district', 'state', 'is_c2_alarm', 'is_c3_alarm', 'rising_districts', 'rising_weeks'])
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

  it('is added to the open warning of one of its districts', async () => {
    await storeCluster(far)
    await server.app.db.deleteFrom('district_reports').where('district', '=', 'UG-mbale').execute()
    await storeWeeks(server, maizeRust, weeksWithRise())
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

  it('is not proposed again after somebody declined it', async () => {
    await storeCluster(far)
    await proposeWarnings(server.app)
    const { body: list } = await server.request('GET /api/surveillance/warnings/', { token: admin.token })
    const params = { id: list.results[0].id }
    await server.request('POST /api/surveillance/warnings/{id}/decline/', {
      token: admin.token,
      params,
      body: { reason: 'known_cause' },
    })
    await proposeWarnings(server.app)
    expect(await readClusters()).toMatchObject([{ state: 'declined', rising_weeks: 2 }])
  })

  it('is none where the districts are new', async () => {
    await storeCluster(far)
    await sql`delete from district_reports where district = any (${around}::text[]) and week < ${await findMonday(
      server.app,
      undefined,
    )}::date - 21`.execute(server.app.db)
    await proposeWarnings(server.app)
    expect(await readClusters()).toEqual([])
  })
})
