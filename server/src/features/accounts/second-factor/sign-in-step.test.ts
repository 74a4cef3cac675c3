import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTestApp, addTestPasskey, siteOf, type TestApp } from '../../../testing/server/test-second-factor.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { password, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

const minute = 60_000
const newPassword = 'Chosen-2026-Leaf'

let server: TestServer
let owner: TestUser
beforeAll(async () => {
  server = await startTestServer({ rateLimits: true, trustedProxies: 1 })
})
afterAll(() => server.close())
beforeEach(async () => {
  // The limits per client address, which are not the subject here, start again.
  await server.app.db.deleteFrom('rate_limits').execute()
  owner = await signUpFarmer(server)
})

let networks = 0
const newNetwork = () => `10.2.${Math.floor(networks / 200)}.${(networks++ % 200) + 1}`

/** A client on a network of its own that keeps cookies like a browser. */
function createClient(network = newNetwork()) {
  let cookie: string | undefined
  const post = async (path: `/api/auth/${string}`, body: object) => {
    const headers = { 'x-forwarded-for': network, ...(cookie !== undefined && { cookie }) }
    const response = await server.request(`POST ${path}`, { body, headers })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return response
  }
  return {
    post,
    signIn: (email = owner.email, secret = password) => post('/api/auth/login/', { email, password: secret }),
    complete: (proof: object) => post('/api/auth/login/second-factor/', proof),
    /** Signs in with the correct password and returns the challenge. */
    async challenge(secret = password) {
      const { status, body } = await post('/api/auth/login/', { email: owner.email, password: secret })
      expect([status, body.error]).toEqual([401, 'second_factor_required'])
      return body.challenge
    },
  }
}
type Client = ReturnType<typeof createClient>

async function enterCode(client: Client, code: string) {
  const { token } = await client.challenge()
  return client.complete({ method: 'totp', challenge: token, code })
}
async function wrongCode(app: TestApp) {
  const current = await Promise.all([-1, 0, 1].map(steps => app.code(steps)))
  return ['000000', '111111', '222222', '333333'].find(code => !current.includes(code)) ?? '444444'
}
const auditActions = async (subject = owner.id) =>
  (
    await server.app.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', subject)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

describe('an account with an authenticator app', () => {
  it('signs in with password and code, and gets the reply of a sign-in', async () => {
    const { app } = await addTestApp(server, owner)
    const client = createClient()
    const challenge = await client.challenge()
    expect(challenge).toEqual({
      token: expect.any(String),
      expires_at: new Date(server.clock.now().getTime() + 10 * minute).toISOString(),
      methods: ['totp', 'recovery_code'],
      passkey_options: null,
    })
    const code = await app.code()
    const body = { method: 'totp', challenge: challenge.token, code: `${code.slice(0, 3)} ${code.slice(3)}` }
    const signedIn = await client.complete(body)
    expect(signedIn.status).toBe(200)
    expect(Object.keys(signedIn.body).sort()).toEqual(['access', 'refresh', 'user'])
    const me = await server.request('GET /api/auth/me', { token: signedIn.body.access })
    expect(me.body).toEqual(signedIn.body.user)
    const actions = await auditActions()
    expect(actions.slice(-2)).toEqual(['recovery_codes.created', 'session.opened'])
  })

  it('gets no session, no device cookie and no hint of the factor without the correct password or code', async () => {
    const { app } = await addTestApp(server, owner)
    const client = createClient()
    const wrongPassword = await client.signIn(owner.email, 'Wrong-2026-Leaf')
    expect(wrongPassword.body.error).toBe('invalid_credentials')
    expect(wrongPassword.body.challenge).toBeUndefined()
    const challenged = await client.signIn()
    expect(challenged.body.access).toBeUndefined()
    expect(challenged.headers.get('set-cookie')).toBeNull()
    const refused = await enterCode(client, await wrongCode(app))
    expect(refused).toMatchObject({ status: 400, body: { error: 'code_invalid' } })
    expect(refused.headers.get('set-cookie')).toBeNull()
    expect((await auditActions()).at(-1)).toBe('second_factor.refused')
  })

  it('accepts a code once, also of two concurrent sign-ins', async () => {
    const { app } = await addTestApp(server, owner)
    const clients = [createClient(), createClient()]
    const code = await app.code()
    const statuses = (await Promise.all(clients.map(client => enterCode(client, code)))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 400])
    expect((await enterCode(createClient(), code)).body.error).toBe('code_invalid')
    expect((await enterCode(createClient(), await app.code(-1))).body.error).toBe('code_invalid')
    server.clock.advance(30_000)
    expect((await enterCode(createClient(), await app.code())).status).toBe(200)
  })

  it('accepts the code of a phone whose clock is half a minute wrong, and no older or newer one', async () => {
    const { app } = await addTestApp(server, owner)
    expect((await enterCode(createClient(), await app.code(-2))).body.error).toBe('code_invalid')
    expect((await enterCode(createClient(), await app.code(2))).body.error).toBe('code_invalid')
    expect((await enterCode(createClient(), await app.code(-1))).status).toBe(200)
    expect((await enterCode(createClient(), await app.code(1))).status).toBe(200)
  })

  it('does not accept the code that confirmed the app', async () => {
    const started = await server.request('POST /api/account/second-factors/totp/', {
      token: owner.token,
      body: { password },
    })
    const { generate } = await import('otplib')
    const epoch = Math.floor(server.clock.now().getTime() / 1000)
    const code = await generate({ secret: started.body.secret, epoch })
    const body = { setup: started.body.setup, code, name: 'Phone' }
    const confirmed = await server.request('POST /api/account/second-factors/totp/confirm/', {
      token: owner.token,
      body,
    })
    expect(confirmed.status).toBe(201)
    expect((await enterCode(createClient(), code)).body.error).toBe('code_invalid')
  })

  it('keeps the secret encrypted, for this account only', async () => {
    const { app } = await addTestApp(server, owner)
    const stranger = await signUpFarmer(server)
    await addTestApp(server, stranger)
    const rows = server.app.db.selectFrom('second_factors').select(['secret', 'user_id'])
    const stored = await rows.where('user_id', '=', owner.id).executeTakeFirstOrThrow()
    expect(stored.secret).not.toContain(app.secret)
    // Somebody who can write to the database cannot give the stranger the owner's app.
    await server.app.db
      .updateTable('second_factors')
      .set({ secret: stored.secret })
      .where('user_id', '=', stranger.id)
      .execute()
    const client = createClient()
    const { body } = await client.signIn(stranger.email)
    const proof = { method: 'totp', challenge: body.challenge.token, code: await app.code() }
    expect((await client.complete(proof)).body.error).toBe('code_invalid')
  })
})

describe('a challenge', () => {
  it('works once, for ten minutes, for five tries', async () => {
    const { app } = await addTestApp(server, owner)
    const client = createClient()
    const { token } = await client.challenge()
    const tryCode = async (code: string) =>
      (await client.complete({ method: 'totp', challenge: token, code })).body.error
    const wrong = await wrongCode(app)
    const tries = await Promise.all(Array.from({ length: 8 }, () => tryCode(wrong)))
    expect(tries.filter(error => error === 'code_invalid')).toHaveLength(5)
    expect(tries.filter(error => error === 'challenge_expired')).toHaveLength(3)
    expect(await tryCode(await app.code())).toBe('challenge_expired')

    const late = await client.challenge()
    server.clock.advance(10 * minute)
    const proof = { method: 'totp', challenge: late.token, code: await app.code() }
    expect((await client.complete(proof)).body.error).toBe('challenge_expired')

    const used = await client.challenge()
    expect((await client.complete({ ...proof, challenge: used.token })).status).toBe(200)
    server.clock.advance(minute)
    const again = { ...proof, challenge: used.token, code: await app.code() }
    expect((await client.complete(again)).body.error).toBe('challenge_expired')
    expect((await client.complete({ ...again, challenge: 'forged' })).body.error).toBe('challenge_expired')
  })

  it('ends with a new password, a removed factor and a deactivation', async () => {
    const { app } = await addTestApp(server, owner)
    const { id: passkeyId } = await addTestPasskey(server, owner)
    const client = createClient()
    const complete = async ({ token }: { token: string }) =>
      (await client.complete({ method: 'totp', challenge: token, code: await app.code() })).body.error
    const first = await client.challenge()
    const removed = await server.request('POST /api/account/second-factors/{id}/remove/', {
      token: owner.token,
      params: { id: passkeyId },
      body: { password },
    })
    expect(removed.status).toBe(200)
    expect(await complete(first)).toBe('challenge_expired')
    const second = await client.challenge()
    const change = { oldPassword: password, newPassword, confirmPassword: newPassword }
    await server.request('POST /api/auth/change-password', { token: owner.token, body: change })
    expect(await complete(second)).toBe('challenge_expired')
    const third = await client.challenge(newPassword)
    const { db } = server.app
    await db.updateTable('users').set({ deactivated_at: server.clock.now() }).where('id', '=', owner.id).execute()
    expect(await complete(third)).toBe('account_deactivated')
  })

  it('of a setup does not sign anybody in', async () => {
    await addTestApp(server, owner)
    const started = await server.request('POST /api/account/second-factors/totp/', {
      token: owner.token,
      body: { password },
    })
    const { generate } = await import('otplib')
    const epoch = Math.floor(server.clock.now().getTime() / 1000)
    const code = await generate({ secret: started.body.secret, epoch })
    const proof = { method: 'totp', challenge: started.body.setup, code }
    expect((await createClient().complete(proof)).body.error).toBe('challenge_expired')
  })
})

describe('wrong codes', () => {
  it('are limited to ten an hour from one network, and a new password does not allow more', async () => {
    const { app } = await addTestApp(server, owner)
    const network = newNetwork()
    const attacker = createClient(network)
    const wrong = await wrongCode(app)
    const errors = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { token } = await attacker.challenge()
        const guess = () => attacker.complete({ method: 'totp', challenge: token, code: wrong })
        return (await Promise.all(Array.from({ length: 4 }, guess))).map(({ body }) => body.error)
      }),
    )
    expect(errors.flat().filter(error => error === 'code_invalid')).toHaveLength(10)
    expect(errors.flat().filter(error => error === 'too_many_requests')).toHaveLength(6)
    await attacker.post('/api/auth/forgot-password/', { email: owner.email })
    const text = (await server.emailsTo(owner.email)).at(-1)?.text ?? ''
    const link = /https?:\/\/\S*confirm-password-reset\?\S+/.exec(text)?.[0] ?? ''
    const reset = { token: new URL(link).searchParams.get('token'), new_password: newPassword }
    await attacker.post('/api/auth/reset-password/', { ...reset, confirm_password: newPassword })
    const { token } = await attacker.challenge(newPassword)
    const refused = await attacker.complete({ method: 'totp', challenge: token, code: await app.code() })
    expect(refused).toMatchObject({ status: 429, body: { error: 'too_many_requests' } })
  })

  it('are limited to a hundred in a row; then a recovery code, a passkey and a known device still work', async () => {
    const { app, recoveryCodes } = await addTestApp(server, owner)
    const { authenticator } = await addTestPasskey(server, owner)
    const phone = createClient()
    expect((await enterCode(phone, await app.code())).status).toBe(200)
    server.clock.advance(minute)
    const wrong = await wrongCode(app)
    const guessAll = async () => {
      for (let network = 0; network < 10; network += 1) {
        const attacker = createClient()
        for (let round = 0; round < 2; round += 1) {
          const { token } = await attacker.challenge()
          const guess = () => attacker.complete({ method: 'totp', challenge: token, code: wrong })
          await Promise.all(Array.from({ length: 5 }, guess))
        }
      }
    }
    await guessAll()
    const laptop = createClient()
    const refused = await enterCode(laptop, await app.code())
    expect(refused).toMatchObject({ status: 429, body: { error: 'second_factor_blocked' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await enterCode(phone, await app.code())).status).toBe(200)

    await guessAll()
    const { token } = await laptop.challenge()
    const recovery = { method: 'recovery_code', challenge: token, code: recoveryCodes[0] }
    expect((await laptop.complete(recovery)).status).toBe(200)

    await guessAll()
    const tablet = createClient()
    const challenge = await tablet.challenge()
    const credential = authenticator.get({ ...siteOf(server), challenge: challenge.passkey_options.challenge })
    const signedIn = await tablet.complete({ method: 'passkey', challenge: challenge.token, credential })
    expect(signedIn.status).toBe(200)
  })
})

describe('a recovery code', () => {
  it('works once, however it is typed, also of two concurrent sign-ins', async () => {
    const { recoveryCodes } = await addTestApp(server, owner)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}(-[0-9A-HJKMNP-TV-Z]{6}){3}$/)
    const [first = '', second = ''] = recoveryCodes
    const use = async (code: string) => {
      const client = createClient()
      const { token } = await client.challenge()
      return client.complete({ method: 'recovery_code', challenge: token, code })
    }
    const typed = ` ${first.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
    const statuses = (await Promise.all([use(typed), use(first)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 400])
    expect((await use(second)).status).toBe(200)
    expect((await use('AAAAAA-AAAAAA-AAAAAA-AAAAAA')).body.error).toBe('code_invalid')
    const { body } = await server.request('GET /api/account/second-factors/', { token: owner.token })
    expect(body.recovery_codes_left).toBe(8)
    const stored = await server.app.db
      .selectFrom('recovery_codes')
      .selectAll()
      .where('user_id', '=', owner.id)
      .execute()
    expect(JSON.stringify(stored)).not.toContain(second)
    expect(await auditActions()).toContain('recovery_code.used')
  })
})

describe('a passkey', () => {
  it('signs in with the signature of the challenge, which works once', async () => {
    const { authenticator } = await addTestPasskey(server, owner)
    const client = createClient()
    const challenge = await client.challenge()
    expect(challenge.methods).toEqual(['passkey', 'recovery_code'])
    expect(challenge.passkey_options).toMatchObject({
      rpId: siteOf(server).rpId,
      allowCredentials: [{ id: authenticator.id.toString('base64url'), transports: ['usb'] }],
    })
    const credential = authenticator.get({ ...siteOf(server), challenge: challenge.passkey_options.challenge })
    const proof = { method: 'passkey', challenge: challenge.token, credential }
    expect((await client.complete(proof)).status).toBe(200)
    expect((await client.complete(proof)).body.error).toBe('challenge_expired')
    const other = await client.challenge()
    expect((await client.complete({ ...proof, challenge: other.token })).body.error).toBe('passkey_invalid')
  })

  it('is refused with a signature for another site, of another key, or with a counter that went back', async () => {
    const { authenticator } = await addTestPasskey(server, owner)
    const stranger = await signUpFarmer(server)
    const strangersKey = (await addTestPasskey(server, stranger)).authenticator
    const site = siteOf(server)
    const attempt = async (key: typeof authenticator, options: object) => {
      const client = createClient()
      const { token, passkey_options } = await client.challenge()
      const credential = key.get({ ...site, challenge: passkey_options.challenge, ...options })
      return (await client.complete({ method: 'passkey', challenge: token, credential })).body.error
    }
    expect(await attempt(authenticator, { origin: 'https://kutu.example.com' })).toBe('passkey_invalid')
    expect(await attempt(authenticator, { rpId: 'kutu.example.com' })).toBe('passkey_invalid')
    expect(await attempt(authenticator, { challenge: 'AAAA' })).toBe('passkey_invalid')
    expect(await attempt(strangersKey, {})).toBe('passkey_invalid')
    expect(await attempt(authenticator, {})).toBeUndefined()
    authenticator.counter = 0
    expect(await attempt(authenticator, {})).toBe('passkey_invalid')
  })
})

describe('a new password by email', () => {
  it('does not bypass the second factor', async () => {
    const { app } = await addTestApp(server, owner)
    const client = createClient()
    await client.post('/api/auth/forgot-password/', { email: owner.email })
    const text = (await server.emailsTo(owner.email)).at(-1)?.text ?? ''
    const link = /https?:\/\/\S*confirm-password-reset\?\S+/.exec(text)?.[0] ?? ''
    const reset = { token: new URL(link).searchParams.get('token'), new_password: newPassword }
    expect((await client.post('/api/auth/reset-password/', { ...reset, confirm_password: newPassword })).status).toBe(
      200,
    )
    const { token } = await client.challenge(newPassword)
    const signedIn = await client.complete({ method: 'totp', challenge: token, code: await app.code() })
    expect(signedIn.status).toBe(200)
  })
})

it('a deletion is cancelled only once the second factor is proved', async () => {
  const { app } = await addTestApp(server, owner)
  await server.request('POST /api/account/deletion/', { token: owner.token, body: { password } })
  const client = createClient()
  const { token } = await client.challenge()
  const { deactivated_at } = await server.app.db
    .selectFrom('users')
    .select('deactivated_at')
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow()
  expect(deactivated_at).not.toBeNull()
  const signedIn = await client.complete({ method: 'totp', challenge: token, code: await app.code() })
  expect(signedIn.body).toMatchObject({ message: 'Your account stays. It will not be deleted.' })
})
