import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { farmerRegistration, latestVerificationCode, signIn } from '../../../testing/server/test-users.ts'

const minute = 60_000
const newPassword = 'Chosen-2026-Leaf'
let w: TestServer
beforeAll(async () => {
  w = await startTestServer()
})
afterAll(() => w.close())

/** Signed up and verified: what the activation screen has. */
async function signUpAndVerify() {
  const signUp = farmerRegistration()
  await w.request('POST /api/auth/register/farmer/', { body: signUp })
  const { token, code } = await latestVerificationCode(w, signUp.email)
  const { body } = await w.request('POST /api/auth/verify/email', { body: { token, verificationCode: code } })
  const activation = { otp: code, token: body.data.token, password: newPassword, confirmPassword: newPassword }
  return { email: signUp.email, code, activation }
}
const activate = (body: unknown) => w.request('POST /api/auth/activate-account', { body })
const incrementCode = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')

it('the activation sets the password, which then signs in', async () => {
  const { email, activation } = await signUpAndVerify()
  const { status, body } = await activate(activation)
  expect(status).toBe(200)
  expect(body.message).toBe('Your account is active. You can sign in now.')
  expect((await signIn(w, email, newPassword)).email).toBe(email)
})

it('a weak password is refused with its strength and costs no try', async () => {
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

it('the code is checked again, with five tries of its own', async () => {
  const { code, activation } = await signUpAndVerify()
  for (let tries = 0; tries < 5; tries += 1)
    expect((await activate({ ...activation, otp: incrementCode(code) })).body.error).toBe('code_invalid')
  expect((await activate(activation)).body.error).toBe('code_expired')
})

it('the token works for an hour and no longer', async () => {
  const inTime = await signUpAndVerify()
  const late = await signUpAndVerify()
  w.clock.advance(60 * minute - 1000)
  expect((await activate(inTime.activation)).status).toBe(200)
  w.clock.advance(2000)
  expect((await activate(late.activation)).body.error).toBe('code_expired')
})

it('the sign-up token does not activate, nor does one that nobody was given', async () => {
  const signUp = farmerRegistration()
  await w.request('POST /api/auth/register/farmer/', { body: signUp })
  const { token, code } = await latestVerificationCode(w, signUp.email)
  for (const each of [token, 'guess'])
    expect(
      (await activate({ otp: code, token: each, password: newPassword, confirmPassword: newPassword })).body.error,
    ).toBe('token_invalid')
})

it('an activation asked again after a lost reply answers the same; with another password it is refused', async () => {
  const { email, activation } = await signUpAndVerify()
  await activate(activation)
  expect((await activate(activation)).status).toBe(200)
  const other = 'Another-2026-Leaf'
  const stolen = await activate({ ...activation, password: other, confirmPassword: other })
  expect(stolen.body.error).toBe('token_invalid')
  expect((await signIn(w, email, newPassword)).email).toBe(email)
})

it('of two activations at once with different passwords one wins', async () => {
  const { email, activation } = await signUpAndVerify()
  const passwords = ['First-2026-Leaf', 'Second-2026-Leaf']
  const answers = await Promise.all(
    passwords.map(password => activate({ ...activation, password, confirmPassword: password })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const winner = passwords[answers.findIndex(({ status }) => status === 200)]
  expect((await signIn(w, email, winner)).email).toBe(email)
})
