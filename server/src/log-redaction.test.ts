import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawWall, uploadPhoto } from './testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from './testing/server/test-server.ts'
import { farmerRegistration, latestVerificationCode, password, signIn } from './testing/server/test-users.ts'

const lines: string[] = []
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'trace' }, { logTo: { write: line => lines.push(line) } })
})
afterAll(() => server.close())

it('even at level trace the log contains no password, token, phone number or email', async () => {
  const registration = farmerRegistration()
  const registered = await server.request('POST /api/auth/register/farmer/', { body: registration })
  const { token, code } = await latestVerificationCode(server, registration.email)
  const verified = await server.request('POST /api/auth/verify/email', { body: { token, verificationCode: code } })
  const activation = { otp: code, token: verified.body.data.token, password, confirmPassword: password }
  await server.request('POST /api/auth/activate-account', { body: activation })
  const user = await signIn(server, registration.email)
  await server.request('POST /api/auth/login/', { body: { email: registration.email, password: 'Another-Leaf-2026' } })
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

  const log = lines.join('')
  expect(log).toContain('Completed task')
  expect(log).toContain('/analysis/rust-detection')
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
  }
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(9)
    expect(log.includes(secret), name).toBe(false)
  }
})
