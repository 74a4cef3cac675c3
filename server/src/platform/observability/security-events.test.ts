import { readFileSync } from 'node:fs'
import type { RateLimit } from '@kutu/contract/endpoint'
import { callBudgets } from '@kutu/contract/rate-limits'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sweep } from '../../operations/sweep.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { createTestAdmin, password, signUpFarmer, type TestUser } from '../../testing/server/test-users.ts'
import { audit } from '../db/audit.ts'
import { withTransaction } from '../db/transaction.ts'
import { enqueue } from '../jobs/queue.ts'
import { createPseudonym } from './pseudonyms.ts'
import { securityEvents } from './security-events.ts'

type Line = Record<string, unknown>
const lines: Line[] = []
const probes: RateLimit = { max: 2, seconds: 60, by: 'address' }
let server: TestServer
let admin: TestUser
let amina: TestUser
beforeAll(async () => {
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const budgets = { ...callBudgets, probes }
  server = await startTestServer({ logLevel: 'info', rateLimits: true, trustedProxies: 1 }, { logTo, budgets })
  admin = await createTestAdmin(server)
  amina = await signUpFarmer(server)
})
afterAll(() => server.close())
beforeEach(() => {
  lines.length = 0
})

const chrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'
const from = (network: string) => ({ 'x-forwarded-for': network, 'user-agent': chrome })
const signIn = (email: string, secret: string, network: string) =>
  server.request('POST /api/auth/login/', { body: { email, password: secret }, headers: from(network) })

/** Waits for the line of a completed request, which is written after its reply. */
async function completedLine(predicate: (line: Line) => boolean = () => true): Promise<Line> {
  const find = () => lines.find(line => line.msg === 'request completed' && predicate(line))
  await expect.poll(find).toBeDefined()
  return find() ?? {}
}

const pseudonym = /^[\w-]{16}$/

describe('the log of security events', () => {
  it('says who signed in, from where and with what, and names neither the address nor the network', async () => {
    expect((await signIn(amina.email, password, '203.0.113.7')).status).toBe(200)
    const recorded = lines.find(({ event, action }) => event === 'audit.recorded' && action === 'session.opened')
    expect(recorded).toMatchObject({
      level: 30,
      actor: amina.id,
      request_id: expect.any(String),
      network: expect.stringMatching(pseudonym),
      email: expect.stringMatching(pseudonym),
      agent: 'Chrome Android',
    })
    expect(await completedLine()).toMatchObject({ request_id: recorded?.request_id, status: 200 })
    expect(JSON.stringify(lines)).not.toMatch(/203\.0\.113\.7|amina|farmer\d|@/)
  })

  it('shows one network that tries many addresses, and one address that many networks try, also without an account', async () => {
    for (const email of ['a@example.org', 'b@example.org'])
      expect((await signIn(email, 'Wrong-2026-Leaf', '203.0.113.8')).status).toBe(401)
    expect((await signIn('a@example.org', 'Wrong-2026-Leaf', '203.0.113.9')).status).toBe(401)
    await expect.poll(() => lines.filter(({ msg }) => msg === 'request completed')).toHaveLength(3)
    const refused = lines.filter(({ msg }) => msg === 'request completed')
    expect(refused).toMatchObject(Array(3).fill({ event: 'request.unauthenticated', error: 'invalid_credentials' }))
    const [first, second, third] = refused
    expect(first?.network).toBe(second?.network)
    expect(first?.network).not.toBe(third?.network)
    expect(first?.email).toBe(third?.email)
    expect(first?.email).not.toBe(second?.email)
  })

  it.each<[string, () => Promise<unknown>, Line]>([
    [
      'a forged token',
      () => server.request('GET /api/auth/me', { token: 'forged' }),
      { event: 'request.unauthenticated', error: 'unauthenticated', status: 401 },
    ],
    [
      'a call that the role may not make',
      () => server.request('GET /api/admin/users/', { token: amina.token }),
      { event: 'request.forbidden', error: 'forbidden', status: 403 },
    ],
    [
      'an object of somebody else',
      () => server.request('GET /analysis/rust-detection/{id}/', { token: amina.token, params: { id: admin.id } }),
      { event: 'request.not_found', error: 'not_found', status: 404 },
    ],
    [
      'invalid input',
      () => server.request('GET /api/notifications/', { token: amina.token, query: { page: 'x' } }),
      { event: 'request.invalid', error: 'validation_failed', status: 400 },
    ],
    [
      'a path that does not exist',
      () => server.request('GET /api/wp-admin', { headers: from('203.0.113.10') }),
      { event: 'request.not_found', error: 'not_found', status: 404, route: 'unknown' },
    ],
  ])('says who made %s', async (_, call, expected) => {
    await call()
    const line = await completedLine()
    expect(line).toMatchObject({ ...expected, network: expect.stringMatching(pseudonym), agent: expect.any(String) })
    const isSignedIn = line.event !== 'request.unauthenticated' && line.route !== 'unknown'
    expect(line.user).toBe(isSignedIn ? amina.id : undefined)
  })

  it('says who was refused by a limit', async () => {
    const headers = from('203.0.113.11')
    for (let count = 0; count <= probes.max; count++) await server.request('GET /api/health', { headers })
    const line = await completedLine(({ event }) => event !== undefined)
    expect(line).toMatchObject({ event: 'request.limited', error: 'too_many_requests', status: 429 })
  })

  it('has no line of an audit entry that was rolled back', async () => {
    const entry = { actor: amina.id, action: 'user.tested', subject: { type: 'user', id: amina.id } }
    await expect(
      withTransaction(server.app, async tx => {
        await audit(server.app, tx, entry)
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(lines.filter(({ event }) => event === 'audit.recorded')).toEqual([])
    await withTransaction(server.app, tx => audit(server.app, tx, entry))
    expect(lines.filter(({ event }) => event === 'audit.recorded')).toMatchObject([{ action: 'user.tested' }])
  })

  it('has only events that docs/reference.md describes', () => {
    const page = readFileSync(new URL('../../../../docs/reference.md', import.meta.url), 'utf8')
    const table = page.slice(page.indexOf('## Security events')).split('\n## ')[0] ?? ''
    const documented = [...table.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \| (.*?) \|$/gm)].map(([, name, text]) => [
      name,
      text,
    ])
    expect(documented).toEqual(Object.entries(securityEvents))
  })
})

describe('the origin of an audit entry', () => {
  const listAudit = async (subject_id: string) =>
    (await server.request('GET /api/admin/audit/', { token: admin.token, query: { subject_id } })).body.results
  const countOrigins = async () => (await server.app.db.selectFrom('audit_origins').select('audit_id').execute()).length

  it('is shown to admins: request, network and email address as pseudonyms', async () => {
    const headers = { ...from('203.0.113.12'), 'x-request-id': 'phone-of-a-spray' }
    const body = { email: 'nobody@example.org', password: 'Wrong-2026-Leaf' }
    await server.request('POST /api/auth/login/', { body, headers })
    const [entry] = await listAudit('unknown')
    expect(entry).toMatchObject({
      action: 'session.refused',
      origin: {
        request_id: 'phone-of-a-spray',
        network: createPseudonym(server.app.config.tokenSecret, 'network', '203.0.113.12', server.clock.now()),
        email: createPseudonym(server.app.config.tokenSecret, 'email', 'nobody@example.org', server.app.clock.now()),
      },
    })
  })

  it('is erased with the account, and after 90 days; the entries stay', async () => {
    const leaver = await signUpFarmer(server)
    const { token, id } = leaver
    expect((await server.request('POST /api/account/deletion/', { token, body: { password } })).status).toBe(200)
    const entries: { action: string; origin: object | null }[] = await listAudit(id)
    expect(entries.map(({ action }) => action)).toContain('user.leaving')
    expect(entries.filter(({ origin }) => origin === null)).toEqual([])
    await server.app.db.updateTable('users').set({ leaves_at: server.clock.now() }).where('id', '=', id).execute()
    await withTransaction(server.app, tx => enqueue(tx, 'erase_due_users', {}))
    await server.runJobs()
    const erased: typeof entries = await listAudit(id)
    expect(erased.map(({ action }) => action)).toEqual(['user.forgotten', ...entries.map(({ action }) => action)])
    expect(erased.filter(({ origin }) => origin !== null)).toEqual([])
    expect(await countOrigins()).toBeGreaterThan(0)
    server.clock.advance(91 * 24 * 3600 * 1000)
    await sweep(server.app)
    expect(await countOrigins()).toBe(0)
    const stored = server.app.db.selectFrom('audit_log').select('id').where('subject_id', '=', id)
    expect(await stored.execute()).toHaveLength(erased.length)
  })
})

it('a pseudonym depends on the secret, the month and the kind', () => {
  const may = new Date('2026-05-31T23:59:59Z')
  const june = new Date('2026-06-01T00:00:00Z')
  const pseudonyms = [
    createPseudonym('secret', 'network', '203.0.113.7', may),
    createPseudonym('secret', 'network', '203.0.113.7', june),
    createPseudonym('secret', 'email', '203.0.113.7', may),
    createPseudonym('another secret', 'network', '203.0.113.7', may),
    createPseudonym('secret', 'network', '203.0.113.8', may),
  ]
  expect(new Set(pseudonyms).size).toBe(5)
  expect(createPseudonym('secret', 'network', '203.0.113.7', new Date('2026-05-01T00:00:00Z'))).toBe(pseudonyms[0])
})
