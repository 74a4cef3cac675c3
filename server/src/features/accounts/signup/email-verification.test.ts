import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { farmerRegistration, latestVerificationCode, password } from '../../../testing/server/test-users.ts'

const minute = 60_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function signUp() {
  const body = farmerRegistration()
  await server.request('POST /api/auth/register/farmer/', { body })
  return { email: body.email, ...(await latestVerificationCode(server, body.email)) }
}
const verify = (token: string, verificationCode: string | number) =>
  server.request('POST /api/auth/verify/email', { body: { token, verificationCode } })
const resend = (token: string) =>
  server.request('POST /api/auth/resend-otp', { body: { actionType: 'EMAIL_VERIFICATION', token } })
const activate = (token: string, otp: string | number) =>
  server.request('POST /api/auth/activate-account', { body: { otp, token, password, confirmPassword: password } })
const incrementCode = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')

/** Repeats the sign-up until the code starts with a zero, so that it can be sent as a shorter integer. */
async function signUpWithLeadingZero() {
  for (;;) {
    const person = await signUp()
    if (person.code.startsWith('0')) return person
  }
}

describe('the verification code', () => {
  it('verifies the email and returns a new token', async () => {
    const { token, code, email } = await signUp()
    const { status, body } = await verify(token, code)
    expect(status).toBe(200)
    expect(body.data.token).not.toBe(token)
    const user = await server.app.db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(user.email_verified_at).not.toBeNull()
    expect(user.activated_at).toBeNull()
  })

  it('is accepted as an integer without leading zeros, here and at the activation', async () => {
    const { token, code } = await signUpWithLeadingZero()
    const { status, body } = await verify(token, Number(code))
    expect(status).toBe(200)
    expect((await activate(body.data.token, Number(code))).status).toBe(200)
  })

  it('can be sent again after a lost reply, which revokes the previous token', async () => {
    const { token, code } = await signUp()
    const lost = await verify(token, code)
    const again = await verify(token, code)
    expect(again.status).toBe(200)
    expect((await activate(lost.body.data.token, code)).body.error).toBe('token_invalid')
    expect((await activate(again.body.data.token, code)).status).toBe(200)
    expect((await verify(token, code)).body.error).toBe('token_invalid')
  })

  it('expires after five wrong attempts', async () => {
    const { token, code } = await signUp()
    for (let tries = 0; tries < 5; tries += 1) {
      const { status, body } = await verify(token, incrementCode(code))
      expect(status).toBe(400)
      expect(body.error).toBe('code_invalid')
    }
    expect((await verify(token, code)).body.error).toBe('code_expired')
  })

  it('cannot be guessed faster with concurrent requests', async () => {
    const { token, code } = await signUp()
    const responses = await Promise.all(Array.from({ length: 25 }, () => verify(token, incrementCode(code))))
    expect(responses.filter(({ body }) => body.error === 'code_invalid')).toHaveLength(5)
    expect(responses.filter(({ body }) => body.error === 'code_expired')).toHaveLength(20)
  })

  it('works for ten minutes and no longer', async () => {
    const inTime = await signUp()
    const late = await signUp()
    server.clock.advance(10 * minute - 1000)
    expect((await verify(inTime.token, inTime.code)).status).toBe(200)
    server.clock.advance(2000)
    expect((await verify(late.token, late.code)).body.error).toBe('code_expired')
  })

  it('is only valid with its own token', async () => {
    const one = await signUp()
    const other = await signUp()
    expect((await verify('x'.repeat(43), one.code)).body.error).toBe('token_invalid')
    if (one.code !== other.code) expect((await verify(other.token, one.code)).body.error).toBe('code_invalid')
  })

  it('must have four digits, or the field is invalid', async () => {
    const { token } = await signUp()
    for (const code of ['12345', 'abcd', 12345, -1, 1.5, ''])
      expect(
        (await server.request('POST /api/auth/verify/email', { body: { token, verificationCode: code } })).body,
      ).toMatchObject({ error: 'validation_failed', errors: [{ field: 'verificationCode' }] })
  })

  it('is not stored in the database, and neither is its token', async () => {
    const body = farmerRegistration()
    const { body: response } = await server.request('POST /api/auth/register/farmer/', { body })
    const tables = ['one_time_codes', 'audit_log'] as const
    const rows = await Promise.all(tables.map(table => server.app.db.selectFrom(table).selectAll().execute()))
    const { rows: jobs } = await sql`select payload from graphile_worker._private_jobs`.execute(server.app.db)
    expect(jobs.length).toBeGreaterThan(0)
    expect(JSON.stringify([rows, jobs])).not.toContain(response.token)
    const { code } = await latestVerificationCode(server, body.email)
    expect(JSON.stringify(jobs)).not.toContain(code)
  })
})

describe('a resend', () => {
  it('sends a new code and revokes the old code and token', async () => {
    const old = await signUp()
    const { status, body } = await resend(old.token)
    expect(status).toBe(200)
    const fresh = await latestVerificationCode(server, old.email)
    expect(body.data).toBe(fresh.token)
    expect(fresh.token).not.toBe(old.token)
    expect((await verify(old.token, old.code)).body.error).toBe('token_invalid')
    expect((await resend(old.token)).body.error).toBe('token_invalid')
    expect((await verify(fresh.token, fresh.code)).status).toBe(200)
  })

  it('works for a code that has expired or had too many attempts', async () => {
    const person = await signUp()
    for (let tries = 0; tries < 6; tries += 1) await verify(person.token, incrementCode(person.code))
    server.clock.advance(11 * minute)
    const { body } = await resend(person.token)
    const { code } = await latestVerificationCode(server, person.email)
    expect((await verify(body.data, code)).status).toBe(200)
  })

  it('is allowed three times in 15 minutes, then says how long to wait', async () => {
    let { token } = await signUp()
    for (let times = 0; times < 3; times += 1) token = (await resend(token)).body.data
    const refused = await resend(token)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe(String(15 * 60))
    expect(refused.body.message).toBe('Too many tries. Please wait 15 minutes and try again.')
    server.clock.advance(14 * minute + 15_000)
    const soon = await server.request('POST /api/auth/resend-otp', {
      body: { actionType: 'EMAIL_VERIFICATION', token },
      headers: { 'accept-language': 'sw' },
    })
    expect(soon.body.message).toContain('subiri sekunde 45 kisha')
    server.clock.advance(45_000)
    expect((await resend(token)).status).toBe(200)
  })

  it('is allowed ten times a day', async () => {
    let { token } = await signUp()
    for (let times = 0; times < 10; times += 1) {
      server.clock.advance(16 * minute)
      token = (await resend(token)).body.data
    }
    server.clock.advance(16 * minute)
    expect((await resend(token)).status).toBe(429)
  })

  it('happens once for five concurrent requests with one token', async () => {
    const { token, email } = await signUp()
    const responses = await Promise.all(Array.from({ length: 5 }, () => resend(token)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ body }) => body.error === 'token_invalid')).toHaveLength(4)
    expect(await server.emailsTo(email)).toHaveLength(2)
  })

  it('also works with the activation token, until the account is active', async () => {
    const person = await signUp()
    const { body } = await verify(person.token, person.code)
    const again = await resend(body.data.token)
    expect(again.status).toBe(200)
    expect((await activate(body.data.token, person.code)).body.error).toBe('token_invalid')
    const { code } = await latestVerificationCode(server, person.email)
    const verified = await verify(again.body.data, code)
    expect((await activate(verified.body.data.token, code)).status).toBe(200)
    expect((await resend(again.body.data)).body.error).toBe('token_invalid')
  })
})
