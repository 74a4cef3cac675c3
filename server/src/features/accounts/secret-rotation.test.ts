import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256Hex } from '../../platform/http/idempotency.ts'
import { decryptAtRest, encryptAtRest } from '../../platform/secrets.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { farmerRegistration, latestVerificationCode, password, signUpFarmer } from '../../testing/server/test-users.ts'
import { createTotpSecret, decryptTotpSecret, encryptTotpSecret } from './second-factor/totp.ts'
import { sweepAccounts } from './sweep.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let rotations = 0
/** Gives the server a new secret, as a restart with another TOKEN_SECRET does. */
function rotate({ dropOld = false } = {}) {
  const { config } = server.app
  const previousTokenSecrets = dropOld ? [] : [config.tokenSecret]
  Object.assign(config, { tokenSecret: `secret number ${++rotations} of a test, long enough`, previousTokenSecrets })
}
const fetchOwnUser = (token: string) => server.request('GET /api/auth/me', { token })
const refreshTokens = (refresh: string, key: string) =>
  server.request('POST /api/auth/refresh-token', { body: { refresh }, headers: { 'idempotency-key': key } })

describe('after a rotation of the secret that accepts the old one', () => {
  it('access tokens of both work', async () => {
    const { token, refresh } = await signUpFarmer(server)
    rotate()
    expect((await fetchOwnUser(token)).status).toBe(200)
    const { body } = await refreshTokens(refresh, 'of-this-try')
    expect((await fetchOwnUser(body.access)).status).toBe(200)
  })

  it('a refresh whose reply was lost can be repeated', async () => {
    const { refresh } = await signUpFarmer(server)
    const lost = await refreshTokens(refresh, 'of-this-try')
    rotate()
    const again = await refreshTokens(refresh, 'of-this-try')
    expect(again.status).toBe(200)
    expect(again.body.refresh).toBe(lost.body.refresh)
  })

  it('a request is still recognized by its Idempotency-Key and gets its first reply', async () => {
    const { token } = await signUpFarmer(server)
    const request = (typed = password) =>
      server.request('POST /api/auth/confirm-password', {
        token,
        body: { password: typed },
        headers: { 'idempotency-key': 'of-a-confirmation' },
      })
    const first = await request()
    rotate()
    expect((await request()).body).toEqual(first.body)
    expect((await request('Another-2026-Leaf')).body.error).toBe('idempotency_key_reused')
  })

  it('an authenticator app works on, also after the next rotation, because the clean-up encrypts its secret again', async () => {
    const { app } = server
    const { id: userId } = await signUpFarmer(server)
    const secret = createTotpSecret()
    const factor = {
      id: randomUUID(),
      user_id: userId,
      kind: 'totp' as const,
      name: 'Phone',
      created_at: app.clock.now(),
    }
    await app.db
      .insertInto('second_factors')
      .values({ ...factor, secret: await encryptTotpSecret(app, userId, secret), last_step: '0' })
      .execute()
    const decryptStored = async () => {
      const row = await app.db
        .selectFrom('second_factors')
        .select('secret')
        .where('id', '=', factor.id)
        .executeTakeFirst()
      return decryptTotpSecret(app, userId, row?.secret ?? '')
    }
    rotate()
    expect(await decryptStored()).toBe(secret)
    await sweepAccounts(app)
    rotate()
    expect(await decryptStored()).toBe(secret)
    // Without another clean-up, dropping the secret that encrypted it makes it useless.
    rotate({ dropOld: true })
    expect(await decryptStored()).toBeUndefined()
  })

  it('codes and links that were created before still reach the inbox and work', async () => {
    const registration = farmerRegistration()
    await server.request('POST /api/auth/register/farmer/', { body: registration })
    rotate()
    const { token, code } = await latestVerificationCode(server, registration.email)
    const verified = await server.request('POST /api/auth/verify/email', { body: { token, verificationCode: code } })
    expect(verified.status).toBe(200)

    const person = await signUpFarmer(server)
    const email = `new-${person.email}`
    await server.request('POST /api/account/email/', { token: person.token, body: { email } })
    rotate()
    const text = (await server.emailsTo(email)).at(-1)?.text ?? ''
    const linkToken = /confirm-email#token=(\S+)/.exec(text)?.[1] ?? ''
    expect((await server.request('POST /api/auth/confirm-email', { body: { token: linkToken } })).status).toBe(200)
  })

  it('a device that the account knows stays known', async () => {
    const person = await signUpFarmer(server)
    const login = (cookie: string, typed = password) =>
      server.request('POST /api/auth/login/', { body: { email: person.email, password: typed }, headers: { cookie } })
    const readCookie = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? ''
    const getSources = async () =>
      (
        await server.app.db
          .selectFrom('sign_in_failures')
          .select('failures')
          .orderBy('first_at')
          .where('failures', '>', 0)
          .execute()
      ).length
    const cookie = readCookie((await login('')).headers)
    rotate()
    const before = await getSources()
    await login(cookie, 'Wrong-2026-Leaf')
    // A known device has one counter; a stranger would have two, for its network and for all strangers.
    expect((await getSources()) - before).toBe(1)
    const renewed = readCookie((await login(cookie)).headers)
    expect(renewed).not.toBe(cookie)
    rotate({ dropOld: true })
    expect((await login(renewed)).status).toBe(200)
  })
})

describe('after a rotation that drops the old secret', () => {
  it('access tokens of the old one are rejected, and nobody has to sign in again', async () => {
    const { token, refresh } = await signUpFarmer(server)
    rotate({ dropOld: true })
    expect((await fetchOwnUser(token)).status).toBe(401)
    const { status, body } = await refreshTokens(refresh, 'of-this-try')
    expect(status).toBe(200)
    expect((await fetchOwnUser(body.access)).status).toBe(200)
  })

  it('a text that was encrypted with it cannot be read, and one before can', async () => {
    const encrypted = await encryptAtRest(server.app, 'test', 'Okello’s secret')
    expect(encrypted).not.toContain('Okello')
    rotate()
    expect(await decryptAtRest(server.app, 'test', encrypted)).toBe('Okello’s secret')
    await expect(decryptAtRest(server.app, 'another purpose', encrypted)).rejects.toThrow()
    rotate({ dropOld: true })
    await expect(decryptAtRest(server.app, 'test', encrypted)).rejects.toThrow()
  })
})

it('a stored request does not reveal its password to an attack on a plain hash', async () => {
  const { token, id } = await signUpFarmer(server)
  const body = { password }
  const headers = { 'idempotency-key': 'of-a-password' }
  await server.request('POST /api/auth/confirm-password', { token, body, headers })
  const { request_hash } = await server.app.db
    .selectFrom('idempotency_keys')
    .select('request_hash')
    .where('scope', '=', id)
    .where('key', '=', 'of-a-password')
    .executeTakeFirstOrThrow()
  expect(request_hash).not.toBe(sha256Hex('/api/auth/confirm-password', JSON.stringify([body, null])))
})
