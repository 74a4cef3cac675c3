import type { RateLimit } from '@kutu/contract/endpoint'
import { callBudgets } from '@kutu/contract/rate-limits'
import { surveillance } from '@kutu/contract/surveillance'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKysely } from '../../../platform/db/database.ts'
import { countStatements } from '../../../testing/database/count-statements.ts'
import { createTestKey } from '../../../testing/features/api-keys.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, type TestUser } from '../../../testing/server/test-users.ts'
import { addWeeks, findMonday } from '../../surveillance/weekly/weeks.ts'
import { createApiKeys } from './api-key-calls.ts'

/** Small enough to be used up in a test. */
const budgets = {
  ...callBudgets,
  keys: { max: 5, seconds: 60, by: 'key' },
  anonymous: { max: 3, seconds: 60, by: 'address' },
} satisfies Record<string, RateLimit>

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await startTestServer({ rateLimits: true, trustedProxies: 1 }, { budgets })
  admin = await createTestAdmin(server)
})
afterAll(() => server.close())

let networks = 0
const newNetwork = () => ({ 'x-forwarded-for': `10.3.0.${++networks}` })
const subject = { country: 'UG', crop: 'maize', disease: 'common_rust' }
const read = (token: string, headers: Record<string, string> = newNetwork(), query: object = subject) =>
  server.request('GET /api/surveillance/counts/', { token, headers, query: query as Record<string, string> })
/** Returns a key of the same form that was never given out. */
const forge = (key: string) => `${key.slice(0, -8)}${Math.random().toString(16).slice(2, 10).padEnd(8, '0')}`

describe('a program with an API key', () => {
  it('reads what everybody reads, and keeps it for ten minutes or as long as the ETag matches', async () => {
    const { key } = await createTestKey(server, admin)
    const { status, body, headers } = await read(key)
    expect(status).toBe(200)
    expect(body).toEqual((await server.request('GET /api/surveillance/map/', { query: subject })).body)
    expect(headers.get('cache-control')).toBe('private, max-age=600')
    const again = await read(key, { ...newNetwork(), 'if-none-match': headers.get('etag') ?? '' })
    expect([again.status, again.body]).toEqual([304, ''])
    expect((await read(admin.token)).headers.get('cache-control')).toBe('no-store')

    const file = await server.request('GET /api/surveillance/counts/export.csv', { token: key, query: subject })
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.body).toMatch(/^week,country,/)
  })

  it('reads no week before it has ended', async () => {
    const lastWeek = findMonday(server.app, undefined)
    const running = addWeeks(lastWeek, 1)
    const cell = { district: 'UG-mbale', crop: 'maize', disease: 'common_rust', strength: 'confident' as const }
    await server.app.db
      .insertInto('weekly_counts')
      .values([
        { ...cell, week: lastWeek, farmers: 12 },
        { ...cell, week: running, farmers: 77 },
      ])
      .execute()
    const { key } = await createTestKey(server, admin)
    for (const week of [running, addWeeks(running, 3)]) {
      const { status, body } = await read(key, newNetwork(), { ...subject, week })
      expect([status, body.week, body.last_week]).toEqual([200, lastWeek, lastWeek])
      expect(JSON.stringify(body)).not.toContain('77')
    }
  })

  it('reads the countries of the key only, and must name one', async () => {
    const { key } = await createTestKey(server, admin, { countries: ['UG', 'KE'] })
    expect((await read(key)).status).toBe(200)
    for (const query of [
      { ...subject, country: 'RW' },
      { crop: 'maize', disease: 'common_rust' },
    ]) {
      const { status, body } = await read(key, newNetwork(), query)
      expect([status, body.error]).toEqual([403, 'api_key_country_missing'])
      expect(body.message).toContain('UG, KE')
    }
  })

  it('is told by RFC 6750 what is wrong with the key', async () => {
    const { key } = await createTestKey(server, admin)
    const trends = await server.request('GET /api/surveillance/trends/', { token: key, query: subject })
    expect([trends.status, trends.body.error]).toEqual([403, 'api_key_scope_missing'])
    expect(trends.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="trends"')
    for (const token of [forge(key), `${key}0`, 'kutu_', `${key.slice(0, 17)}_`]) {
      const { status, body, headers } = await read(token)
      expect([status, body.error]).toEqual([401, 'api_key_unknown'])
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    }
    const me = await server.request('GET /api/auth/me', { token: key, headers: newNetwork() })
    expect([me.status, me.body.error]).toEqual([401, 'api_key_not_accepted'])
  })
})

describe('the limit of an API key', () => {
  it('is its own: neither another key nor a busy network uses it up', async () => {
    const [first, second] = [await createTestKey(server, admin), await createTestKey(server, admin)]
    const network = newNetwork()
    for (const { key } of [first, second]) expect((await read(key, network)).status).toBe(200)
    // The network has used up what it has for visitors.
    expect((await read(forge(first.key), network)).status).toBe(401)
    expect((await read(forge(first.key), network)).status).toBe(429)
    for (let call = 0; call < 5; call++) expect((await read(first.key, network)).status).toBe(200)
    const refused = await read(first.key, newNetwork())
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await read(second.key, network)).status).toBe(200)
    server.clock.advance(60_000)
    expect((await read(first.key, network)).status).toBe(200)
  })

  it('refuses without a query to the database, as it does forged keys', async () => {
    const { key } = await createTestKey(server, admin)
    for (let call = 0; call < 6; call++) await read(key)
    // The process stores the counts of calls every few seconds: of several calls, one has no other statement beside it.
    const countLeast = async (call: () => Promise<void>) =>
      Math.min(await countStatements(call), await countStatements(call), await countStatements(call))
    expect(await countLeast(async () => expect((await read(key)).status).toBe(429))).toBe(0)
    const attacker = newNetwork()
    for (let call = 0; call < 3; call++) await read(forge(key), attacker)
    expect(await countLeast(async () => expect((await read(forge(key), attacker)).status).toBe(429))).toBe(0)
  })

  it('counts in the limit of an endpoint as a user does', async () => {
    const { key, public_id: publicId } = await createTestKey(server, admin)
    const exportCounts = async () => {
      server.clock.advance(60_000)
      const { status } = await server.request('GET /api/surveillance/counts/export.csv', { token: key, query: subject })
      return status
    }
    expect(await exportCounts()).toBe(200)
    const { seconds } = surveillance.exportCounts.rateLimit
    await server.app.db
      .updateTable('rate_limits')
      .set({ tat: server.clock.now().getTime() + 60_000 + seconds * 1000 })
      .where('key', 'like', `%:key:${publicId}`)
      .execute()
    expect(await exportCounts()).toBe(429)
  })
})

describe('the last use of an API key', () => {
  it('is shown to administrators to the minute, without refused calls', async () => {
    admin = await createTestAdmin(server, 'counting')
    const { id, key, public_id } = await createTestKey(server, admin)
    const list = async () => {
      const { body } = await server.request('GET /api/admin/api-keys/', { token: admin.token })
      return body.results.find((each: { id: string }) => each.id === id)
    }
    await read(forge(key))
    expect((await list()).last_used_at).toBeNull()
    const first = server.clock.now().toISOString()
    await read(key)
    await expect.poll(list).toMatchObject({ public_id, last_used_at: first })
    server.clock.advance(30_000)
    await read(key)
    expect((await list()).last_used_at).toBe(first)
    server.clock.advance(30_000)
    await read(key)
    await expect.poll(list).toMatchObject({ last_used_at: server.clock.now().toISOString() })
  })

  it('does not fail a call when it cannot be stored', async () => {
    const { id, public_id: publicId } = await createTestKey(server, admin)
    const endedPool = new pg.Pool({ connectionString: server.databaseUrl })
    await endedPool.end()
    const app = { ...server.app, db: createKysely(endedPool) }
    createApiKeys().noteUse(app, { id, publicId, scopes: ['counts'], countries: null })
    expect((await server.request('GET /api/health/')).status).toBe(200)
  })
})
