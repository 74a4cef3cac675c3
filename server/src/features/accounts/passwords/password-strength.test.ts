import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  password as currentPassword,
  farmerRegistration,
  latestVerificationCode,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'
import { createAdmin } from '../users/create-admin.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const guessable = 'Password is easy to guess. Choose other words.'
const register = (password: string, name?: string, language = 'en') =>
  server.request('POST /api/auth/register/farmer/', {
    body: { ...farmerRegistration(name), password, confirm_password: password },
    headers: { 'accept-language': language },
  })

describe('a password that is easy to guess is rejected', () => {
  it.each([
    ['with symbols for letters', 'P@ssw0rd'],
    ['with a digit and a symbol at the end', 'Password1!'],
    ['with a role and a sequence', 'Admin@123'],
    ['with one character, repeated', 'aaaaaaaaaaaaaaa'],
    ['with digits in order', '123456789012345'],
    ['with a common word, repeated', 'passwordpassword'],
    ['with the keys of a row', 'Qwerty1!'],
    ['with a greeting', 'Karibu-2026!'],
    ['with the product and a year', 'Kutu-2026!'],
    ['with a role and a number', 'Farmer@123'],
    ['with a country and a number', 'Uganda@256'],
    ['with a town and a year', 'Nakuru@2024'],
    ['with several such words', 'Kutu.Uganda.256!'],
    ['with a long row of them', 'kutu farmer uganda'],
  ])('%s: %s', async (_reason, password) => {
    const { status, body } = await register(password)
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ field: 'password', message: guessable }])
  })

  it('with the username, the email address or the phone number', async () => {
    for (const password of [
      'Nalubega1!',
      'N@lubega-77!',
      'nalubega.nalubega',
      'Nalubega@example.org1',
      '+256772123456 A',
    ])
      expect((await register(password, 'nalubega')).body.errors).toEqual([{ field: 'password', message: guessable }])
  })

  it.each([
    ['sw', 'Nenosiri ni rahisi kukisia. Chagua maneno mengine.'],
    ['lg', 'Ekigambo ky’okuyingira kyangu okuteebereza. Londa ebigambo ebirala.'],
  ])('in the language of the request: %s', async (language, message) => {
    expect((await register('P@ssw0rd', undefined, language)).body.errors).toEqual([{ field: 'password', message }])
  })

  it('also at the activation, without using up an attempt', async () => {
    const name = 'kirabo'
    await register(currentPassword, name)
    const { token, code } = await latestVerificationCode(server, `${name}@example.org`)
    const verified = await server.request('POST /api/auth/verify/email', { body: { token, verificationCode: code } })
    const activate = (password: string) =>
      server.request('POST /api/auth/activate-account', {
        body: { otp: code, token: verified.body.data.token, password, confirmPassword: password },
      })
    for (let tries = 0; tries < 6; tries += 1)
      expect((await activate('Kirabo-99!')).body).toMatchObject({ error: 'weak_password', message: guessable })
    expect((await activate(currentPassword)).status).toBe(200)
  })

  it('also when a password is changed or reset', async () => {
    const { email, token } = await signUpFarmer(server, 'akello')
    const change = { oldPassword: currentPassword, newPassword: 'Akello-99!', confirmPassword: 'Akello-99!' }
    const changed = await server.request('POST /api/auth/change-password', { token, body: change })
    expect(changed.body).toMatchObject({ error: 'weak_password', message: guessable })
    expect(changed.body.errors).toEqual([{ field: 'newPassword', message: guessable }])
    await server.request('POST /api/auth/forgot-password/', { body: { email } })
    const link = /https?:\/\/\S*confirm-password-reset\?\S+/.exec(
      (await server.emailsTo(email)).at(-1)?.text ?? '',
    )?.[0]
    const resetToken = new URL(link ?? '').searchParams.get('token') ?? ''
    const input = { token: resetToken, new_password: 'Akello-99!', confirm_password: 'Akello-99!' }
    const reset = await server.request('POST /api/auth/reset-password/', { body: input })
    expect(reset.body).toMatchObject({ error: 'weak_password', message: guessable })
  })

  it('also for an admin created on the command line', async () => {
    const creation = createAdmin(server.app, {
      email: 'root@example.org',
      username: 'wanjiru',
      password: 'Wanjiru-99!',
    })
    await expect(creation).rejects.toMatchObject({ code: 'validation_failed', fields: [{ field: 'password' }] })
  })
})

it.each([
  'Xk9#mQ2v',
  'Maize-4-ever!',
  'panzi mahindi mvua',
  'the old mango tree of Mbale',
  'Nalubega likes two cups of tea',
])('a password that is hard to guess is accepted: %s', async password => {
  const { status, body } = await register(password)
  expect([status, body.errors]).toEqual([201, undefined])
})

it('a password may have 64 to 200 characters, and every one of them counts', async () => {
  const long = Array.from({ length: 60 }, (_, i) => `q${i}Wz`)
    .join('-')
    .slice(0, 200)
  const change = ({ token }: TestUser, newPassword: string) =>
    server.request('POST /api/auth/change-password', {
      token,
      body: { oldPassword: currentPassword, newPassword, confirmPassword: newPassword },
    })
  expect((await change(await signUpFarmer(server), long.slice(0, 64))).status).toBe(200)
  const user = await signUpFarmer(server)
  expect((await change(user, `${long}!`)).status).toBe(400)
  expect((await change(user, long)).status).toBe(200)
  const signInWith = (password: string) =>
    server.request('POST /api/auth/login/', { body: { email: user.email, password } })
  for (const wrong of [long.slice(0, -1), long.toUpperCase(), ` ${long.slice(1)}`])
    expect((await signInWith(wrong)).status).not.toBe(200)
  expect((await signInWith(long)).status).toBe(200)
})
