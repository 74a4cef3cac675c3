import { surveillance } from '@kutu/contract/surveillance'
import { trends } from '@kutu/contract/trends'
import { districts } from '@kutu/places/districts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin } from '../../../testing/server/test-users.ts'
import { addWeeks, findMonday } from './weeks.ts'

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

async function store(): Promise<void> {
  await withTransaction(server.app, tx => enqueue(tx, 'store_published_weeks', {}))
  await server.runJobs()
}
const setReports = (farmers: number) =>
  sql`update district_reports set farmers = ${farmers} where disease = 'common_rust'`
async function listStored() {
  const { rows } = await sql<{ country: string; crop: string; week: string }>`
    select country, crop, to_char(week, 'YYYY-MM-DD') as week from published_weeks order by 1, 2, 3`.execute(
    server.app.db,
  )
  return rows
}
const listTrends = (disease = 'common_rust') =>
  server.app.db.selectFrom('weekly_trends').select('reports').where('disease', '=', disease).execute()

async function readCounts(disease = 'common_rust') {
  const query = { country: 'UG', crop: 'maize', disease, week }
  const { body } = await server.request('GET /api/surveillance/counts/', { token, query })
  return surveillance.showCounts.reply.parse(body)
}
async function readTrend(disease = 'common_rust') {
  const query = { country: 'UG', crop: 'maize', disease, from: week, to: week }
  const { body } = await server.request('GET /api/surveillance/trends/', { token, query })
  return trends.showTrend.reply.parse(body).weeks.at(-1)
}
const readReports = async () => [(await readCounts()).totals.reports_min, (await readTrend())?.reports]

it('are stored once, by a job, and then read from there', async () => {
  expect(await readReports()).toEqual([20, 20])
  expect([await listStored(), await listTrends()]).toEqual([[], []])
  await store()
  await store()
  expect([await listStored(), await listTrends()]).toEqual([
    [{ country: 'UG', crop: 'maize', week }],
    [{ reports: 20 }],
  ])
  await sql`update published_weeks set tables = jsonb_set(tables, '{common_rust,totals,3}', '19')`.execute(
    server.app.db,
  )
  await sql`update weekly_trends set reports = 18 where disease = 'common_rust'`.execute(server.app.db)
  expect(await readReports()).toEqual([19, 18])
})

it('are the same as the computed ones, of random counts of several diseases', async () => {
  const codes = districts.filter(({ country }) => country === 'UG').map(({ code }) => code)
  const cells = codes.flatMap((district, i) => [
    ...['common_rust', 'gray_leaf_spot'].flatMap((disease, d) =>
      (['confirmed', 'confident', 'likely'] as const).map((strength, s) => ({
        ...{ district, crop: 'maize', disease, week, strength, farmers: ((i * 7 + d * 11 + s * 5) * 13) % 9 },
      })),
    ),
    ...[{ district, crop: 'maize', disease: '', week, strength: 'photographed' as const, farmers: 16 + (i % 14) }],
  ])
  await server.app.db.deleteFrom('district_reports').execute()
  await server.app.db
    .insertInto('district_reports')
    .values(cells.filter(({ farmers }) => farmers > 0))
    .execute()
  const diseases = ['common_rust', 'gray_leaf_spot', 'streak_virus', 'no_such_disease']
  const readAll = async () => ({
    counts: await Promise.all(diseases.map(readCounts)),
    trends: await Promise.all(diseases.map(readTrend)),
  })
  const computed = await readAll()
  await store()
  expect(await listStored()).toHaveLength(1)
  expect(await readAll()).toEqual(computed)
})

it('are deleted when counts of the week change, come or go', async () => {
  for (const [change, reports] of [
    [setReports(21), 21],
    [sql`insert into district_reports values ('UG-gulu', 'maize', 'common_rust', ${week}, 'confident', 7)`, 28],
    [sql`delete from district_reports where district = 'UG-mbale' and disease = 'common_rust'`, 7],
  ] as const) {
    await store()
    await change.execute(server.app.db)
    expect([await listStored(), await listTrends()]).toEqual([[], []])
    expect((await readCounts()).totals.reports_min).toBe(reports)
  }
})

it('stay when counts of another country, crop or week change, or of the running week, which has none', async () => {
  await store()
  await sql`insert into district_reports values
    ('KE-nakuru', 'maize', 'common_rust', ${week}, 'confident', 7), ('UG-gulu', 'beans', 'rust', ${week}, 'confident', 7),
    ('UG-gulu', 'maize', 'common_rust', ${week}::date - 7, 'confident', 7),
    ('UG-gulu', 'maize', 'common_rust', ${addWeeks(week, 1)}, 'confident', 7)`.execute(server.app.db)
  expect(await listStored()).toHaveLength(1)
  await store()
  expect((await listStored()).map(stored => stored.week).includes(addWeeks(week, 1))).toBe(false)
  expect(await listStored()).toHaveLength(4)
})

it('are computed when they are read if the week is long past', async () => {
  const insertWeek = (weeks: number) =>
    sql`insert into district_reports values
    ('UG-gulu', 'maize', 'common_rust', ${addWeeks(week, -weeks)}, 'confident', 7)`.execute(server.app.db)
  await insertWeek(105)
  await insertWeek(106)
  await store()
  expect((await listStored()).map(stored => stored.week)).toEqual([addWeeks(week, -105), week])
  const query = { country: 'UG', crop: 'maize', disease: 'common_rust', week: addWeeks(week, -106) }
  const { body } = await server.request('GET /api/surveillance/counts/', { token, query })
  expect(surveillance.showCounts.reply.parse(body).totals.reports_min).toBe(7)
})

it('wait while a change of the week has not been committed', async () => {
  await server.app.db.transaction().execute(async tx => {
    await setReports(25).execute(tx)
    await store()
    expect(await listStored()).toEqual([])
    expect(await readReports()).toEqual([20, 20])
  })
  await store()
  expect(await readReports()).toEqual([25, 25])
  expect(await listStored()).toHaveLength(1)
})
