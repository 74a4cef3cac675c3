import { accounts } from '@kutu/contract/accounts/accounts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import { startTestServer, type TestResponse, type TestServer } from '../../../testing/server/test-server.ts'
import { password, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

const poolSize = 3
/** The number of sign-ins that one network may have in progress and waiting. */
const maxPerNetwork = 4 + 100

let server: TestServer
let owner: TestUser
let cookie: string
beforeAll(async () => {
  const database = await createTestDatabase({ poolSize })
  // Longer than any machine takes to accept the flood.
  database.pool.options.connectionTimeoutMillis = 60_000
  server = await startTestServer({ rateLimits: true, trustedProxies: 1 }, { database })
  owner = await signUpFarmer(server)
  const { headers } = await signIn('10.3.0.1', owner.email)
  cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
})
afterAll(() => server.close())
beforeEach(() => server.app.db.deleteFrom('rate_limits').execute())

const signIn = (network: string, email: string, secret = password, device?: string) =>
  server.request('POST /api/auth/login/', {
    body: { email, password: secret },
    headers: { 'x-forwarded-for': network, ...(device !== undefined && { cookie: device }) },
  })

let strangers = 0
const guess = (network: string) => signIn(network, `stranger${++strangers}@example.org`, 'Wrong-2026-Leaf')

/** Takes every connection of the pool, so that no request can go on, and returns a function that releases them. */
async function holdAllConnections(): Promise<() => Promise<void>> {
  let release: () => void = () => undefined
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  const transactions: Promise<void>[] = []
  for (let count = 0; count < poolSize; count++)
    await new Promise<void>(onStarted => {
      transactions.push(
        withTransaction(server.app, async () => {
          onStarted()
          await released
        }),
      )
    })
  return async () => {
    release()
    await Promise.all(transactions)
  }
}

it('a flood from one network is refused at once beyond its turns; other networks and known devices sign in', async () => {
  const attacker = '10.3.0.2'
  const excess = 20
  const release = await holdAllConnections()
  const refused: TestResponse[] = []
  let flood: Promise<TestResponse>[] = []
  let honest: Promise<TestResponse>[] = []
  try {
    // While the database answers nobody, only refusals that ask it nothing arrive.
    await new Promise<void>((resolve, reject) => {
      flood = Array.from({ length: maxPerNetwork + excess }, () => guess(attacker))
      for (const reply of flood)
        reply.then(answered => {
          if (answered.status === 429 && refused.push(answered) === excess) resolve()
        }, reject)
    })
    honest = [signIn('10.3.0.3', owner.email), signIn(attacker, owner.email, password, cookie)]
  } finally {
    await release()
  }
  for (const { body, headers } of refused) {
    expect(body.error).toBe('too_many_requests')
    expect(headers.get('retry-after')).toBe('2')
  }
  expect((await Promise.all(honest)).map(({ status }) => status)).toEqual([200, 200])
  const statuses = (await Promise.all(flood)).map(({ status }) => status)
  expect(statuses.filter(status => status === 401)).toHaveLength(maxPerNetwork)
  expect(statuses.filter(status => status === 429)).toHaveLength(excess)
})

it('a neighbor who uses up the sign-ins of the network does not lock out a known device', async () => {
  const network = '10.3.0.4'
  for (let count = 0; count < accounts.login.rateLimit.max; count += 50)
    await Promise.all(Array.from({ length: 50 }, () => guess(network)))
  expect((await guess(network)).body.error).toBe('too_many_requests')
  expect((await signIn(network, owner.email)).status).toBe(429)
  expect((await signIn(network, owner.email, password, cookie)).status).toBe(200)
  // The cookie exempts its own account only.
  expect((await signIn(network, 'stranger@example.org', 'Wrong-2026-Leaf', cookie)).status).toBe(429)
})
