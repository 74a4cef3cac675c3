import { createHash } from 'node:crypto'
import { secondFactor } from '@kutu/contract/accounts/second-factor'
import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FakeAuthenticator } from '../../../testing/fakes/authenticator.ts'
import { addTestApp, addTestPasskey, siteOf } from '../../../testing/server/test-second-factor.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, password, signIn, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { removeFactorsByEmail } from './factors.ts'

let server: TestServer
let owner: TestUser
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  owner = await signUpFarmer(server)
})

type Path = '' | 'totp/' | 'totp/confirm/' | 'passkeys/' | 'passkeys/confirm/'
const post = (path: Path, body: object, { token } = owner) =>
  server.request(`POST /api/account/second-factors/${path}`, { token, body })
const remove = (id: string, secret = password, { token } = owner) =>
  server.request('POST /api/account/second-factors/{id}/remove/', { token, params: { id }, body: { password: secret } })
const renewCodes = (secret = password) =>
  server.request('POST /api/account/recovery-codes/', { token: owner.token, body: { password: secret } })
const list = async ({ token } = owner) =>
  secondFactor.listSecondFactors.reply.parse((await server.request('GET /api/account/second-factors/', { token })).body)
const login = (email: string) => server.request('POST /api/auth/login/', { body: { email, password } })
const subjects = async (email: string) => (await server.emailsTo(email)).map(({ subject }) => subject)
const auditEntries = async (action: string) =>
  server.app.db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject_id', '=', owner.id)
    .where('action', '=', action)
    .execute()
const currentCode = (secret: string) => generate({ secret, epoch: Math.floor(server.clock.now().getTime() / 1000) })

type Credential = ReturnType<FakeAuthenticator['create']>
const withResponse = (credential: Credential, change: Partial<Credential['response']>): Credential => ({
  ...credential,
  response: { ...credential.response, ...change },
})

describe('adding a factor', () => {
  it('lists it, gives ten recovery codes with the first one, and sends an email', async () => {
    expect(await list()).toEqual({ factors: [], recovery_codes_left: 0 })
    const { recoveryCodes } = await addTestApp(server, owner, 'My phone')
    expect(recoveryCodes).toHaveLength(10)
    const passkey = await addTestPasskey(server, owner, 'My key')
    expect(passkey.recoveryCodes).toBeNull()
    const { factors, recovery_codes_left } = await list()
    expect(factors.map(({ kind, name, last_used_at }) => [kind, name, last_used_at])).toEqual([
      ['totp', 'My phone', null],
      ['passkey', 'My key', null],
    ])
    expect(recovery_codes_left).toBe(10)
    expect((await subjects(owner.email)).slice(-2)).toEqual([
      'Two-step sign-in: an authenticator app was added',
      'Two-step sign-in: a passkey was added',
    ])
    expect(await auditEntries('second_factor.added')).toHaveLength(2)
  })

  it('needs the password, and logs a wrong one', async () => {
    for (const path of ['totp/', 'passkeys/'] as const) {
      const refused = await post(path, { password: 'Wrong-2026-Leaf' })
      expect(refused).toMatchObject({ status: 400, body: { error: 'wrong_password', errors: [{ field: 'password' }] } })
    }
    expect(await auditEntries('second_factor.change_refused')).toHaveLength(2)
    expect(await list()).toEqual({ factors: [], recovery_codes_left: 0 })
  })

  it('changes nothing before the first code or signature is right', async () => {
    const started = await post('totp/', { password })
    expect(started.body.uri).toMatch(/^otpauth:\/\/totp\/Kutu:.*secret=[A-Z2-7]{32}/)
    const wrong = (await currentCode(started.body.secret)) === '000000' ? '111111' : '000000'
    const refused = await post('totp/confirm/', { setup: started.body.setup, code: wrong, name: 'Phone' })
    expect(refused).toMatchObject({ status: 400, body: { error: 'code_invalid' } })
    const { setup, options } = (await post('passkeys/', { password })).body
    const credential = new FakeAuthenticator().create({ ...siteOf(server), challenge: 'AAAA' })
    expect((await post('passkeys/confirm/', { setup, credential, name: 'Key' })).body.error).toBe('passkey_invalid')
    const phishing = { origin: 'https://kutu.example.com', rpId: 'kutu.example.com', challenge: options.challenge }
    const phished = new FakeAuthenticator().create(phishing)
    const phishedReply = await post('passkeys/confirm/', { setup, credential: phished, name: 'Key' })
    expect(phishedReply.body.error).toBe('passkey_invalid')
    expect((await list()).factors).toEqual([])
    expect((await login(owner.email)).status).toBe(200)
  })

  it('refuses what a forged authenticator creates', async () => {
    const encode = (data: object) => Buffer.from(JSON.stringify(data)).toString('base64url')
    const forgeries: ((credential: Credential, challenge: string) => Credential)[] = [
      // The data of a sign-in instead of a registration, and no JSON.
      (credential, challenge) =>
        withResponse(credential, {
          clientDataJSON: encode({ type: 'webauthn.get', challenge, origin: siteOf(server).origin }),
        }),
      credential => withResponse(credential, { clientDataJSON: 'AAAA' }),
      // Nobody has touched the authenticator: the flag after the hash of the site is cleared.
      credential => {
        const bytes = Buffer.from(credential.response.attestationObject, 'base64url')
        const flags = bytes.indexOf(createHash('sha256').update(siteOf(server).rpId).digest()) + 32
        bytes[flags] = (bytes[flags] ?? 0) & ~0x01
        return withResponse(credential, { attestationObject: bytes.toString('base64url') })
      },
      // The attestation ends early, or is nested very deeply.
      credential => withResponse(credential, { attestationObject: credential.response.attestationObject.slice(0, 99) }),
      credential => withResponse(credential, { attestationObject: Buffer.alloc(4000, 0x81).toString('base64url') }),
      // Its id is not the one of the attested key.
      credential => ({ ...credential, id: 'AAAA', rawId: 'AAAA' }),
      credential => ({ ...credential, id: new FakeAuthenticator().id.toString('base64url') }),
    ]
    for (const [index, forge] of forgeries.entries()) {
      const { setup, options } = (await post('passkeys/', { password })).body
      const credential = forge(new FakeAuthenticator().create({ ...siteOf(server), ...options }), options.challenge)
      const reply = await post('passkeys/confirm/', { setup, credential, name: 'Key' })
      expect([index, reply.status, reply.body.error]).toEqual([index, 400, 'passkey_invalid'])
    }
    expect((await list()).factors).toEqual([])
  })

  it('is possible once per setup, within 15 minutes, by its owner', async () => {
    const stranger = await signUpFarmer(server)
    const { setup, secret } = (await post('totp/', { password })).body
    const body = { setup, code: await currentCode(secret), name: 'Phone' }
    expect((await post('totp/confirm/', body, stranger)).body.error).toBe('challenge_expired')
    const replies = await Promise.all([post('totp/confirm/', body), post('totp/confirm/', body)])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400])
    expect((await list()).factors).toHaveLength(1)
    const late = (await post('totp/', { password })).body
    server.clock.advance(15 * 60_000)
    const lateBody = { setup: late.setup, code: await currentCode(late.secret), name: 'Phone' }
    expect((await post('totp/confirm/', lateBody)).body.error).toBe('challenge_expired')
  })

  it('is limited to five tries per setup', async () => {
    const { setup, secret } = (await post('totp/', { password })).body
    const right = await currentCode(secret)
    const wrong = right === '000000' ? '111111' : '000000'
    const confirm = (code: string) => post('totp/confirm/', { setup, code, name: 'Phone' })
    for (let tries = 0; tries < 5; tries += 1) expect((await confirm(wrong)).body.error).toBe('code_invalid')
    expect((await confirm(right)).body.error).toBe('challenge_expired')
  })

  it('repeats the reply of a lost connection with the same Idempotency-Key', async () => {
    const { setup, secret } = (await post('totp/', { password })).body
    const body = { setup, code: await currentCode(secret), name: 'Phone' }
    const options = { token: owner.token, body, headers: { 'idempotency-key': `add-${owner.id}` } }
    const first = await server.request('POST /api/account/second-factors/totp/confirm/', options)
    const second = await server.request('POST /api/account/second-factors/totp/confirm/', options)
    expect(second.body).toEqual(first.body)
    expect((await list()).factors).toHaveLength(1)
  })

  it('is limited to five factors, also at the same time', async () => {
    const setups: { setup: string; secret: string }[] = []
    for (let n = 0; n < 7; n += 1) setups.push((await post('totp/', { password })).body)
    const replies = await Promise.all(
      setups.map(async ({ setup, secret }) =>
        post('totp/confirm/', { setup, code: await currentCode(secret), name: 'P' }),
      ),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(replies.filter(({ body }) => body.recovery_codes !== null && body.error === undefined)).toHaveLength(1)
    expect(replies.flatMap(({ body }) => body.error ?? [])).toEqual(['too_many_factors', 'too_many_factors'])
    expect((await post('passkeys/', { password })).body.error).toBe('too_many_factors')
  })

  it('refuses a passkey that another account has', async () => {
    const stranger = await signUpFarmer(server)
    const { authenticator } = await addTestPasskey(server, stranger)
    const { setup, options } = (await post('passkeys/', { password })).body
    const credential = authenticator.create({ ...siteOf(server), challenge: options.challenge })
    const refused = await post('passkeys/confirm/', { setup, credential, name: 'Key' })
    expect(refused).toMatchObject({ status: 409, body: { error: 'passkey_taken' } })
  })
})

describe('removing a factor', () => {
  it('needs the password and sends an email; the last one takes the recovery codes with it', async () => {
    const { app } = await addTestApp(server, owner, 'Old phone')
    const { id } = await addTestPasskey(server, owner)
    expect((await remove(app.id, 'Wrong-2026-Leaf')).body.error).toBe('wrong_password')
    expect((await remove(app.id)).body).toMatchObject({ factors: [{ id }], recovery_codes_left: 10 })
    const email = (await server.emailsTo(owner.email)).at(-1)
    expect(email?.subject).toBe('Two-step sign-in: an authenticator app was removed')
    expect(email?.text).toContain('“Old phone”')
    expect((await login(owner.email)).body.error).toBe('second_factor_required')
    expect((await remove(id)).body).toEqual({ factors: [], recovery_codes_left: 0 })
    expect((await login(owner.email)).status).toBe(200)
    expect(await auditEntries('second_factor.removed')).toHaveLength(2)
  })

  it('of another user is not found', async () => {
    const stranger = await signUpFarmer(server)
    const { app } = await addTestApp(server, stranger)
    expect((await remove(app.id)).status).toBe(404)
    expect((await list(stranger)).factors).toHaveLength(1)
  })
})

describe('recovery codes', () => {
  it('are replaced on request with the password, and the old ones stop working', async () => {
    expect((await renewCodes()).body.error).toBe('second_factor_missing')
    const { recoveryCodes } = await addTestApp(server, owner)
    expect((await renewCodes('Wrong-2026-Leaf')).body.error).toBe('wrong_password')
    const renewed = await renewCodes()
    expect(renewed.body.recovery_codes).toHaveLength(10)
    const useCode = async (code: string) => {
      const { challenge } = (await login(owner.email)).body
      const body = { method: 'recovery_code', challenge: challenge.token, code }
      return server.request('POST /api/auth/login/second-factor/', { body })
    }
    expect((await useCode(recoveryCodes[0] ?? '')).body.error).toBe('code_invalid')
    expect((await useCode(renewed.body.recovery_codes[0])).status).toBe(200)
    expect((await subjects(owner.email)).at(-1)).toBe('Your new recovery codes for Kutu')
  })
})

describe('lost factors', () => {
  it('are removed by an admin with a reason, who signs the person out; the person gets an email', async () => {
    const admin = await createTestAdmin(server, `admin-of-${owner.username}`)
    await addTestApp(server, owner)
    await addTestPasskey(server, owner)
    const change = (id: string, reason?: string) =>
      server.request('PUT /api/admin/users/{id}/', {
        token: admin.token,
        params: { id },
        body: { action: 'remove_second_factors', reason },
      })
    const listed = await server.request('GET /api/admin/users/', {
      token: admin.token,
      query: { search: owner.email, by: 'email' },
    })
    const row = listed.body.results.find(({ id }: { id: string }) => id === owner.id)
    expect(row.second_factors).toBe(2)
    expect((await change(owner.id)).body).toMatchObject({ error: 'validation_failed', errors: [{ field: 'reason' }] })
    expect((await change(admin.id, 'Mine')).body.error).toBe('own_account')
    const removed = await change(owner.id, 'Lost the phone, identity checked on a call')
    expect(removed).toMatchObject({ status: 200, body: { second_factors: 0 } })
    expect((await change(owner.id, 'Again')).body.error).toBe('second_factor_missing')
    expect((await server.request('GET /api/auth/me', { token: owner.token })).status).toBe(401)
    await signIn(server, owner.email)
    expect((await subjects(owner.email)).at(-1)).toBe('Two-step sign-in was turned off for your account')
    expect(await auditEntries('second_factor.removed_all')).toMatchObject([
      {
        actor_id: admin.id,
        before: { kinds: ['passkey', 'totp'] },
        after: { reason: 'Lost the phone, identity checked on a call' },
      },
    ])
  })

  it('can be removed on the command line, for the last admin', async () => {
    await addTestApp(server, owner)
    await expect(removeFactorsByEmail(server.app, 'nobody@example.org', 'Lost')).rejects.toThrow('not_found')
    expect(await removeFactorsByEmail(server.app, owner.email.toUpperCase(), 'Lost')).toEqual({
      username: owner.username,
    })
    expect((await server.request('GET /api/auth/me', { token: owner.token })).status).toBe(401)
    expect((await login(owner.email)).status).toBe(200)
    expect(await auditEntries('second_factor.removed_all')).toMatchObject([
      { actor_id: null, after: { reason: 'Lost' } },
    ])
  })
})
