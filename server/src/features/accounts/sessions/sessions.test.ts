import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signIn, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { deriveKey } from '../secrets.ts'
import { sweepAccounts } from '../sweep.ts'

const minute = 60_000
const day = 24 * 60 * minute
let w: TestServer
beforeAll(async () => {
  w = await startTestServer()
})
afterAll(() => w.close())

const fetchOwnUser = (token: string) => w.request('GET /api/auth/me', { token })
const refreshTokens = (refresh: string, key?: string) =>
  w.request('POST /api/auth/refresh-token', { body: { refresh }, headers: key ? { 'idempotency-key': key } : {} })
const validateToken = async (token: string) =>
  (await w.request('GET /api/auth/validate-token', { query: { token } })).body

describe('an access token', () => {
  it('works for fifteen minutes and no longer', async () => {
    const { token } = await signUpFarmer(w)
    expect(await validateToken(token)).toEqual({ data: { valid: true } })
    w.clock.advance(15 * minute - 1000)
    expect((await fetchOwnUser(token)).status).toBe(200)
    w.clock.advance(1000)
    const late = await fetchOwnUser(token)
    expect(late.status).toBe(401)
    expect(late.body.error).toBe('unauthenticated')
    expect(await validateToken(token)).toEqual({ data: { valid: false } })
  })

  it('that is forged, unsigned, for nothing or for another use is refused', async () => {
    const { token, id } = await signUpFarmer(w)
    const [head, body, signature] = token.split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
    const otherKey = await new SignJWT({ sid: id })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('kutu')
      .setSubject(id)
      .setExpirationTime('1h')
      .sign(deriveKey(w.app, 'refresh'))
    const noSession = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('kutu')
      .setSubject(id)
      .setExpirationTime('1h')
      .sign(deriveKey(w.app, 'access'))
    const flipped = `${head}.${body}.${signature?.startsWith('A') ? 'B' : 'A'}${signature?.slice(1)}`
    for (const forged of [unsigned, otherKey, noSession, flipped, 'nonsense', '..', '']) {
      expect(await validateToken(forged)).toEqual({ data: { valid: false } })
      if (forged !== '') expect((await fetchOwnUser(forged)).status).toBe(401)
    }
  })
})

describe('a refresh token', () => {
  it('is exchanged for a new pair that works', async () => {
    const { refresh } = await signUpFarmer(w)
    w.clock.advance(20 * minute)
    const { status, body } = await refreshTokens(refresh)
    expect(status).toBe(200)
    expect(body.refresh).not.toBe(refresh)
    expect((await fetchOwnUser(body.access)).status).toBe(200)
    w.clock.advance(20 * minute)
    expect((await refreshTokens(body.refresh)).status).toBe(200)
  })

  it('asked again within ten seconds, its reply lost, answers the same successor', async () => {
    const { refresh } = await signUpFarmer(w)
    const first = await refreshTokens(refresh)
    w.clock.advance(10_000)
    const again = await refreshTokens(refresh)
    expect(again.status).toBe(200)
    expect(again.body.refresh).toBe(first.body.refresh)
    expect((await refreshTokens(again.body.refresh)).status).toBe(200)
  })

  it('asked again with the same retry key answers the same successor, be it after a day, until that is used', async () => {
    const { refresh } = await signUpFarmer(w)
    const key = 'of-this-try'
    const first = await refreshTokens(refresh, key)
    expect((await refreshTokens(first.body.refresh, 'of-the-next')).status).toBe(200)
    expect((await refreshTokens(refresh, key)).status).toBe(401)

    const other = await signUpFarmer(w)
    const lost = await refreshTokens(other.refresh, key)
    w.clock.advance(day)
    const again = await refreshTokens(other.refresh, key)
    expect(again.status).toBe(200)
    expect(again.body.refresh).toBe(lost.body.refresh)
    expect((await fetchOwnUser(again.body.access)).status).toBe(200)
    expect((await refreshTokens(again.body.refresh, 'of-the-next')).status).toBe(200)
  })

  it.each([
    ['another', 'of-a-thief'],
    ['no', undefined],
  ])('used a second time with %s retry key ends its session', async (_, key) => {
    const { refresh } = await signUpFarmer(w)
    const { body } = await refreshTokens(refresh, 'of-this-try')
    w.clock.advance(1000)
    expect((await refreshTokens(refresh, key)).status).toBe(401)
    expect((await fetchOwnUser(body.access)).status).toBe(401)
  })

  it('of many exchanges at once there is one successor', async () => {
    const { refresh } = await signUpFarmer(w)
    const answers = await Promise.all(Array.from({ length: 12 }, () => refreshTokens(refresh)))
    expect(new Set(answers.map(({ body }) => body.refresh)).size).toBe(1)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  })

  it('used a second time after the grace ends its whole session', async () => {
    const { refresh, id } = await signUpFarmer(w)
    const { body } = await refreshTokens(refresh)
    w.clock.advance(10_001)
    expect((await refreshTokens(refresh)).status).toBe(401)
    expect((await fetchOwnUser(body.access)).status).toBe(401)
    expect((await refreshTokens(body.refresh)).status).toBe(401)
    const auditEntries = await w.app.db.selectFrom('audit_log').select('action').where('subject_id', '=', id).execute()
    expect(auditEntries.map(({ action }) => action)).toContain('session.reuse_detected')
  })

  it('used a second time after its successor was used ends the session even within the grace', async () => {
    const { refresh } = await signUpFarmer(w)
    const { body: second } = await refreshTokens(refresh)
    const { body: third } = await refreshTokens(second.refresh)
    expect((await refreshTokens(refresh)).status).toBe(401)
    expect((await fetchOwnUser(third.access)).status).toBe(401)
  })

  it('leaves the other sessions of the same user alone when its own is ended', async () => {
    const person = await signUpFarmer(w)
    const elsewhere = await signIn(w, person.email)
    await refreshTokens(person.refresh)
    w.clock.advance(11_000)
    await refreshTokens(person.refresh)
    expect((await fetchOwnUser(elsewhere.token)).status).toBe(200)
  })

  it('works for thirty days from its last use', async () => {
    const { refresh } = await signUpFarmer(w)
    w.clock.advance(30 * day - 1000)
    const { body } = await refreshTokens(refresh)
    w.clock.advance(30 * day - 1000)
    const later = await refreshTokens(body.refresh)
    expect(later.status).toBe(200)
    w.clock.advance(30 * day + 1000)
    expect((await refreshTokens(later.body.refresh)).status).toBe(401)
  })

  it('that nobody was given is refused', async () => {
    expect((await refreshTokens('guess')).body).toMatchObject({ status: 401, error: 'unauthenticated' })
  })

  it('is kept by its hash alone', async () => {
    const { refresh } = await signUpFarmer(w)
    const rows = await w.app.db.selectFrom('refresh_tokens').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.some(({ token_hash }) => token_hash.toString().includes(refresh))).toBe(false)
  })
})

describe('signing out', () => {
  it.each(['POST /api/auth/sign-out', 'GET /api/auth/sign-out'] as const)('by %s ends the session', async call => {
    const person: TestUser = await signUpFarmer(w)
    const elsewhere = await signIn(w, person.email)
    const { status, body } = await w.request(call, { token: person.token })
    expect(status).toBe(204)
    expect(body).toBe('')
    expect((await fetchOwnUser(person.token)).status).toBe(401)
    expect((await refreshTokens(person.refresh)).status).toBe(401)
    expect((await fetchOwnUser(elsewhere.token)).status).toBe(200)
  })
})

it('what nothing can use any longer is swept away, and nothing else', async () => {
  const { refresh, token } = await signUpFarmer(w)
  w.clock.advance(31 * day)
  const recentUser = await signUpFarmer(w)
  await sweepAccounts(w.app)
  expect((await refreshTokens(refresh)).status).toBe(401)
  expect(await validateToken(token)).toEqual({ data: { valid: false } })
  expect((await fetchOwnUser(recentUser.token)).status).toBe(200)
  const sessions = await w.app.db.selectFrom('sessions').select('id').execute()
  const codes = await w.app.db.selectFrom('one_time_codes').select('user_id').distinct().execute()
  expect(sessions).toHaveLength(1)
  expect(codes).toEqual([{ user_id: recentUser.id }])
})
