import { createHash } from 'node:crypto'
import { apiKeys } from '@kutu/contract/api-keys'
import { retentionDays } from '@kutu/contract/retention'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweep } from '../../../operations/sweep.ts'
import { createTestKey, keyInput } from '../../../testing/features/api-keys.ts'
import { findInDatabase } from '../../../testing/privacy/find-personal-data.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signIn, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await startTestServer()
  admin = await createTestAdmin(server)
})
afterAll(() => server.close())

const day = 24 * 3600_000
const create = (changes: object = {}, headers: Record<string, string> = {}) =>
  server.request('POST /api/admin/api-keys/', { token: admin.token, body: { ...keyInput, ...changes }, headers })
const revoke = (id: string) =>
  server.request('POST /api/admin/api-keys/{id}/revoke/', { token: admin.token, params: { id }, body: {} })
const list = async (query: Record<string, string | number> = {}) => {
  const reply = await server.request('GET /api/admin/api-keys/', { token: admin.token, query })
  return apiKeys.listApiKeys.reply.parse(reply.body)
}
const read = (token: string) =>
  server.request('GET /api/surveillance/counts/', {
    token,
    query: { country: 'UG', crop: 'maize', disease: 'common_rust' },
  })

describe('an API key', () => {
  it('is shown once, and stored as a hash only', async () => {
    const { status, body, headers } = await create()
    expect(status).toBe(201)
    const { key, ...shown } = apiKeys.createApiKey.reply.parse(body)
    expect(key).toMatch(/^kutu_[0-9a-f]{12}_[0-9a-f]{64}$/)
    expect(key.startsWith(`${shown.public_id}_`)).toBe(true)
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await list()).results[0]).toEqual(shown)
    const { days: _, ...described } = keyInput
    expect(shown).toMatchObject({ ...described, created_by: { username: admin.username }, last_used_at: null })

    const secret = key.slice(shown.public_id.length + 1)
    const { rows } = await sql<{ hash: string }>`
      select encode(key_hash, 'hex') as hash from api_keys where id = ${shown.id}`.execute(server.app.db)
    expect(rows[0]?.hash).toBe(createHash('sha256').update(key).digest('hex'))
    // findInDatabase looks for the hash of a word as well, so only the secret part is given.
    expect(await findInDatabase(server.app, [secret])).toEqual([])
  })

  it('is in no stored reply when it is created with an Idempotency-Key', async () => {
    const first = await create({}, { 'idempotency-key': 'a-key-of-the-form' })
    const second = await create({}, { 'idempotency-key': 'a-key-of-the-form' })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.key).not.toBe(first.body.key)
    expect(await server.app.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
  })

  it.each([
    ['name', ' '],
    ['name', 'x'.repeat(81)],
    ['contact', 'nobody'],
    ['scopes', []],
    ['scopes', ['everything']],
    ['countries', []],
    ['countries', ['GB']],
    ['days', 0],
    ['days', 367],
  ])('needs a valid %s, not %j', async (field, value) => {
    const { status, body } = await create({ [field]: value })
    expect(status).toBe(400)
    expect(body.errors[0].field).toMatch(new RegExp(`^${field}`))
  })

  it('is created and revoked with a recent password only', async () => {
    const { id } = await createTestKey(server, admin)
    server.clock.advance(16 * 60_000)
    for (const { status, body } of [await create(), await revoke(id)])
      expect([status, body.error]).toEqual([403, 'password_confirmation_required'])
    admin = await signIn(server, admin.email)
    expect((await revoke(id)).status).toBe(200)
  })

  it('is refused from the moment it is revoked, which happens once', async () => {
    const { id, key } = await createTestKey(server, admin)
    expect((await read(key)).status).toBe(200)
    const { body } = await revoke(id)
    expect(body).toMatchObject({ id, revoked_by: { username: admin.username }, revoked_at: expect.any(String) })
    expect((await read(key)).body.error).toBe('api_key_revoked')
    expect((await revoke(id)).body.error).toBe('already_decided')
    expect((await revoke(crypto.randomUUID())).status).toBe(404)
  })

  it('never works again, and is never worth more than at first, whoever changes the row', async () => {
    const { id } = await createTestKey(server, admin)
    await revoke(id)
    for (const change of [
      sql`revoked_at = null, revoked_by = null`,
      sql`expires_at = expires_at + interval '1 hour'`,
      sql`scopes = '{counts,trends,warnings}'`,
      sql`countries = '{UG}'`,
      sql`key_hash = sha256('another')`,
    ])
      await expect(sql`update api_keys set ${change} where id = ${id}`.execute(server.app.db)).rejects.toMatchObject({
        constraint: expect.stringMatching('^api_keys_(only_end|end_once)$'),
      })
  })

  it('is listed by pages, those that work apart from those that ended', async () => {
    server.clock.advance(1000)
    const [kept, revoked] = [await createTestKey(server, admin), await createTestKey(server, admin)]
    await revoke(revoked.id)
    const ids = async (state: string) => (await list({ state, page_size: 200 })).results.map(({ id }) => id)
    expect(await ids('active')).toContain(kept.id)
    expect(await ids('active')).not.toContain(revoked.id)
    expect((await ids('ended'))[0]).toBe(revoked.id)
    const { count, results, next } = await list({ page_size: 1 })
    expect([results.length, next !== null, count > 1]).toEqual([1, true, true])
  })

  it('has entries in the audit log that name it, without the key or the contact', async () => {
    const { id, key, public_id } = await createTestKey(server, admin, { name: 'Makerere: rust study' })
    await revoke(id)
    const query = { subject_id: id }
    const { body } = await server.request('GET /api/admin/audit/', { token: admin.token, query })
    expect(body.results).toMatchObject([
      { action: 'api_key.revoked', subject_name: 'Makerere: rust study', actor: { username: admin.username } },
      { action: 'api_key.created', after: { public_id, scopes: ['counts'], countries: null } },
    ])
    expect(JSON.stringify(body)).not.toContain(key)
    expect(JSON.stringify(body)).not.toContain(keyInput.contact)
  })

  it('is deleted with its contact a year after it ended', async () => {
    const revoked = await createTestKey(server, admin, { contact: 'revoked@example.org', days: 366 })
    const expiring = await createTestKey(server, admin, { contact: 'expiring@example.org', days: 1 })
    await revoke(revoked.id)
    server.clock.advance(retentionDays.endedApiKeys * day)
    await sweep(server.app)
    expect(await findInDatabase(server.app, ['expiring@example.org'])).toHaveLength(1)
    server.clock.advance(2 * day)
    await sweep(server.app)
    expect(await findInDatabase(server.app, ['revoked@example.org', 'expiring@example.org', expiring.id])).toEqual(
      // The audit log keeps who created it.
      [expect.stringContaining('api_key.created')],
    )
    admin = await signIn(server, admin.email)
  })
})
