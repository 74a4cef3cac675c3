import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, password, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

const [publicUrl, appUrl] = ['https://api.example.org', 'https://app.example.org']
const overTls = { 'x-forwarded-proto': 'https' }
const inClear = { 'x-forwarded-proto': 'http' }
const login = 'POST /api/auth/login/'

describe('behind a trusted proxy, with an https PUBLIC_URL', () => {
  let server: TestServer
  let farmer: TestUser
  beforeAll(async () => {
    server = await startTestServer({ publicUrl, appUrl, linkBase: publicUrl, trustedProxies: 1, logLevel: 'silent' })
    farmer = await signUpFarmer(server)
  })
  afterAll(() => server.close())
  const signIn = (headers: Record<string, string>) =>
    server.request(login, { headers, body: { email: farmer.email, password } })

  it('a sign-in without TLS is refused, and one with TLS is not', async () => {
    const { status, body } = await signIn(inClear)
    expect([status, body.error]).toEqual([403, 'https_required'])
    expect((await signIn(overTls)).status).toBe(200)
  })

  it('a request with a token and a photo link are refused without TLS', async () => {
    for (const path of ['GET /api/admin/system/', 'GET /files/photos/x', 'GET /analysis/rust-detection/'] as const)
      expect((await server.request(path, { token: farmer.token, headers: inClear })).body.error).toBe('https_required')
  })

  it('a client cannot claim TLS: only the entry of the proxy counts', async () => {
    expect((await signIn({ 'x-forwarded-proto': 'https, http' })).body.error).toBe('https_required')
  })

  it('a page redirects to https at the own host only', async () => {
    for (const [path, target] of [
      ['/account?tab=1', `${appUrl}/account?tab=1`],
      ['//evil.example.org/', `${appUrl}//evil.example.org/`],
    ]) {
      const response = await fetch(`${server.url}${path}`, { headers: inClear, redirect: 'manual' })
      expect([response.status, response.headers.get('location')]).toEqual([308, target])
    }
  })

  it('probes without TLS are answered', async () => {
    for (const path of ['/api/health', '/api/ready/'] as const)
      expect((await server.request(`GET ${path}`, { headers: inClear })).status).toBe(200)
  })
})

it('an unexplained request without TLS is served, logged once, and shown on the system page', async () => {
  const lines: string[] = []
  const options = { publicUrl, linkBase: publicUrl, logLevel: 'warn' } as const
  const server = await startTestServer(options, { logTo: { write: line => void lines.push(line) } })
  onTestFinished(() => server.close())
  const admin = await createTestAdmin(server)
  for (let count = 0; count < 3; count++)
    expect((await server.request('GET /api/admin/system/', admin)).status).toBe(200)
  const warnings = lines.map(line => JSON.parse(line)).filter(({ msg }) => msg.includes('without TLS'))
  expect(warnings).toMatchObject([{ level: 40, is_refused: false }])
  const { body } = await server.request('GET /api/admin/system/', admin)
  expect(Math.abs(Date.parse(body.clear_text.last_at) - server.clock.now().getTime())).toBeLessThan(60_000)
})

it('with an http PUBLIC_URL nothing is refused or reported', async () => {
  const server = await startTestServer({ trustedProxies: 1 })
  onTestFinished(() => server.close())
  const admin = await createTestAdmin(server)
  const { status, body } = await server.request('GET /api/admin/system/', { token: admin.token, headers: inClear })
  expect([status, body.clear_text]).toEqual([200, { last_at: null }])
})
