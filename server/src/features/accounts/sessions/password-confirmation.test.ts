import { contract } from '@kutu/contract/contract'
import type { Endpoint } from '@kutu/contract/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, password, signIn, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

const minute = 60_000
const unknownId = '00000000-0000-4000-8000-000000000000'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const confirm = ({ token }: { token: string }, typed = password, headers: Record<string, string> = {}) =>
  server.request('POST /api/auth/confirm-password', { token, body: { password: typed }, headers })
const signOutOthers = ({ token }: { token: string }) => server.request('DELETE /api/account/devices/', { token })
const required = { status: 403, body: { error: 'password_confirmation_required' } }
const listAuditActions = async (person: TestUser) =>
  (
    await server.app.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', person.id)
      .where('action', 'like', 'password.confirm%')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

const sensitiveEndpoints = Object.values(contract)
  .flatMap(feature => Object.values<Endpoint>(feature))
  .filter(({ requiresRecentPassword }) => requiresRecentPassword)

it('data export and ending other devices are among the sensitive calls', () => {
  const names = sensitiveEndpoints.map(({ method, path }) => `${method} ${path}`)
  expect(names).toEqual(
    expect.arrayContaining([
      'DELETE /api/account/devices/{id}/',
      'DELETE /api/account/devices/',
      'POST /api/account/export/',
      'POST /api/account/export/link/',
    ]),
  )
})

let admin: TestUser | undefined
/** Returns the administrator, newly signed in: the tests before have moved the clock. */
async function getAdmin(): Promise<TestUser> {
  admin = admin ? await signIn(server, admin.email) : await createTestAdmin(server)
  return admin
}

describe.each(sensitiveEndpoints)('$method $path', ({ method, path, access }) => {
  it('needs the password again a quarter of an hour after the sign-in', async () => {
    const person = access === 'admin' ? await getAdmin() : await signUpFarmer(server)
    const call = () =>
      server.request(`${method} ${path.replaceAll(/\{\w+\}/g, unknownId) as '/x'}`, {
        token: person.token,
        ...(method === 'POST' && { body: {} }),
      })
    server.clock.advance(15 * minute + 1)
    expect(await call()).toMatchObject(required)
    expect((await confirm(person)).status).toBe(200)
    expect((await call()).body.error).not.toBe('password_confirmation_required')
  })
})

it('signing in counts as typing in the password for fifteen minutes', async () => {
  const person = await signUpFarmer(server)
  server.clock.advance(15 * minute)
  expect((await signOutOthers(person)).status).toBe(200)
  server.clock.advance(1)
  expect(await signOutOthers(person)).toMatchObject(required)
})

it('a confirmation lasts fifteen minutes, and the reply says until when', async () => {
  const person = await signUpFarmer(server)
  server.clock.advance(40 * minute)
  const { status, body } = await confirm(person)
  expect(status).toBe(200)
  expect(body).toEqual({ confirmed_until: new Date(server.clock.now().getTime() + 15 * minute).toISOString() })
  server.clock.advance(15 * minute)
  expect((await signOutOthers(person)).status).toBe(200)
  server.clock.advance(1)
  expect(await signOutOthers(person)).toMatchObject(required)
  expect(await listAuditActions(person)).toEqual(['password.confirmed'])
})

it('a confirmation is of one session only, and refreshing a token is none', async () => {
  const person = await signUpFarmer(server)
  const elsewhere = await signIn(server, person.email)
  server.clock.advance(20 * minute)
  await confirm(elsewhere)
  const { body } = await server.request('POST /api/auth/refresh-token', { body: { refresh: person.refresh } })
  expect(await signOutOthers({ token: body.access })).toMatchObject(required)
  expect((await signOutOthers(elsewhere)).status).toBe(200)
})

it('a new password confirms nothing, because a thief may hold a copy of the session', async () => {
  const person = await signUpFarmer(server)
  server.clock.advance(20 * minute)
  const body = { oldPassword: password, newPassword: 'Another-password-7', confirmPassword: 'Another-password-7' }
  const changed = await server.request('POST /api/auth/change-password', { token: person.token, body })
  expect(changed.status).toBe(200)
  for (const token of [person.token, changed.body.access])
    expect(await signOutOthers({ token })).toMatchObject(required)
})

describe('a wrong password', () => {
  it('confirms nothing and is in the audit log, with an Idempotency-Key too', async () => {
    const person = await signUpFarmer(server)
    server.clock.advance(20 * minute)
    const refused = await confirm(person, 'Not-the-password-1')
    expect(refused).toMatchObject({
      status: 400,
      body: { error: 'wrong_password', errors: [{ field: 'password' }] },
    })
    await confirm(person, 'Not-the-password-1', { 'idempotency-key': 'of-a-guess' })
    expect(await signOutOthers(person)).toMatchObject(required)
    expect(await listAuditActions(person)).toEqual(['password.confirmation_refused', 'password.confirmation_refused'])
  })

  it('counts like a failed sign-in, so that a stolen session allows no more guesses', async () => {
    const strictServer = await startTestServer({ rateLimits: true })
    try {
      const person = await signUpFarmer(strictServer)
      const guess = (typed: string) =>
        strictServer.request('POST /api/auth/confirm-password', { token: person.token, body: { password: typed } })
      for (let i = 0; i < 10; i++) expect((await guess(`Guess-number-${i}`)).body.error).toBe('wrong_password')
      expect(await guess(password)).toMatchObject({ status: 429, body: { error: 'too_many_requests' } })
      const login = { email: person.email, password }
      expect((await strictServer.request('POST /api/auth/login/', { body: login })).status).toBe(429)
      // The owner's device is known, so the guesses of others do not lock it out.
      const strangerFree = await signUpFarmer(strictServer)
      const signedIn = await strictServer.request('POST /api/auth/login/', {
        body: { email: strangerFree.email, password },
      })
      const cookie = signedIn.headers.get('set-cookie') ?? ''
      expect(cookie).toContain('Path=/;')
      for (let i = 0; i < 11; i++)
        await strictServer.request('POST /api/auth/login/', {
          body: { email: strangerFree.email, password: `Guess-number-${i}` },
        })
      const byOwner = await strictServer.request('POST /api/auth/confirm-password', {
        token: signedIn.body.access,
        body: { password },
        headers: { cookie: cookie.split(';')[0] ?? '' },
      })
      expect(byOwner.status).toBe(200)
    } finally {
      await strictServer.close()
    }
  })
})

it('of many wrong passwords at once no more than the limit are told so, and the right one is then refused like the others', async () => {
  const strictServer = await startTestServer({ rateLimits: true })
  try {
    const person = await signUpFarmer(strictServer)
    const guess = (typed: string) =>
      strictServer.request('POST /api/auth/confirm-password', { token: person.token, body: { password: typed } })
    const answers = await Promise.all(Array.from({ length: 24 }, (_, i) => guess(`Guess-number-${i}`)))
    const errors = answers.map(({ body }) => body.error).sort()
    expect(errors).toEqual([...Array(14).fill('too_many_requests'), ...Array(10).fill('wrong_password')])
    expect((await guess(password)).body.error).toBe('too_many_requests')
  } finally {
    await strictServer.close()
  }
})

/** Every call that asks for the password of the signed-in user, and the body with a guess. */
const guessingCalls: [`POST /${string}`, (guess: string) => object][] = [
  ['POST /api/auth/confirm-password', guess => ({ password: guess })],
  [
    'POST /api/auth/change-password',
    guess => ({ oldPassword: guess, newPassword: 'Chosen-2026-Leaf', confirmPassword: 'Chosen-2026-Leaf' }),
  ],
  ['POST /api/account/deletion/', guess => ({ password: guess })],
  ['POST /api/account/second-factors/totp/', guess => ({ password: guess })],
  ['POST /api/account/second-factors/passkeys/', guess => ({ password: guess })],
  [`POST /api/account/second-factors/${unknownId}/remove/`, guess => ({ password: guess })],
  ['POST /api/account/recovery-codes/', guess => ({ password: guess })],
]

describe('guesses with a stolen session count like failed sign-ins', () => {
  let strictServer: TestServer
  beforeAll(async () => {
    strictServer = await startTestServer({ rateLimits: true })
  })
  afterAll(() => strictServer.close())

  it('lists every call with a password', () => {
    const names = Object.values(contract)
      .flatMap(feature => Object.values<Endpoint>(feature))
      .filter(
        ({ access, body }) => access !== 'anyone' && /"(oldPassword|password)"/.test(JSON.stringify(shapeOf(body))),
      )
      .map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, unknownId)}`)
    expect(guessingCalls.map(([name]) => name).sort()).toEqual(names.sort())
  })

  it.each(guessingCalls)('%s', async (name, createBody) => {
    const person = await signUpFarmer(strictServer)
    for (let i = 0; i < 10; i++) {
      const { body } = await strictServer.request(name, { token: person.token, body: createBody(`Guess-number-${i}`) })
      expect(body.error).toBe('wrong_password')
    }
    const login = { email: person.email, password }
    expect((await strictServer.request('POST /api/auth/login/', { body: login })).status).toBe(429)
    expect((await strictServer.request(name, { token: person.token, body: createBody(password) })).status).toBe(429)
  })
})

const shapeOf = (body: Endpoint['body']) => (body ? z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) : {})
