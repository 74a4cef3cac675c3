import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { maizeRust, storeWeeks, weeksWithRise } from '../../../testing/features/surveillance.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin } from '../../../testing/server/test-users.ts'
import { firstEarsWeek } from '../outbreak-detection/ears.ts'
import { findMonday } from '../weekly/weeks.ts'
import { proposeWarnings } from './propose-warnings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
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
  })

  it('that an expert declined is not proposed again by C3, which adds up its week', async () => {
    const { id } = await createTestAdmin(server)
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
