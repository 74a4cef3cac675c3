import { surveillance } from '@kutu/contract/surveillance'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signUpApprovedExpert } from '../../../testing/server/test-users.ts'
import { addWeeks, findMonday } from './weeks.ts'

let server: TestServer
/** The last week that has ended. */
let week: string
beforeAll(async () => {
  server = await startTestServer()
  week = findMonday(server.app, undefined)
  const cell = (farmers: number, changes: object) => ({
    district: 'UG-mbale',
    crop: 'maize',
    disease: 'common_rust',
    strength: 'confident' as const,
    week,
    farmers,
    ...changes,
  })
  await server.app.db
    .insertInto('weekly_counts')
    .values([cell(12, {}), cell(3, { district: 'UG-lira' }), cell(70, { week: addWeeks(week, 1) })])
    .execute()
})
afterAll(() => server.close())

const subject = { country: 'UG', crop: 'maize', disease: 'common_rust' }
const readMap = (query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  server.request('GET /api/surveillance/map/', { query: { ...subject, ...query }, headers })

it('shows a visitor the figures that experts of other countries see', async () => {
  const { status, body } = await readMap()
  expect(status).toBe(200)
  const { token } = await signUpApprovedExpert(server, await createTestAdmin(server))
  const query = { ...subject, week }
  expect(body).toEqual((await server.request('GET /api/surveillance/counts/', { token, query })).body)
  const { districts } = surveillance.showMap.reply.parse(body)
  expect(districts.find(({ district }) => district === 'UG-mbale')?.confident).toBe(12)
  expect(districts.find(({ district }) => district === 'UG-lira')?.confident).toBeNull()
})

it('shows no week before it has ended', async () => {
  const { body } = await readMap({ week: addWeeks(week, 1) })
  expect(body.week).toBe(week)
  expect(JSON.stringify(body)).not.toContain('70')
})

it('may be kept by caches, which ask again by ETag', async () => {
  const { headers } = await readMap()
  expect(headers.get('cache-control')).toBe('public, max-age=600')
  const etag = headers.get('etag') ?? ''
  expect(etag).toMatch(/^W\/"[0-9a-f]{32}"$/)
  const again = await readMap({}, { 'if-none-match': `"other", ${etag}` })
  expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
  expect((await readMap({ week: addWeeks(week, -1) }, { 'if-none-match': etag })).status).toBe(200)
})

it('does not let caches keep an error', async () => {
  const { status, headers } = await readMap({ country: 'GB' })
  expect([status, headers.get('cache-control')]).toEqual([400, 'no-store'])
})
