import { trends } from '@kutu/contract/trends'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin } from '../../../testing/server/test-users.ts'
import { findMonday } from '../counts/weeks.ts'
import { storeTrends } from './store-trends.ts'

let server: TestServer
let token: string
let week: string
beforeAll(async () => {
  server = await startTestServer()
  ;({ token } = await createTestAdmin(server))
  week = await findMonday(server.app, undefined)
})
afterAll(() => server.close())

beforeEach(async () => {
  await server.app.db.deleteFrom('district_reports').execute()
  await server.app.db
    .insertInto('district_reports')
    .values([
      { district: 'UG-mbale', crop: 'maize', disease: 'common_rust', week, strength: 'confident', farmers: 20 },
      { district: 'UG-mbale', crop: 'maize', disease: '', week, strength: 'photographed', farmers: 60 },
    ])
    .execute()
})

const setReports = (farmers: number) =>
  sql`update district_reports set farmers = ${farmers} where disease = 'common_rust'`
const listStored = () => server.app.db.selectFrom('weekly_trends').select(['disease', 'reports']).execute()

/** Returns the reports of the last week that has ended. */
async function readReports(disease = 'common_rust'): Promise<number | undefined> {
  const query = { country: 'UG', crop: 'maize', disease, from: week, to: week }
  const { body } = await server.request('GET /api/surveillance/trends/', { token, query })
  return trends.showTrend.reply.parse(body).weeks.at(-1)?.reports
}

it('are stored when they are first read, and then read from there', async () => {
  expect(await readReports()).toBe(20)
  expect(await listStored()).toEqual([{ disease: 'common_rust', reports: 20 }])
  await sql`update weekly_trends set reports = 19`.execute(server.app.db)
  expect(await readReports()).toBe(19)
})

it('are computed again after counts of the week have changed, came or went', async () => {
  expect(await readReports()).toBe(20)
  await setReports(21).execute(server.app.db)
  expect(await readReports()).toBe(21)
  await sql`insert into district_reports values ('UG-gulu', 'maize', 'common_rust', ${week}, 'confident', 7),
    ('UG-gulu', 'maize', '', ${week}, 'photographed', 40)`.execute(server.app.db)
  expect(await readReports()).toBe(28)
  await sql`delete from district_reports where district = 'UG-mbale'`.execute(server.app.db)
  expect(await readReports()).toBe(7)
})

it('stay when counts of another country, crop or week change', async () => {
  expect(await readReports()).toBe(20)
  await sql`insert into district_reports values
    ('KE-nakuru', 'maize', 'common_rust', ${week}, 'confident', 7), ('UG-gulu', 'beans', 'rust', ${week}, 'confident', 7),
    ('UG-gulu', 'maize', 'common_rust', ${week}::date - 7, 'confident', 7)`.execute(server.app.db)
  expect(await listStored()).toHaveLength(1)
})

it('are not stored while a change of the week has not been committed', async () => {
  await server.app.db.transaction().execute(async tx => {
    await setReports(25).execute(tx)
    expect(await readReports()).toBe(20)
  })
  expect(await readReports()).toBe(25)
})

it('are not stored of a disease that has no card', async () => {
  expect(await readReports('no_such_disease')).toBe(0)
  expect(await listStored()).toEqual([])
})

it('are stored by a job if readers have a replica', async () => {
  const readReplica = { url: 'postgresql://replica', maxLagMs: 1000 }
  await storeTrends(server.app)
  expect(await listStored()).toEqual([])
  await storeTrends({ ...server.app, config: { ...server.app.config, readReplica } })
  expect(await listStored()).toHaveLength(53)
  expect((await listStored()).filter(({ reports }) => reports > 0)).toEqual([{ disease: 'common_rust', reports: 20 }])
})
