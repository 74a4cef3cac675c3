import { accounts } from '@kutu/contract/accounts/accounts'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../config.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  farmerRegistration,
  latestVerificationCode,
  password,
  signIn,
  signUpFarmer,
} from '../../../testing/server/test-users.ts'
import { getDummyHash, needsRehash } from '../passwords/password-hashing.ts'
import { signIn as signInWith } from './sign-in.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const login = (email: string, secret: string) =>
  server.request('POST /api/auth/login/', { body: { email, password: secret } })
const getPasswordHash = (email: string) =>
  server.app.db.selectFrom('users').select('password_hash').where('email', '=', email).executeTakeFirstOrThrow()

describe('signing in', () => {
  it('returns both tokens and the user record, ignoring the case of the email', async () => {
    const { email, id } = await signUpFarmer(server)
    const { status, body } = await login(` ${email.toUpperCase()} `, password)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['access', 'refresh', 'user'])
    expect(body.user).toMatchObject({ id, email, branch: { account: { isActivated: true, isEmailVerified: true } } })
    expect((await server.request('GET /api/auth/me', { token: body.access })).body).toEqual(body.user)
  })

  it('gives the same reply, the same work and the same audit entry for an unknown email and a wrong password', async () => {
    const { email, id } = await signUpFarmer(server)
    const wrongPassword = await login(email, 'Wrong-2026-Leaf')
    const unknownEmail = await login('nobody@example.org', 'Wrong-2026-Leaf')
    expect(wrongPassword.status).toBe(401)
    expect(unknownEmail.status).toBe(401)
    expect(unknownEmail.body).toEqual(wrongPassword.body)
    expect(wrongPassword.body.error).toBe('invalid_credentials')
    const storedHash = await getPasswordHash(email)
    const parameters = (hashed: string) => hashed.split('$').slice(0, 4).join('$')
    expect(parameters(await getDummyHash(server.app))).toBe(parameters(storedHash.password_hash))
    const rows = await server.app.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(2).execute()
    expect(rows.map(({ action, subject_id }) => [action, subject_id])).toEqual([
      ['session.refused', 'unknown'],
      ['session.refused', id],
    ])
  })

  it('is refused before activation, but only with the correct password', async () => {
    const body = farmerRegistration()
    await server.request('POST /api/auth/register/farmer/', { body })
    const correctPassword = await login(body.email, password)
    expect(correctPassword.status).toBe(403)
    expect(correctPassword.body.error).toBe('account_inactive')
    expect((await login(body.email, 'Wrong-2026-Leaf')).body.error).toBe('invalid_credentials')
    const { token, code } = await latestVerificationCode(server, body.email)
    await server.request('POST /api/auth/verify/email', { body: { token, verificationCode: code } })
    expect((await login(body.email, password)).body.error).toBe('account_inactive')
  })

  it('requires email and password, but no particular format', async () => {
    const { body } = await server.request('POST /api/auth/login/', { body: {} })
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['email', 'password'])
    expect((await login('not an e-mail', 'x')).body.error).toBe('invalid_credentials')
  })

  it('replaces a password hash that was made with another cost', async () => {
    const { email } = await signUpFarmer(server)
    const weakHash = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    expect(needsRehash(server.app, weakHash)).toBe(true)
    await server.app.db.updateTable('users').set({ password_hash: weakHash }).where('email', '=', email).execute()
    await signIn(server, email)
    const rehashed = await getPasswordHash(email)
    expect(needsRehash(server.app, rehashed.password_hash)).toBe(false)
    await signIn(server, email)
    expect(await getPasswordHash(email)).toEqual(rehashed)
  })

  it('is refused for a deactivated account, whose sessions end immediately', async () => {
    const { email, token, id } = await signUpFarmer(server)
    await server.app.db.updateTable('users').set({ deactivated_at: server.clock.now() }).where('id', '=', id).execute()
    expect((await login(email, password)).body.error).toBe('account_deactivated')
    expect((await server.request('GET /api/auth/me', { token })).status).toBe(401)
  })

  it('stores passwords as argon2id with 19 MiB and two passes by default', async () => {
    const { passwordHash } = readConfig({ DATA_DIR: server.app.config.dataDir }, 'production')
    const app = { ...server.app, config: { ...server.app.config, passwordHash } }
    const { email } = await signUpFarmer(server)
    const origin = { network: '127.0.0.1', deviceCookie: { value: undefined, set: () => undefined } }
    await signInWith(app, { email, password }, { language: 'en', userAgent: '', origin })
    expect((await getPasswordHash(email)).password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

it('the sign-in limit counts per client address and says how long to wait', async () => {
  const limited = await startTestServer({ rateLimits: true })
  try {
    const attemptSignIn = (body: object) => limited.request('POST /api/auth/login/', { body })
    const wrong = { email: 'nobody@example.org', password: 'Wrong-2026-Leaf' }
    expect((await attemptSignIn(wrong)).status).toBe(401)
    // Invalid requests count as well and need no password hash.
    for (let tries = 1; tries < accounts.login.rateLimit.max; tries += 1)
      expect((await attemptSignIn({})).status).toBe(400)
    const refused = await attemptSignIn(wrong)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  } finally {
    await limited.close()
  }
})
