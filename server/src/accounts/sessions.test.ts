import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { farmer, type Person, signIn } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'
import { keyFor } from './secrets.ts'
import { sweepAccounts } from './sweep.ts'

const minute = 60_000
const day = 24 * 60 * minute
let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const me = (token: string) => w.call('GET /api/auth/me', { token })
const renew = (refresh: string, key?: string) =>
  w.call('POST /api/auth/refresh-token', { body: { refresh }, headers: key ? { 'idempotency-key': key } : {} })
const isValid = async (token: string) => (await w.call('GET /api/auth/validate-token', { query: { token } })).body

describe('an access token', () => {
  it('works for fifteen minutes and no longer', async () => {
    const { token } = await farmer(w)
    expect(await isValid(token)).toEqual({ data: { valid: true } })
    w.clock.advance(15 * minute - 1000)
    expect((await me(token)).status).toBe(200)
    w.clock.advance(1000)
    const late = await me(token)
    expect(late.status).toBe(401)
    expect(late.body.error).toBe('unauthenticated')
    expect(await isValid(token)).toEqual({ data: { valid: false } })
  })

  it('that is forged, unsigned, for nothing or for another use is refused', async () => {
    const { token, id } = await farmer(w)
    const [head, body, signature] = token.split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
    const otherKey = await new SignJWT({ sid: id })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('kutu')
      .setSubject(id)
      .setExpirationTime('1h')
      .sign(keyFor(w.app, 'refresh'))
    const noSession = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('kutu')
      .setSubject(id)
      .setExpirationTime('1h')
      .sign(keyFor(w.app, 'access'))
    const flipped = `${head}.${body}.${signature?.startsWith('A') ? 'B' : 'A'}${signature?.slice(1)}`
    for (const forged of [unsigned, otherKey, noSession, flipped, 'nonsense', '..', '']) {
      expect(await isValid(forged)).toEqual({ data: { valid: false } })
      if (forged !== '') expect((await me(forged)).status).toBe(401)
    }
  })
})

describe('a refresh token', () => {
  it('is exchanged for a new pair that works', async () => {
    const { refresh } = await farmer(w)
    w.clock.advance(20 * minute)
    const { status, body } = await renew(refresh)
    expect(status).toBe(200)
    expect(body.refresh).not.toBe(refresh)
    expect((await me(body.access)).status).toBe(200)
    w.clock.advance(20 * minute)
    expect((await renew(body.refresh)).status).toBe(200)
  })

  it('asked again within ten seconds, its reply lost, answers the same successor', async () => {
    const { refresh } = await farmer(w)
    const first = await renew(refresh)
    w.clock.advance(10_000)
    const again = await renew(refresh)
    expect(again.status).toBe(200)
    expect(again.body.refresh).toBe(first.body.refresh)
    expect((await renew(again.body.refresh)).status).toBe(200)
  })

  it('asked again with the same retry key answers the same successor, be it after a day, until that is used', async () => {
    const { refresh } = await farmer(w)
    const key = 'of-this-try'
    const first = await renew(refresh, key)
    expect((await renew(first.body.refresh, 'of-the-next')).status).toBe(200)
    expect((await renew(refresh, key)).status).toBe(401)

    const other = await farmer(w)
    const lost = await renew(other.refresh, key)
    w.clock.advance(day)
    const again = await renew(other.refresh, key)
    expect(again.status).toBe(200)
    expect(again.body.refresh).toBe(lost.body.refresh)
    expect((await me(again.body.access)).status).toBe(200)
    expect((await renew(again.body.refresh, 'of-the-next')).status).toBe(200)
  })

  it.each([
    ['another', 'of-a-thief'],
    ['no', undefined],
  ])('used a second time with %s retry key ends its session', async (_, key) => {
    const { refresh } = await farmer(w)
    const { body } = await renew(refresh, 'of-this-try')
    w.clock.advance(1000)
    expect((await renew(refresh, key)).status).toBe(401)
    expect((await me(body.access)).status).toBe(401)
  })

  it('of many exchanges at once there is one successor', async () => {
    const { refresh } = await farmer(w)
    const answers = await Promise.all(Array.from({ length: 12 }, () => renew(refresh)))
    expect(new Set(answers.map(({ body }) => body.refresh)).size).toBe(1)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  })

  it('used a second time after the grace ends its whole session', async () => {
    const { refresh, id } = await farmer(w)
    const { body } = await renew(refresh)
    w.clock.advance(10_001)
    expect((await renew(refresh)).status).toBe(401)
    expect((await me(body.access)).status).toBe(401)
    expect((await renew(body.refresh)).status).toBe(401)
    const noted = await w.app.db.selectFrom('audit_log').select('action').where('subject_id', '=', id).execute()
    expect(noted.map(({ action }) => action)).toContain('session.reuse_detected')
  })

  it('used a second time after its successor was used ends the session even within the grace', async () => {
    const { refresh } = await farmer(w)
    const { body: second } = await renew(refresh)
    const { body: third } = await renew(second.refresh)
    expect((await renew(refresh)).status).toBe(401)
    expect((await me(third.access)).status).toBe(401)
  })

  it('leaves the other sessions of the same user alone when its own is ended', async () => {
    const person = await farmer(w)
    const elsewhere = await signIn(w, person.email)
    await renew(person.refresh)
    w.clock.advance(11_000)
    await renew(person.refresh)
    expect((await me(elsewhere.token)).status).toBe(200)
  })

  it('works for thirty days from its last use', async () => {
    const { refresh } = await farmer(w)
    w.clock.advance(30 * day - 1000)
    const { body } = await renew(refresh)
    w.clock.advance(30 * day - 1000)
    const later = await renew(body.refresh)
    expect(later.status).toBe(200)
    w.clock.advance(30 * day + 1000)
    expect((await renew(later.body.refresh)).status).toBe(401)
  })

  it('that nobody was given is refused', async () => {
    expect((await renew('guess')).body).toMatchObject({ status: 401, error: 'unauthenticated' })
  })

  it('is kept by its hash alone', async () => {
    const { refresh } = await farmer(w)
    const rows = await w.app.db.selectFrom('refresh_tokens').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.some(({ token_hash }) => token_hash.toString().includes(refresh))).toBe(false)
  })
})

describe('signing out', () => {
  it.each(['POST /api/auth/sign-out', 'GET /api/auth/sign-out'] as const)('by %s ends the session', async call => {
    const person: Person = await farmer(w)
    const elsewhere = await signIn(w, person.email)
    const { status, body } = await w.call(call, { token: person.token })
    expect(status).toBe(204)
    expect(body).toBe('')
    expect((await me(person.token)).status).toBe(401)
    expect((await renew(person.refresh)).status).toBe(401)
    expect((await me(elsewhere.token)).status).toBe(200)
  })
})

it('what nothing can use any longer is swept away, and nothing else', async () => {
  const { refresh, token } = await farmer(w)
  w.clock.advance(31 * day)
  const kept = await farmer(w)
  await sweepAccounts(w.app)
  expect((await renew(refresh)).status).toBe(401)
  expect(await isValid(token)).toEqual({ data: { valid: false } })
  expect((await me(kept.token)).status).toBe(200)
  const sessions = await w.app.db.selectFrom('sessions').select('id').execute()
  const codes = await w.app.db.selectFrom('one_time_codes').select('user_id').distinct().execute()
  expect(sessions).toHaveLength(1)
  expect(codes).toEqual([{ user_id: kept.id }])
})
