import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestKey } from './testing/features/api-keys.ts'
import { drawWall, uploadPhoto } from './testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from './testing/server/test-server.ts'
import {
  createTestAdmin,
  farmerRegistration,
  latestVerificationCode,
  password,
  signIn,
} from './testing/server/test-users.ts'

const lines: string[] = []
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(
    { logLevel: 'trace', trustedProxies: 1, rateLimits: true },
    { logTo: { write: line => lines.push(line) } },
  )
})
afterAll(() => server.close())

it('even at level trace the log contains no password, token, phone number or email', async () => {
  const registration = farmerRegistration('amina.of.mbarara')
  const registered = await server.request('POST /api/auth/register/farmer/', { body: registration })
  const { token, code } = await latestVerificationCode(server, registration.email)
  const verified = await server.request('POST /api/auth/verify/email', { body: { token, verificationCode: code } })
  const activation = { otp: code, token: verified.body.data.token, password, confirmPassword: password }
  await server.request('POST /api/auth/activate-account', { body: activation })
  const user = await signIn(server, registration.email)
  const headers = { 'x-forwarded-for': '203.0.113.77', 'user-agent': 'Agent-of-one-person/1.0' }
  for (const email of [registration.email, 'nobody-here@example.org'])
    await server.request('POST /api/auth/login/', { body: { email, password: 'Another-Leaf-2026' }, headers })
  await server.request('GET /api/auth/me', { token: `${user.token}x`, headers })
  await server.request('GET /api/notifications/', { token: user.token, query: { page: 'secret-search' } })
  await server.request('GET /api/nothing/secret-path-123', { query: { token: 'secret-of-a-link' } })
  await uploadPhoto(server, user.token, await drawWall().jpeg().toBuffer())
  await server.request('GET /api/auth/validate-token', { query: { token: user.token } })
  const refreshed = await server.request('POST /api/auth/refresh-token', { body: { refresh: user.refresh } })
  await server.request('POST /api/auth/forgot-password/', { body: { email: registration.email } })
  const resetLink = new URL(
    /https?:\S+/.exec((await server.emailsTo(registration.email)).at(-1)?.text ?? '')?.[0] ?? '',
  )
  await server.request('POST /api/auth/reset-password/', {
    body: { token: resetLink.searchParams.get('token'), new_password: password, confirm_password: password },
  })

  const { key, public_id } = await createTestKey(server, await createTestAdmin(server), {
    contact: 'data@ministry.example',
  })
  const counts = { country: 'UG', crop: 'maize', disease: 'common_rust' }
  for (const token of [key, `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`])
    await server.request('GET /api/surveillance/counts/', { token, query: counts })
  await server.request('GET /api/auth/me', { token: key })

  const log = lines.join('')
  expect(log).toContain(public_id)
  expect(log).toContain('Completed task')
  expect(log).toContain('/analysis/rust-detection')
  expect(log).toContain('request.unauthenticated')
  const secrets = {
    password,
    wrongPassword: 'Another-Leaf-2026',
    signUpToken: registered.body.token,
    codeToken: token,
    activationToken: verified.body.data.token,
    access: user.token,
    refresh: user.refresh,
    renewed: refreshed.body.access,
    resetToken: resetLink.searchParams.get('token') ?? '',
    phone: registration.phone_number,
    email: registration.email,
    unknownEmail: 'nobody-here@example.org',
    network: '203.0.113.77',
    userAgent: 'Agent-of-one-person',
    invalidInput: 'secret-search',
    path: 'secret-path-123',
    query: 'secret-of-a-link',
    apiKey: key.slice(public_id.length + 1, -1),
    contactOfKey: 'data@ministry.example',
    username: registration.username,
  }
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(6)
    expect(log.includes(secret), name).toBe(false)
  }
})
