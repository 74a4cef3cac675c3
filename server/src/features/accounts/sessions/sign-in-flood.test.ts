import { accounts } from '@kutu/contract/accounts/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { password, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let owner: TestUser
let cookie: string
beforeAll(async () => {
  server = await startTestServer({ rateLimits: true, trustedProxies: 1 })
  owner = await signUpFarmer(server)
  const { headers } = await signIn('10.3.0.1', owner.email)
  cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
})
afterAll(() => server.close())

const signIn = (network: string, email: string, secret = password, device?: string) =>
  server.request('POST /api/auth/login/', {
    body: { email, password: secret },
    headers: { 'x-forwarded-for': network, ...(device !== undefined && { cookie: device }) },
  })

let strangers = 0
const guess = (network: string) => signIn(network, `stranger${++strangers}@example.org`, 'Wrong-2026-Leaf')

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
