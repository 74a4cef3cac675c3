import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  farmerRegistration,
  latestVerificationCode,
  password,
  signIn,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'
import { listActiveSessionIds } from '../sessions/sessions.ts'

const minute = 60_000
const newPassword = 'Chosen-2026-Leaf'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const requestReset = (email: string, language = 'en') =>
  server.request('POST /api/auth/forgot-password/', { body: { email }, headers: { 'accept-language': language } })
const reset = (token: string, new_password = newPassword, confirm_password = new_password) =>
  server.request('POST /api/auth/reset-password/', { body: { token, new_password, confirm_password } })
const login = (email: string, secret: string) =>
  server.request('POST /api/auth/login/', { body: { email, password: secret } })

async function resetToken(email: string): Promise<string> {
  await requestReset(email)
  const text = (await server.emailsTo(email)).at(-1)?.text ?? ''
  const link = /https?:\/\/\S*confirm-password-reset\?\S+/.exec(text)?.[0]
  return new URL(link ?? '').searchParams.get('token') ?? ''
}

describe('a forgotten password', () => {
  it('gets the same reply for known and unknown emails, and an email only for a known one', async () => {
    const { email } = await signUpFarmer(server)
    const known = await requestReset(email)
    const unknown = await requestReset('nobody@example.org')
    expect(known.status).toBe(200)
    expect(unknown.body).toEqual(known.body)
    expect((await server.emailsTo(email)).at(-1)?.subject).toBe('Set a new password for Kutu')
    expect(await server.emailsTo('nobody@example.org')).toEqual([])
  })

  it.each([
    ['sw', 'Weka nenosiri jipya la Kutu'],
    ['lg', 'Teekawo ekigambo ekipya eky’okuyingira mu Kutu'],
  ])('sends the email in the language of the account: %s', async (language, subject) => {
    const { email } = await signUpFarmer(server)
    await server.app.db
      .updateTable('users')
      .set({ language: language === 'sw' ? 'sw' : 'lg' })
      .where('email', '=', email)
      .execute()
    await requestReset(email)
    expect((await server.emailsTo(email)).at(-1)?.subject).toBe(subject)
  })

  it('is replaced once with the link, which ends every session', async () => {
    const person = await signUpFarmer(server)
    const token = await resetToken(person.email)
    expect((await reset(token)).status).toBe(200)
    expect((await server.request('GET /api/auth/me', { token: person.token })).status).toBe(401)
    expect((await login(person.email, password)).status).toBe(401)
    await signIn(server, person.email, newPassword)
    const again = await reset(token)
    expect(again.status).toBe(400)
    expect(again.body.error).toBe('token_invalid')
  })

  it('is replaced once by concurrent resets with one link', async () => {
    const { email } = await signUpFarmer(server)
    const token = await resetToken(email)
    const passwords = Array.from({ length: 6 }, (_, index) => `Chosen-2026-Leaf-${index}`)
    const responses = await Promise.all(passwords.map(each => reset(token, each)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    await signIn(server, email, passwords[responses.findIndex(({ status }) => status === 200)])
  })

  it('has a link for one hour, and using one link invalidates the others', async () => {
    const { email } = await signUpFarmer(server)
    const late = await resetToken(email)
    server.clock.advance(60 * minute)
    expect((await reset(late)).body.error).toBe('token_invalid')
    const one = await resetToken(email)
    const other = await resetToken(email)
    expect((await reset(one)).status).toBe(200)
    expect((await reset(other)).body.error).toBe('token_invalid')
    expect((await reset('guess')).body.error).toBe('token_invalid')
  })

  it('rejects weak and mistyped new passwords and keeps the link valid', async () => {
    const { email } = await signUpFarmer(server)
    const token = await resetToken(email)
    const weak = await reset(token, 'leaf12')
    expect(weak.status).toBe(400)
    expect(weak.body).toMatchObject({ error: 'weak_password', message: 'Password is Weak' })
    const mistyped = await reset(token, newPassword, `${newPassword}!`)
    expect(mistyped.body.errors).toEqual([{ field: 'confirm_password', message: 'Password mismatch' }])
    expect((await reset(token)).status).toBe(200)
  })

  it('sends a new code instead if the account was never activated', async () => {
    const body = farmerRegistration()
    await server.request('POST /api/auth/register/farmer/', { body })
    await requestReset(body.email)
    expect((await server.emailsTo(body.email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/is your Kutu code$/),
      expect.stringMatching(/is your Kutu code$/),
    ])
    const { token, code } = await latestVerificationCode(server, body.email)
    const { status } = await server.request('POST /api/auth/verify/email', { body: { token, verificationCode: code } })
    expect(status).toBe(200)
    for (let times = 0; times < 4; times += 1) {
      await requestReset(body.email)
      await server.runJobs()
    }
    expect(await server.emailsTo(body.email)).toHaveLength(4)
  })

  it('sends at most three emails in 15 minutes', async () => {
    const { email } = await signUpFarmer(server)
    const countResetEmails = async () =>
      (await server.emailsTo(email)).filter(({ subject }) => subject?.startsWith('Set')).length
    await Promise.all(Array.from({ length: 5 }, () => requestReset(email)))
    expect(await countResetEmails()).toBe(3)
    server.clock.advance(15 * minute)
    await requestReset(email)
    expect(await countResetEmails()).toBe(4)
  })

  it('has a token that is not stored in the database', async () => {
    const { email } = await signUpFarmer(server)
    const token = await resetToken(email)
    const rows = await server.app.db.selectFrom('password_resets').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('changing the password', () => {
  const change = (token: string, body: Record<string, string>, method: 'POST' | 'PUT' = 'POST', key?: string) =>
    server.request(`${method} /api/auth/change-password`, {
      token,
      body: { oldPassword: password, newPassword: newPassword, confirmPassword: newPassword, ...body },
      headers: key ? { 'idempotency-key': key } : {},
    })
  const listPasswordAuditActions = ({ id }: TestUser) =>
    server.app.db
      .selectFrom('audit_log')
      .select('action')
      .where('actor_id', '=', id)
      .where('action', 'like', 'password.%')
      .orderBy('id')
      .execute()

  it.each(['POST', 'PUT'] as const)('with %s ends all other sessions and gives this one new tokens', async method => {
    const person = await signUpFarmer(server)
    const elsewhere = await signIn(server, person.email)
    const { status, body } = await change(person.token, {}, method)
    expect(status).toBe(200)
    expect(body.message).toBe('Your password has been changed. All other devices are signed out.')
    const refresh = (token: string) => server.request('POST /api/auth/refresh-token', { body: { refresh: token } })
    const getProfileStatus = async (token: string) => (await server.request('GET /api/auth/me', { token })).status
    expect(await getProfileStatus(elsewhere.token)).toBe(401)
    expect((await refresh(elsewhere.refresh)).status).toBe(401)
    // Older clients keep the old tokens, others take over the new ones.
    for (const tokens of [{ access: person.token, refresh: person.refresh }, body]) {
      expect(await getProfileStatus(tokens.access)).toBe(200)
      const { status, body: refreshed } = await refresh(tokens.refresh)
      expect(status).toBe(200)
      expect(await getProfileStatus(refreshed.access)).toBe(200)
      expect((await refresh(refreshed.refresh)).status).toBe(200)
    }
    expect((await listActiveSessionIds(server.app, person.id)).size).toBe(1)
    await signIn(server, person.email, newPassword)
  })

  it.each([
    ['unused', 0],
    ['used before', 1],
  ])('makes the old refresh token, %s, a stolen one once the new one is used', async (_, uses) => {
    const person = await signUpFarmer(server)
    server.clock.advance(1000)
    const { body: tokens } = await change(person.token, {})
    server.clock.advance(1000)
    const refresh = (token: string) => server.request('POST /api/auth/refresh-token', { body: { refresh: token } })
    let old = person.refresh
    for (let i = 0; i < uses; i += 1) old = (await refresh(old)).body.refresh
    const { status, body } = await refresh(tokens.refresh)
    expect(status).toBe(200)
    expect((await refresh(old)).status).toBe(401)
    expect((await refresh(body.refresh)).status).toBe(401)
    const actions = server.app.db.selectFrom('audit_log').select('action').where('subject_id', '=', person.id).execute()
    expect((await actions).map(({ action }) => action)).toContain('session.reuse_detected')
  })

  it('keeps the notifications of the device', async () => {
    const person = await signUpFarmer(server)
    const subscription = {
      endpoint: `https://fcm.googleapis.com/fcm/send/${person.id}`,
      keys: { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16, 1).toString('base64url') },
    }
    await server.request('POST /api/account/push-subscriptions/', { token: person.token, body: subscription })
    await change(person.token, {})
    const { session_id } = await server.app.db
      .selectFrom('push_subscriptions')
      .select('session_id')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect([...(await listActiveSessionIds(server.app, person.id))]).toEqual([session_id])
  })

  it('needs the old password and a strong new one, typed twice', async () => {
    const person = await signUpFarmer(server)
    const wrong = await change(person.token, { oldPassword: 'Wrong-2026-Leaf' })
    expect(wrong.status).toBe(400)
    expect(wrong.body).toMatchObject({ error: 'wrong_password', errors: [{ field: 'oldPassword' }] })
    const weak = await change(person.token, { newPassword: 'leaf12', confirmPassword: 'leaf12' })
    expect(weak.body).toMatchObject({ error: 'weak_password', message: 'Password is Weak' })
    const mistyped = await change(person.token, { confirmPassword: `${newPassword}!` })
    expect(mistyped.body.errors).toEqual([{ field: 'confirmPassword', message: 'Password mismatch' }])
    await signIn(server, person.email)
    expect(await listPasswordAuditActions(person)).toEqual([{ action: 'password.change_refused' }])
  })

  it('with an idempotency key still audits a wrong old password and can be repeated', async () => {
    const person = await signUpFarmer(server)
    expect((await change(person.token, { oldPassword: 'Wrong-2026-Leaf' }, 'POST', 'guess')).status).toBe(400)
    const changed = await change(person.token, {}, 'POST', 'change')
    expect(changed.status).toBe(200)
    expect((await change(changed.body.access, {}, 'POST', 'change')).body).toEqual(changed.body)
    const actions = (await listPasswordAuditActions(person)).map(({ action }) => action)
    expect(actions).toEqual(['password.change_refused', 'password.changed'])
  })

  it('succeeds once for concurrent changes with one old password', async () => {
    const person = await signUpFarmer(server)
    const newPasswords = Array.from({ length: 5 }, (_, i) => `${newPassword}-${i}`)
    const responses = await Promise.all(
      newPasswords.map(one => change(person.token, { newPassword: one, confirmPassword: one })),
    )
    const winnerIndex = responses.findIndex(({ status }) => status === 200)
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { body } of responses.filter((_, i) => i !== winnerIndex)) expect(body.error).toBe('wrong_password')
    await signIn(server, person.email, newPasswords[winnerIndex])
  })

  it('leaves no session that was opened with the old password at the same time', async () => {
    const person = await signUpFarmer(server)
    const old = { email: person.email, password }
    const attempts = Array.from({ length: 6 }, () => server.request('POST /api/auth/login/', { body: old }))
    const [changed, ...signedIn] = await Promise.all([change(person.token, {}), ...attempts])
    expect(changed.status).toBe(200)
    for (const { status, body } of signedIn.filter(({ status }) => status === 200)) {
      expect([status, (await server.request('GET /api/auth/me', { token: body.access })).status]).toEqual([200, 401])
    }
  })

  it('invalidates the reset links', async () => {
    const person = await signUpFarmer(server)
    const token = await resetToken(person.email)
    await change(person.token, {})
    expect((await reset(token)).body.error).toBe('token_invalid')
  })
})
