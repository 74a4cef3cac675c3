import { accounts } from '@kutu/contract/accounts'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeFor, farmer, farmerSignUp, password, signIn } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'
import { isOutdated, standInHash } from './passwords.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const login = (email: string, secret: string) => w.call('POST /api/auth/login/', { body: { email, password: secret } })
const hashOf = (email: string) =>
  w.app.db.selectFrom('users').select('password_hash').where('email', '=', email).executeTakeFirstOrThrow()

describe('signing in', () => {
  it('answers both tokens and the user record, whatever the case of the e-mail', async () => {
    const { email, id } = await farmer(w)
    const { status, body } = await login(` ${email.toUpperCase()} `, password)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['access', 'refresh', 'user'])
    expect(body.user).toMatchObject({ id, email, branch: { account: { isActivated: true, isEmailVerified: true } } })
    expect((await w.call('GET /api/auth/me', { token: body.access })).body).toEqual(body.user)
  })

  it('says the same of an unknown e-mail and a wrong password, does the same work and keeps the same record', async () => {
    const { email, id } = await farmer(w)
    const wrong = await login(email, 'Wrong-2026-Leaf')
    const unknown = await login('nobody@example.org', 'Wrong-2026-Leaf')
    expect(wrong.status).toBe(401)
    expect(unknown.status).toBe(401)
    expect(unknown.body).toEqual(wrong.body)
    expect(wrong.body.error).toBe('invalid_credentials')
    const real = await hashOf(email)
    const parameters = (hashed: string) => hashed.split('$').slice(0, 4).join('$')
    expect(parameters(await standInHash())).toBe(parameters(real.password_hash))
    const rows = await w.app.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(2).execute()
    expect(rows.map(({ action, subject_id }) => [action, subject_id])).toEqual([
      ['session.refused', 'unknown'],
      ['session.refused', id],
    ])
  })

  it('is refused before activation, but only to the right password', async () => {
    const body = farmerSignUp()
    await w.call('POST /api/auth/register/farmer/', { body })
    const right = await login(body.email, password)
    expect(right.status).toBe(403)
    expect(right.body.error).toBe('account_inactive')
    expect((await login(body.email, 'Wrong-2026-Leaf')).body.error).toBe('invalid_credentials')
    const { token, code } = await codeFor(w, body.email)
    await w.call('POST /api/auth/verify/email', { body: { token, verificationCode: code } })
    expect((await login(body.email, password)).body.error).toBe('account_inactive')
  })

  it('asks for e-mail and password and nothing of their shape', async () => {
    const { body } = await w.call('POST /api/auth/login/', { body: {} })
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['email', 'password'])
    expect((await login('not an e-mail', 'x')).body.error).toBe('invalid_credentials')
  })

  it('renews a hash made with lesser parameters', async () => {
    const { email } = await farmer(w)
    const lesser = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    expect(isOutdated(lesser)).toBe(true)
    await w.app.db.updateTable('users').set({ password_hash: lesser }).where('email', '=', email).execute()
    await signIn(w, email)
    const renewed = await hashOf(email)
    expect(isOutdated(renewed.password_hash)).toBe(false)
    await signIn(w, email)
    expect(await hashOf(email)).toEqual(renewed)
  })

  it('is closed to a deactivated account, whose sessions end at once', async () => {
    const { email, token, id } = await farmer(w)
    await w.app.db.updateTable('users').set({ deactivated_at: w.clock.now() }).where('id', '=', id).execute()
    expect((await login(email, password)).body.error).toBe('account_deactivated')
    expect((await w.call('GET /api/auth/me', { token })).status).toBe(401)
  })

  it('keeps passwords as argon2id of at least 19 MiB and two passes', async () => {
    const { email } = await farmer(w)
    expect((await hashOf(email)).password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

it('fifty wrong passwords in a row close an e-mail for an hour, with or without an account, until a right one or a new one', async () => {
  const guarded = await world({ rateLimits: true, proxies: 1 })
  let address = 0
  const from = (email: string, secret: string) =>
    guarded.call('POST /api/auth/login/', {
      body: { email, password: secret },
      headers: { 'x-forwarded-for': `10.0.${Math.floor(address / 200)}.${(address++ % 200) + 1}` },
    })
  const guess = (email: string, times: number) =>
    Promise.all(Array.from({ length: times }, () => from(email, 'Wrong-2026-Leaf')))
  try {
    const { email } = await farmer(guarded)
    await guess(email, 49)
    expect((await from(email, password)).status).toBe(200)
    for (const each of [email, 'nobody@example.org']) {
      const answers = await guess(each, 50)
      expect(answers.every(({ status }) => status === 401)).toBe(true)
      const closed = await from(each, password)
      expect(closed.status).toBe(429)
      expect(closed.headers.get('retry-after')).toBe('3600')
    }
    guarded.clock.advance(3600_000)
    expect((await from(email, password)).status).toBe(200)
    // A crowd that asks at once is told of fifty, too.
    const crowd = await guess(email, 80)
    expect(crowd.filter(({ status }) => status === 401)).toHaveLength(50)
    expect(crowd.filter(({ status }) => status === 429)).toHaveLength(30)
  } finally {
    await guarded.close()
  }
})

it('a sign-in limit counts an address and says how long to wait', async () => {
  const limited = await world({ rateLimits: true })
  try {
    const ask = (body: object) => limited.call('POST /api/auth/login/', { body })
    const wrong = { email: 'nobody@example.org', password: 'Wrong-2026-Leaf' }
    expect((await ask(wrong)).status).toBe(401)
    // Whatever comes is counted, so the rest need not cost a hash each.
    for (let tries = 1; tries < accounts.login.limit.max; tries += 1) expect((await ask({})).status).toBe(400)
    const refused = await ask(wrong)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  } finally {
    await limited.close()
  }
})
