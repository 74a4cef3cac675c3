import { warnings } from '@kutu/contract/warnings'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOpenWarning, maizeRust, withdrawWarning } from '../../../testing/features/surveillance.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signIn, signUpApprovedExpert, type TestUser } from '../../../testing/server/test-users.ts'
import { warnFarmers } from './warn-farmers.ts'

const days = (count: number) => count * 24 * 3_600_000

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await startTestServer()
  admin = await createTestAdmin(server)
})
afterAll(() => server.close())

const read = (query: Record<string, string | number>, headers: Record<string, string> = {}) =>
  server.request('GET /api/surveillance/map/warnings/', { query, headers })
const listDistricts = async (country: string) =>
  warnings.listPublicWarnings.reply.parse((await read({ country })).body).results.map(({ district }) => district)
async function decide(id: string, action: 'confirm' | 'decline') {
  const { token } = await signIn(server, admin.email)
  const params = { id }
  const { status } =
    action === 'confirm'
      ? await server.request('POST /api/surveillance/warnings/{id}/confirm/', { token, params, body: { weeks: 1 } })
      : await server.request('POST /api/surveillance/warnings/{id}/decline/', {
          token,
          params,
          body: { reason: 'known_cause' },
        })
  expect(status).toBe(200)
}

it('shows everybody the confirmed warnings of a country while they hold, and no others', async () => {
  const confirmed = await createOpenWarning(server, { ...maizeRust, district: 'UG-mbale' })
  const declined = await createOpenWarning(server, { ...maizeRust, district: 'UG-gulu' })
  await createOpenWarning(server, { ...maizeRust, district: 'UG-lira' })
  const kenyan = await createOpenWarning(server, { ...maizeRust, district: 'KE-nakuru' })
  await decide(confirmed, 'confirm')
  await decide(declined, 'decline')
  await decide(kenyan, 'confirm')

  expect(await listDistricts('UG')).toEqual(['UG-mbale'])
  expect(await listDistricts('KE')).toEqual(['KE-nakuru'])
  const { body, headers } = await read({ country: 'UG' })
  expect(body.results[0]).toMatchObject({ district_name: 'Mbale', crop: 'maize', is_over: false })
  // Nobody learns who decided, or why.
  expect(Object.keys(body.results[0] ?? {})).not.toContain('decided_by')
  expect(headers.get('cache-control')).toBe('public, no-cache')
  expect((await read({ country: 'UG', page: 2 })).body.results).toEqual([])

  server.clock.advance(days(9))
  expect(await listDistricts('UG')).toEqual([])
})

it('rejects a country that Kutu does not serve', async () => {
  expect((await read({ country: 'GB' })).body.error).toBe('validation_failed')
})

it('shows nobody a warning that is confirmed but can still be stopped, nor one that was stopped', async () => {
  const district = 'UG-jinja'
  server.app.config.warningDelayMinutes = 10
  const id = await createOpenWarning(server, { ...maizeRust, district })
  await decide(id, 'confirm')
  const { rows } = await sql<{ minutes: number }>`
    select round(extract(epoch from run_at - now()) / 60)::integer as minutes from graphile_worker.jobs
    where task_identifier = 'warn_farmers' order by id desc limit 1`.execute(server.app.db)
  expect(rows).toEqual([{ minutes: 10 }])
  expect(await listDistricts('UG')).not.toContain(district)
  const { token } = await signIn(server, admin.email)
  const showSummary = async () =>
    JSON.stringify((await server.request('GET /api/surveillance/summary/', { token, query: { country: 'UG' } })).body)
  expect(await showSummary()).not.toContain(id)
  const expert = await signUpApprovedExpert(server, { ...admin, token })
  const asForeigner = await server.request('GET /api/surveillance/warnings/{id}/', {
    token: expert.token,
    params: { id },
  })
  expect(asForeigner.body.error).toBe('warning_of_other_country')
  // A job that runs early, because the clocks differ, waits.
  await warnFarmers(server.app, { warning: id })
  const isWaiting = sql`select from warning_deliveries where warning_id = ${id} and finished_at is null`
  expect((await isWaiting.execute(server.app.db)).rows).toHaveLength(1)
  server.clock.advance(9 * 60_000)
  expect(await listDistricts('UG')).not.toContain(district)
  expect((await withdrawWarning(server, await signIn(server, admin.email), id)).status).toBe(200)
  server.clock.advance(2 * 60_000)
  expect(await showSummary()).not.toContain(id)
  const notice = await server.request('GET /api/surveillance/notices/{id}/', {
    token: (await signIn(server, admin.email)).token,
    params: { id },
  })
  expect(notice.status).toBe(404)
  const sent = await createOpenWarning(server, { ...maizeRust, district: 'UG-iganga' })
  await decide(sent, 'confirm')
  server.clock.advance(11 * 60_000)
  expect(await listDistricts('UG')).toContain('UG-iganga')
})
