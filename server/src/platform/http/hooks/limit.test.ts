import { contract } from '@kutu/contract/contract'
import { callsOf, type Endpoint, type RateLimit } from '@kutu/contract/endpoint'
import { budgetOf, type CallBudget, callBudgets, callCost } from '@kutu/contract/rate-limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countStatements } from '../../../testing/database/count-statements.ts'
import { startTestServer, type TestResponse, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpFarmer } from '../../../testing/server/test-users.ts'
import { createTokenBuckets, takeFromSharedBucket } from '../rate-limit/token-buckets.ts'

/** Small enough to be used up in a test, and refilled within a minute. */
const budgets: Record<CallBudget, RateLimit> = {
  reads: { max: 12, seconds: 60, by: 'user' },
  writes: { max: 3, seconds: 60, by: 'user' },
  keys: { max: 4, seconds: 60, by: 'key' },
  anonymous: { max: 10, seconds: 60, by: 'address' },
  probes: { max: 3, seconds: 60, by: 'address' },
  other: { max: 3, seconds: 60, by: 'address' },
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ rateLimits: true, trustedProxies: 1 }, { budgets })
})
afterAll(() => server.close())

let networks = 0
const newNetwork = () => ({ 'x-forwarded-for': `10.2.0.${++networks}` })

/** Signs a user up after the budgets of the server's own network have refilled. */
function newFarmer() {
  server.clock.advance(120_000)
  return signUpFarmer(server)
}

const unknownId = '00000000-0000-4000-8000-000000000000'
const endpoints = Object.values(contract).flatMap(feature => Object.values<Endpoint>(feature))
const callsWith = (predicate: (endpoint: Endpoint) => boolean) =>
  endpoints
    .filter(predicate)
    .flatMap(callsOf)
    .map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, unknownId)}` as 'GET /x')

async function exhaust(budget: CallBudget, call: () => Promise<TestResponse>) {
  for (let count = 0; count < budgets[budget].max; count++) expect((await call()).status).not.toBe(429)
  expectLimited(await call())
}

function expectLimited({ status, body, headers }: TestResponse) {
  expect([status, body]).toEqual([429, { status: 429, error: 'too_many_requests', message: expect.any(String) }])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
}

describe('every call has a limit:', () => {
  it('all reads of a signed-in user share one, and the user can read again after Retry-After', async () => {
    const { token } = await newFarmer()
    const readProfile = () => server.request('GET /api/auth/me', { token, headers: newNetwork() })
    await exhaust('reads', readProfile)
    const calls = callsWith(endpoint => budgetOf(endpoint) === 'reads')
    expect(calls.length).toBeGreaterThan(25)
    for (const call of calls) expectLimited(await server.request(call, { token, headers: newNetwork() }))
    const { headers } = await readProfile()
    server.clock.advance(Number(headers.get('retry-after')) * 1000)
    expect((await readProfile()).status).toBe(200)
  })

  it('all writes of a signed-in user share one, and reads are not affected', async () => {
    const { token } = await newFarmer()
    await exhaust('writes', () => server.request('PUT /api/notifications/read-all/', { token }))
    const calls = callsWith(endpoint => budgetOf(endpoint) === 'writes')
    expect(calls.length).toBeGreaterThan(25)
    for (const call of calls) expectLimited(await server.request(call, { token, headers: newNetwork() }))
    expect((await server.request('GET /api/auth/me', { token })).status).toBe(200)
  })

  it('calls without a valid token share one per network, whatever token they forge', async () => {
    const attacker = newNetwork()
    const { token } = await newFarmer()
    const forged = () => `${token.slice(0, -8)}${String(Math.random()).slice(2, 10)}`
    await exhaust('anonymous', () => server.request('GET /api/auth/me', { token: forged(), headers: attacker }))
    const calls = callsWith(endpoint => budgetOf(endpoint) === 'anonymous')
    expect(calls.length).toBeGreaterThan(8)
    for (const call of calls) expectLimited(await server.request(call, { headers: attacker, token: forged() }))
    expectLimited(await server.request('GET /api/dashboard/stats/', { headers: attacker }))
    // Neighbors behind the same router who are signed in, and other networks, notice nothing.
    expect((await server.request('GET /api/auth/me', { token, headers: attacker })).status).toBe(200)
    expect((await server.request('GET /api/auth/countries', { headers: newNetwork() })).status).toBe(200)
  })

  it('probes and everything else outside the contract share one each per network', async () => {
    const client = newNetwork()
    await exhaust('probes', () => server.request('GET /api/ready', { headers: client }))
    expectLimited(await server.request('GET /api/health', { headers: client }))
    await exhaust('other', () => server.request('GET /api/openapi.json', { headers: client }))
    for (const call of ['GET /api/docs', 'GET /', 'GET /files/leaf.jpg', 'GET /nothing', 'PUT /api/auth/me'] as const)
      expectLimited(await server.request(call, { headers: client }))
    expect((await server.request('GET /api/health', { headers: newNetwork() })).status).toBe(200)
  })
})

describe('a budget', () => {
  it('pays more for long pages and searches', async () => {
    const { token } = await newFarmer()
    const list = () => server.request('GET /analysis/rust-detection/', { token, query: { page_size: 200 } })
    expect((await list()).status).toBe(200)
    expectLimited(await list())
    expect((await server.request('GET /analysis/rust-detection/', { token })).status).toBe(200)
  })

  it('refuses a call without a query to the database', async () => {
    const { token } = await newFarmer()
    const read = () => server.request('GET /api/auth/me', { token })
    await exhaust('reads', read)
    expect(await countStatements(async () => expectLimited(await read()))).toBe(0)
    const stranger = { headers: newNetwork() }
    const validate = () => server.request('GET /api/auth/validate-token', stranger)
    await exhaust('anonymous', validate)
    expect(await countStatements(async () => expectLimited(await validate()))).toBe(0)
  })

  it('does not count when limits are off', async () => {
    const unlimited = await startTestServer({ rateLimits: false }, { budgets })
    try {
      for (let count = 0; count < 5; count++) expect((await unlimited.request('GET /api/ready')).status).toBe(200)
    } finally {
      await unlimited.close()
    }
  })
})

describe('the cost of a call', () => {
  const listAnalyses = contract.detection.listAnalyses
  const listPosts = contract.community.listPosts

  it.each<[Endpoint, object, number]>([
    [contract.accounts.me, { page_size: 200, search: 'x' }, 1],
    [listAnalyses, {}, 1],
    [listAnalyses, { page_size: '25' }, 1],
    [listAnalyses, { page_size: '26' }, 2],
    [listAnalyses, { page_size: '100000' }, 8],
    [listAnalyses, { page_size: 'x' }, 1],
    [listPosts, {}, 4],
    [listPosts, { page_size: '20', search: 'rust' }, 5],
    [contract.community.listAllPosts, {}, 8],
  ])('%#', (endpoint, query, cost) => {
    expect(callCost(endpoint, query)).toBe(cost)
  })

  it('never exceeds a budget', () => {
    const costs = endpoints.map(endpoint => callCost(endpoint, { page_size: '200', search: 'rust' }))
    expect(Math.max(...costs)).toBeLessThan(callBudgets.reads.max / 10)
  })
})

describe('a token bucket', () => {
  const T = 100
  const limit: RateLimit = { max: 10, seconds: 1, by: 'user' }

  it('admits max at once, and then one each T', () => {
    const take = createTokenBuckets(limit)
    const start = 1_000_000
    for (let count = 0; count < 10; count++) expect(take('amina', 1, start)).toBe(0)
    expect(take('amina', 1, start)).toBeCloseTo(T)
    expect(take('amina', 3, start)).toBeCloseTo(3 * T)
    expect(take('okello', 1, start)).toBe(0)
    expect(take('amina', 1, start + T)).toBe(0)
    expect(take('amina', 1, start + T)).toBeCloseTo(T)
    for (let count = 0; count < 10; count++) expect(take('amina', 1, start + 100 * T)).toBe(0)
    expect(take('amina', 1, start + 100 * T)).toBeGreaterThan(0)
  })

  it('admits a cost above max from a full bucket', () => {
    const take = createTokenBuckets(limit)
    expect(take('amina', 25, 0)).toBe(0)
    expect(take('amina', 1, 0)).toBeGreaterThan(0)
  })

  it('starts anew after the clock was set back', () => {
    const take = createTokenBuckets(limit)
    expect(take('amina', 10, 3_600_000)).toBe(0)
    expect(take('amina', 1, 0)).toBe(0)
  })

  it('admits as much if the processes share it', async () => {
    const start = 1_000_000
    const take = (key: string, now: number) => takeFromSharedBucket(server.app.db, limit, key, now)
    const waits = await Promise.all(Array.from({ length: 13 }, () => take('amina', start)))
    expect(waits.filter(wait => wait === 0)).toHaveLength(10)
    expect(Math.max(...waits)).toBeCloseTo(T)
    expect(await take('okello', start)).toBe(0)
    expect(await take('amina', start + T)).toBe(0)
    expect(await take('amina', start + T)).toBeCloseTo(T)
    for (let count = 0; count < 10; count++) expect(await take('amina', start + 100 * T)).toBe(0)
    expect(await take('amina', start + 100 * T)).toBeGreaterThan(0)
    expect(await take('amina', 0)).toBe(0)
  })

  it('forgets the key that was used least recently beyond 100,000 keys', () => {
    const take = createTokenBuckets(limit)
    for (const key of ['first', 'second']) take(key, 10, 0)
    for (let key = 0; key < 99_998; key++) take(String(key), 1, 0)
    expect(take('first', 1, T)).toBe(0)
    take('one more', 1, T)
    expect(take('second', 10, T)).toBe(0)
    expect(take('first', 1, T)).toBeGreaterThan(0)
  })
})
