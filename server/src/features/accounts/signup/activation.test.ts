import { afterAll, beforeAll, expect, it } from 'vitest'
import { addTestApp } from '../../../testing/server/test-second-factor.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { farmerRegistration, latestVerificationCode, password, signIn } from '../../../testing/server/test-users.ts'

const minute = 60_000
const newPassword = 'Chosen-2026-Leaf'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ rateLimits: true })
})
afterAll(() => server.close())

/** Signs up and verifies the email. Returns the input of the activation. */
async function signUpAndVerify() {
  const signUp = farmerRegistration()
  await server.request('POST /api/auth/register/farmer/', { body: signUp })
  const { token, code } = await latestVerificationCode(server, signUp.email)
  const { body } = await server.request('POST /api/auth/verify/email', { body: { token, verificationCode: code } })
  const activation = { otp: code, token: body.data.token, password: newPassword, confirmPassword: newPassword }
  return { email: signUp.email, code, activation }
}
const activate = (body: unknown) => server.request('POST /api/auth/activate-account', { body })
const incrementCode = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')

it('the activation sets the password for signing in', async () => {
  const { email, activation } = await signUpAndVerify()
  const { status, body } = await activate(activation)
  expect(status).toBe(200)
  expect(body.message).toBe('Your account is active. You can sign in now.')
  expect((await signIn(server, email, newPassword)).email).toBe(email)
})

it('a weak password is rejected with its strength and does not count as an attempt', async () => {
  const { activation } = await signUpAndVerify()
  for (const [password, strength] of [
    ['abc', 'Too weak'],
    ['leaf12', 'Weak'],
    ['Password', 'Too weak'],
    ['Abc12345', 'Weak'],
    ['iloveyou', 'Too weak'],
  ]) {
    const { status, body } = await activate({ ...activation, password, confirmPassword: password })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: 'weak_password', message: `Password is ${strength}` })
    expect(body.errors).toEqual([{ field: 'password', message: `Password is ${strength}` }])
  }
  const { body } = await activate({ ...activation, confirmPassword: 'other' })
  expect(body.errors).toEqual([{ field: 'confirmPassword', message: 'Password mismatch' }])
  expect((await activate(activation)).status).toBe(200)
})

it('the code is checked again, with five attempts of its own', async () => {
  const { code, activation } = await signUpAndVerify()
  for (let tries = 0; tries < 5; tries += 1)
    expect((await activate({ ...activation, otp: incrementCode(code) })).body.error).toBe('code_invalid')
  expect((await activate(activation)).body.error).toBe('code_expired')
})

it('the token works for ten minutes and no longer', async () => {
  const inTime = await signUpAndVerify()
  const late = await signUpAndVerify()
  server.clock.advance(10 * minute - 1000)
  expect((await activate(inTime.activation)).status).toBe(200)
  server.clock.advance(2000)
  expect((await activate(late.activation)).body.error).toBe('code_expired')
})

it('neither the sign-up token nor an unknown token activates an account', async () => {
  const signUp = farmerRegistration()
  await server.request('POST /api/auth/register/farmer/', { body: signUp })
  const { token, code } = await latestVerificationCode(server, signUp.email)
  for (const each of [token, 'guess'])
    expect(
      (await activate({ otp: code, token: each, password: newPassword, confirmPassword: newPassword })).body.error,
    ).toBe('token_invalid')
})

it('a repeated activation succeeds with the same password and fails with another one', async () => {
  const { email, activation } = await signUpAndVerify()
  await activate(activation)
  expect((await activate(activation)).status).toBe(200)
  const other = 'Another-2026-Leaf'
  const stolen = await activate({ ...activation, password: other, confirmPassword: other })
  expect(stolen.body.error).toBe('token_invalid')
  expect((await signIn(server, email, newPassword)).email).toBe(email)
})

it('of two concurrent activations with different passwords one succeeds', async () => {
  const { email, activation } = await signUpAndVerify()
  const passwords = ['First-2026-Leaf', 'Second-2026-Leaf']
  const responses = await Promise.all(
    passwords.map(password => activate({ ...activation, password, confirmPassword: password })),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  const winner = passwords[responses.findIndex(({ status }) => status === 200)]
  expect((await signIn(server, email, winner)).email).toBe(email)
})

it('an activation that asks for a session gets one, as from signing in, and others get none', async () => {
  const { email, activation } = await signUpAndVerify()
  const { status, body } = await activate({ ...activation, start_session: true })
  expect([status, body.message]).toEqual([200, 'Your account is active. Welcome to Kutu.'])
  expect(body.session.user).toMatchObject({ email, role: 'farmer', required_step: null })
  const me = await server.request('GET /api/auth/me', { token: body.session.access })
  expect([me.status, me.body.email]).toEqual([200, email])
  const refreshed = await server.request('POST /api/auth/refresh-token', { body: { refresh: body.session.refresh } })
  expect(refreshed.status).toBe(200)
  const other = await signUpAndVerify()
  expect(Object.keys((await activate(other.activation)).body)).toEqual(['message'])
})

it('an activation succeeds without a session while signing in is blocked', async () => {
  const { email, activation } = await signUpAndVerify()
  const guess = { email, password: 'Wrong-2026-Leaf' }
  let refusal = 'invalid_credentials'
  while (refusal === 'invalid_credentials')
    refusal = (await server.request('POST /api/auth/login/', { body: guess })).body.error
  const { status, body } = await activate({ ...activation, start_session: true })
  expect(status).toBe(200)
  expect(body).toEqual({ message: 'Your account is active. You can sign in now.' })
})

it('a repeated activation does not get past a second factor that was added since', async () => {
  const { email, activation: other } = await signUpAndVerify()
  const activation = { ...other, password, confirmPassword: password }
  await activate(activation)
  await addTestApp(server, await signIn(server, email))
  const { status, body } = await activate({ ...activation, start_session: true })
  expect(status).toBe(200)
  expect(body.session).toBeUndefined()
})
