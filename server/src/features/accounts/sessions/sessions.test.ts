// @node oldest

import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { password, signIn, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { deriveKey } from '../secrets.ts'
import { sweepAccounts } from '../sweep.ts'

const minute = 60_000
const day = 24 * 60 * minute
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const fetchOwnUser = (token: string) => server.request('GET /api/auth/me', { token })
const refreshTokens = (refresh: string, key?: string) =>
  server.request('POST /api/auth/refresh-token', { body: { refresh }, headers: key ? { 'idempotency-key': key } : {} })
const validateToken = async (token: string) =>
  (await server.request('GET /api/auth/validate-token', { query: { token } })).body

describe('an access token', () => {
  it('works for an hour and no longer', async () => {
    const { token } = await signUpFarmer(server)
    expect(await validateToken(token)).toEqual({ data: { valid: true } })
    server.clock.advance(60 * minute - 1000)
    expect((await fetchOwnUser(token)).status).toBe(200)
    server.clock.advance(1000)
    const late = await fetchOwnUser(token)
    expect(late.status).toBe(401)
    expect(late.body.error).toBe('unauthenticated')
    expect(await validateToken(token)).toEqual({ data: { valid: false } })
  })

  it('lives as long as configured', async () => {
    const strictServer = await startTestServer({ accessTokenMinutes: 5 })
    try {
      const { token } = await signUpFarmer(strictServer)
      const fetchStatus = async () => (await strictServer.request('GET /api/auth/me', { token })).status
      strictServer.clock.advance(5 * minute - 1000)
      expect(await fetchStatus()).toBe(200)
      strictServer.clock.advance(1000)
      expect(await fetchStatus()).toBe(401)
    } finally {
      await strictServer.close()
    }
  })

  it('ends with its session at once, long before it expires', async () => {
    const { token, email } = await signUpFarmer(server)
    const elsewhere = await signIn(server, email)
    server.clock.advance(50 * minute)
    expect((await fetchOwnUser(token)).status).toBe(200)
    const body = { password }
    await server.request('POST /api/auth/confirm-password', { token: elsewhere.token, body })
    expect((await server.request('DELETE /api/account/devices/', { token: elsewhere.token })).body).toEqual({
      ended: 1,
    })
    expect((await fetchOwnUser(token)).status).toBe(401)
    expect(await validateToken(token)).toEqual({ data: { valid: false } })
    expect((await fetchOwnUser(elsewhere.token)).status).toBe(200)
  })

  it('is rejected if it is forged, unsigned, without a session or for another purpose', async () => {
    const { token, id } = await signUpFarmer(server)
    const [head, body, signature] = token.split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
    const otherKey = await new SignJWT({ sid: id })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('kutu')
      .setSubject(id)
      .setExpirationTime('1h')
      .sign(deriveKey(server.app, 'refresh'))
    const noSession = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('kutu')
      .setSubject(id)
      .setExpirationTime('1h')
      .sign(deriveKey(server.app, 'access'))
    const flipped = `${head}.${body}.${signature?.startsWith('A') ? 'B' : 'A'}${signature?.slice(1)}`
    for (const forged of [unsigned, otherKey, noSession, flipped, 'nonsense', '..', '']) {
      expect(await validateToken(forged)).toEqual({ data: { valid: false } })
      if (forged !== '') expect((await fetchOwnUser(forged)).status).toBe(401)
    }
  })
})

describe('the claims of an access token', () => {
  /** Signs a token with the key of the server, as a mistake in its own code could. */
  const sign = async (
    { id, sid }: { id: string; sid: string },
    {
      audience,
      expires = true,
      kid,
    }: { audience?: string | string[] | undefined; expires?: boolean; kid?: string } = {},
  ) => {
    const now = server.clock.now().getTime() / 1000
    const jwt = new SignJWT({ sid }).setProtectedHeader({ alg: 'HS256', ...(kid !== undefined && { kid }) })
    jwt.setIssuer('kutu').setSubject(id)
    if (audience !== undefined) jwt.setAudience(audience)
    if (expires) jwt.setExpirationTime(now + 600)
    return jwt.sign(deriveKey(server.app, 'access'))
  }
  const getStatus = async (token: string) => (await fetchOwnUser(token)).status
  const decode = (token: string) => ({ header: decodeProtectedHeader(token), payload: decodeJwt(token) })

  it('name the audience and the key, and another audience is rejected', async () => {
    const { token, id } = await signUpFarmer(server)
    const { header, payload } = decode(token)
    expect(header.kid).toMatch(/^[\w-]{11}$/)
    expect(payload.aud).toBe('kutu-api')
    const owner = { id, sid: String(payload.sid) }
    expect(await getStatus(await sign(owner, { audience: 'kutu-api' }))).toBe(200)
    for (const audience of ['evil', ['kutu-api', 'evil'], '', undefined])
      expect(await getStatus(await sign(owner, { audience }))).toBe(401)
  })

  it('must have an expiry, a subject and a known key', async () => {
    const { token, id } = await signUpFarmer(server)
    const owner = { id, sid: String(decode(token).payload.sid) }
    const audience = 'kutu-api'
    expect(await getStatus(await sign(owner, { audience, expires: false }))).toBe(401)
    expect(await getStatus(await sign(owner, { audience, kid: 'unknown-key' }))).toBe(401)
  })
})

describe('a refresh token', () => {
  it('is exchanged for a new pair that works', async () => {
    const { refresh } = await signUpFarmer(server)
    server.clock.advance(20 * minute)
    const { status, body } = await refreshTokens(refresh)
    expect(status).toBe(200)
    expect(body.refresh).not.toBe(refresh)
    expect((await fetchOwnUser(body.access)).status).toBe(200)
    server.clock.advance(20 * minute)
    expect((await refreshTokens(body.refresh)).status).toBe(200)
  })

  it('returns the same successor if it is used again within ten seconds', async () => {
    const { refresh } = await signUpFarmer(server)
    const first = await refreshTokens(refresh)
    server.clock.advance(10_000)
    const again = await refreshTokens(refresh)
    expect(again.status).toBe(200)
    expect(again.body.refresh).toBe(first.body.refresh)
    expect((await refreshTokens(again.body.refresh)).status).toBe(200)
  })

  it('returns the same successor for the same idempotency key, even after a day, until that is used', async () => {
    const { refresh } = await signUpFarmer(server)
    const key = 'of-this-try'
    const first = await refreshTokens(refresh, key)
    expect((await refreshTokens(first.body.refresh, 'of-the-next')).status).toBe(200)
    expect((await refreshTokens(refresh, key)).status).toBe(401)

    const other = await signUpFarmer(server)
    const lost = await refreshTokens(other.refresh, key)
    server.clock.advance(day)
    const again = await refreshTokens(other.refresh, key)
    expect(again.status).toBe(200)
    expect(again.body.refresh).toBe(lost.body.refresh)
    expect((await fetchOwnUser(again.body.access)).status).toBe(200)
    expect((await refreshTokens(again.body.refresh, 'of-the-next')).status).toBe(200)
  })

  it.each([
    ['another', 'of-a-thief'],
    ['no', undefined],
  ])('used a second time with %s idempotency key revokes its session', async (_, key) => {
    const { refresh } = await signUpFarmer(server)
    const { body } = await refreshTokens(refresh, 'of-this-try')
    server.clock.advance(1000)
    expect((await refreshTokens(refresh, key)).status).toBe(401)
    expect((await fetchOwnUser(body.access)).status).toBe(401)
  })

  it('has one successor, however many requests exchange it concurrently', async () => {
    const { refresh } = await signUpFarmer(server)
    const responses = await Promise.all(Array.from({ length: 12 }, () => refreshTokens(refresh)))
    expect(new Set(responses.map(({ body }) => body.refresh)).size).toBe(1)
    expect(responses.every(({ status }) => status === 200)).toBe(true)
  })

  it('used a second time after the grace period revokes its session', async () => {
    const { refresh, id } = await signUpFarmer(server)
    const { body } = await refreshTokens(refresh)
    server.clock.advance(10_001)
    expect((await refreshTokens(refresh)).status).toBe(401)
    expect((await fetchOwnUser(body.access)).status).toBe(401)
    expect((await refreshTokens(body.refresh)).status).toBe(401)
    const auditEntries = await server.app.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', id)
      .execute()
    expect(auditEntries.map(({ action }) => action)).toContain('session.reuse_detected')
  })

  it('used a second time after its successor was used revokes the session even within the grace period', async () => {
    const { refresh } = await signUpFarmer(server)
    const { body: second } = await refreshTokens(refresh)
    const { body: third } = await refreshTokens(second.refresh)
    expect((await refreshTokens(refresh)).status).toBe(401)
    expect((await fetchOwnUser(third.access)).status).toBe(401)
  })

  it('does not affect other sessions of the user when its session is revoked', async () => {
    const person = await signUpFarmer(server)
    const elsewhere = await signIn(server, person.email)
    await refreshTokens(person.refresh)
    server.clock.advance(11_000)
    await refreshTokens(person.refresh)
    expect((await fetchOwnUser(elsewhere.token)).status).toBe(200)
  })

  it('does not extend the session beyond ninety days after the sign-in', async () => {
    const person = await signUpFarmer(server)
    let refresh = person.refresh
    for (let days = 29; days < 90; days += 29) {
      server.clock.advance(29 * day)
      const { status, body } = await refreshTokens(refresh)
      expect(status).toBe(200)
      refresh = body.refresh
    }
    server.clock.advance(3 * day - 1000)
    const last = await refreshTokens(refresh)
    expect((await fetchOwnUser(last.body.access)).status).toBe(200)
    server.clock.advance(1000)
    expect((await refreshTokens(last.body.refresh)).status).toBe(401)
    expect((await fetchOwnUser(last.body.access)).status).toBe(401)
    const { token } = await signIn(server, person.email)
    const { body } = await server.request('GET /api/account/devices/', { token })
    expect(body.count).toBe(1)
  })

  it('issued by an older release without that limit does not extend the session either', async () => {
    const { id, refresh } = await signUpFarmer(server)
    const expires_at = new Date(server.clock.now().getTime() + 200 * day)
    await server.app.db
      .updateTable('refresh_tokens')
      .set({ expires_at })
      .where('session_id', 'in', query => query.selectFrom('sessions').select('id').where('user_id', '=', id))
      .execute()
    server.clock.advance(90 * day)
    expect((await refreshTokens(refresh)).status).toBe(401)
  })

  it('of a session past its end cannot be stored as used', async () => {
    const { id } = await signUpFarmer(server)
    const last_used_at = new Date(server.clock.now().getTime() + 90 * day)
    await expect(
      server.app.db.updateTable('sessions').set({ last_used_at }).where('user_id', '=', id).execute(),
    ).rejects.toMatchObject({ constraint: 'sessions_end_after_90_days' })
  })

  it('works for thirty days from its last use', async () => {
    const { refresh } = await signUpFarmer(server)
    server.clock.advance(30 * day - 1000)
    const { body } = await refreshTokens(refresh)
    server.clock.advance(30 * day - 1000)
    const later = await refreshTokens(body.refresh)
    expect(later.status).toBe(200)
    server.clock.advance(30 * day + 1000)
    expect((await refreshTokens(later.body.refresh)).status).toBe(401)
  })

  it('is rejected if it was never issued', async () => {
    expect((await refreshTokens('guess')).body).toMatchObject({ status: 401, error: 'unauthenticated' })
  })

  it('is stored only as a hash', async () => {
    const { refresh } = await signUpFarmer(server)
    const rows = await server.app.db.selectFrom('refresh_tokens').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.some(({ token_hash }) => token_hash.toString().includes(refresh))).toBe(false)
  })
})

describe('the twenty-first session of an account', () => {
  it('ends the one that was not used for the longest time, with an audit entry', async () => {
    const person = await signUpFarmer(server)
    const sessions = [person]
    while (sessions.length < 20) {
      server.clock.advance(1000)
      sessions.push(await signIn(server, person.email))
    }
    server.clock.advance(1000)
    const { body } = await refreshTokens(person.refresh)
    const getStatuses = () => Promise.all(sessions.map(async ({ token }) => (await fetchOwnUser(token)).status))
    expect(new Set(await getStatuses())).toEqual(new Set([200]))
    const newest = await signIn(server, person.email)
    expect((await fetchOwnUser(newest.token)).status).toBe(200)
    expect((await fetchOwnUser(body.access)).status).toBe(200)
    expect(await getStatuses()).toEqual([200, 401, ...Array.from({ length: 18 }, () => 200)])
    const ended = await server.app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'after'])
      .where('subject_id', '=', person.id)
      .where('action', '=', 'session.closed_over_limit')
      .execute()
    expect(ended).toMatchObject([{ actor_id: person.id, after: { session: expect.any(String) } }])
  })

  it('is not exceeded by concurrent sign-ins', async () => {
    const person = await signUpFarmer(server)
    await Promise.all(Array.from({ length: 25 }, () => signIn(server, person.email)))
    const { count } = await server.app.db
      .selectFrom('sessions')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('user_id', '=', person.id)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(20)
  })
})

describe('signing out', () => {
  it.each(['POST /api/auth/sign-out', 'GET /api/auth/sign-out'] as const)('with %s ends the session', async call => {
    const person: TestUser = await signUpFarmer(server)
    const elsewhere = await signIn(server, person.email)
    const { status, body, headers } = await server.request(call, { token: person.token })
    expect(status).toBe(204)
    expect(headers.get('clear-site-data')).toBe('"cache"')
    expect(body).toBe('')
    expect((await fetchOwnUser(person.token)).status).toBe(401)
    expect((await refreshTokens(person.refresh)).status).toBe(401)
    expect((await fetchOwnUser(elsewhere.token)).status).toBe(200)
  })
})

it('the sweep deletes expired sessions and codes, and nothing else', async () => {
  const { refresh, token } = await signUpFarmer(server)
  server.clock.advance(31 * day)
  const recentUser = await signUpFarmer(server)
  await sweepAccounts(server.app)
  expect((await refreshTokens(refresh)).status).toBe(401)
  expect(await validateToken(token)).toEqual({ data: { valid: false } })
  expect((await fetchOwnUser(recentUser.token)).status).toBe(200)
  const sessions = await server.app.db.selectFrom('sessions').select('id').execute()
  const codes = await server.app.db.selectFrom('one_time_codes').select('user_id').distinct().execute()
  expect(sessions).toHaveLength(1)
  expect(codes).toEqual([{ user_id: recentUser.id }])
})
