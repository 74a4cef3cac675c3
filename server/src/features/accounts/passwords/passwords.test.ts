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

const minute = 60_000
const newPassword = 'Chosen-2026-Leaf'
let w: TestServer
beforeAll(async () => {
  w = await startTestServer()
})
afterAll(() => w.close())

const requestReset = (email: string, language = 'en') =>
  w.request('POST /api/auth/forgot-password/', { body: { email }, headers: { 'accept-language': language } })
const reset = (token: string, new_password = newPassword, confirm_password = new_password) =>
  w.request('POST /api/auth/reset-password/', { body: { token, new_password, confirm_password } })
const login = (email: string, secret: string) =>
  w.request('POST /api/auth/login/', { body: { email, password: secret } })

async function resetToken(email: string): Promise<string> {
  await requestReset(email)
  const text = (await w.emailsTo(email)).at(-1)?.text ?? ''
  const link = /https?:\/\/\S*confirm-password-reset\?\S+/.exec(text)?.[0]
  return new URL(link ?? '').searchParams.get('token') ?? ''
}

describe('a forgotten password', () => {
  it('gets the same answer and the same queued work for known and unknown e-mails, and a letter only for known', async () => {
    const { email } = await signUpFarmer(w)
    const known = await requestReset(email)
    const unknown = await requestReset('nobody@example.org')
    expect(known.status).toBe(200)
    expect(unknown.body).toEqual(known.body)
    expect((await w.emailsTo(email)).at(-1)?.subject).toBe('Set a new password for Kutu')
    expect(await w.emailsTo('nobody@example.org')).toEqual([])
  })

  it.each([
    ['sw', 'Weka nenosiri jipya la Kutu'],
    ['lg', 'Teekawo ekigambo ekipya eky’okuyingira mu Kutu'],
  ])('is written about in the language of the account: %s', async (language, subject) => {
    const { email } = await signUpFarmer(w)
    await w.app.db
      .updateTable('users')
      .set({ language: language === 'sw' ? 'sw' : 'lg' })
      .where('email', '=', email)
      .execute()
    await requestReset(email)
    expect((await w.emailsTo(email)).at(-1)?.subject).toBe(subject)
  })

  it('is replaced once by the link, which ends every session', async () => {
    const person = await signUpFarmer(w)
    const token = await resetToken(person.email)
    expect((await reset(token)).status).toBe(200)
    expect((await w.request('GET /api/auth/me', { token: person.token })).status).toBe(401)
    expect((await login(person.email, password)).status).toBe(401)
    await signIn(w, person.email, newPassword)
    const again = await reset(token)
    expect(again.status).toBe(400)
    expect(again.body.error).toBe('token_invalid')
  })

  it('of several resets at once with one link, one wins', async () => {
    const { email } = await signUpFarmer(w)
    const token = await resetToken(email)
    const passwords = Array.from({ length: 6 }, (_, index) => `Chosen-2026-Leaf-${index}`)
    const answers = await Promise.all(passwords.map(each => reset(token, each)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await signIn(w, email, passwords[answers.findIndex(({ status }) => status === 200)])
  })

  it('has a link for one hour, and a used one makes the others useless', async () => {
    const { email } = await signUpFarmer(w)
    const late = await resetToken(email)
    w.clock.advance(60 * minute)
    expect((await reset(late)).body.error).toBe('token_invalid')
    const one = await resetToken(email)
    const other = await resetToken(email)
    expect((await reset(one)).status).toBe(200)
    expect((await reset(other)).body.error).toBe('token_invalid')
    expect((await reset('guess')).body.error).toBe('token_invalid')
  })

  it('refuses weak and mistyped new ones, and the link lives on', async () => {
    const { email } = await signUpFarmer(w)
    const token = await resetToken(email)
    const weak = await reset(token, 'leaf12')
    expect(weak.status).toBe(400)
    expect(weak.body).toMatchObject({ error: 'weak_password', message: 'Password is Weak' })
    const mistyped = await reset(token, newPassword, `${newPassword}!`)
    expect(mistyped.body.errors).toEqual([{ field: 'confirm_password', message: 'Password mismatch' }])
    expect((await reset(token)).status).toBe(200)
  })

  it('of an account that was never activated brings a new code instead', async () => {
    const body = farmerRegistration()
    await w.request('POST /api/auth/register/farmer/', { body })
    await requestReset(body.email)
    expect((await w.emailsTo(body.email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/is your Kutu code$/),
      expect.stringMatching(/is your Kutu code$/),
    ])
    const { token, code } = await latestVerificationCode(w, body.email)
    const { status } = await w.request('POST /api/auth/verify/email', { body: { token, verificationCode: code } })
    expect(status).toBe(200)
    for (let times = 0; times < 4; times += 1) {
      await requestReset(body.email)
      await w.runJobs()
    }
    expect(await w.emailsTo(body.email)).toHaveLength(4)
  })

  it('brings three letters in 15 minutes and no more', async () => {
    const { email } = await signUpFarmer(w)
    const countResetEmails = async () =>
      (await w.emailsTo(email)).filter(({ subject }) => subject?.startsWith('Set')).length
    await Promise.all(Array.from({ length: 5 }, () => requestReset(email)))
    expect(await countResetEmails()).toBe(3)
    w.clock.advance(15 * minute)
    await requestReset(email)
    expect(await countResetEmails()).toBe(4)
  })

  it('has a link that rests nowhere in the database', async () => {
    const { email } = await signUpFarmer(w)
    const token = await resetToken(email)
    const rows = await w.app.db.selectFrom('password_resets').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('changing the password', () => {
  const change = (token: string, body: Record<string, string>, method: 'POST' | 'PUT' = 'POST', key?: string) =>
    w.request(`${method} /api/auth/change-password`, {
      token,
      body: { oldPassword: password, newPassword: newPassword, confirmPassword: newPassword, ...body },
      headers: key ? { 'idempotency-key': key } : {},
    })
  const listPasswordAuditActions = ({ id }: TestUser) =>
    w.app.db
      .selectFrom('audit_log')
      .select('action')
      .where('actor_id', '=', id)
      .where('action', 'like', 'password.%')
      .orderBy('id')
      .execute()

  it.each(['POST', 'PUT'] as const)('by %s ends the other sessions and keeps this one', async method => {
    const person = await signUpFarmer(w)
    const elsewhere = await signIn(w, person.email)
    const { status, body } = await change(person.token, {}, method)
    expect(status).toBe(200)
    expect(body.message).toBe('Your password is changed. You are signed out everywhere else.')
    expect((await w.request('GET /api/auth/me', { token: person.token })).status).toBe(200)
    expect((await w.request('GET /api/auth/me', { token: elsewhere.token })).status).toBe(401)
    expect((await w.request('POST /api/auth/refresh-token', { body: { refresh: elsewhere.refresh } })).status).toBe(401)
    await signIn(w, person.email, newPassword)
  })

  it('needs the old one, a strong new one and the same one twice', async () => {
    const person = await signUpFarmer(w)
    const wrong = await change(person.token, { oldPassword: 'Wrong-2026-Leaf' })
    expect(wrong.status).toBe(400)
    expect(wrong.body).toMatchObject({ error: 'wrong_password', errors: [{ field: 'oldPassword' }] })
    const weak = await change(person.token, { newPassword: 'leaf12', confirmPassword: 'leaf12' })
    expect(weak.body).toMatchObject({ error: 'weak_password', message: 'Password is Weak' })
    const mistyped = await change(person.token, { confirmPassword: `${newPassword}!` })
    expect(mistyped.body.errors).toEqual([{ field: 'confirmPassword', message: 'Password mismatch' }])
    await signIn(w, person.email)
    expect(await listPasswordAuditActions(person)).toEqual([{ action: 'password.change_refused' }])
  })

  it('with a retry key notes a wrong old one all the same, and answers a change that comes again', async () => {
    const person = await signUpFarmer(w)
    expect((await change(person.token, { oldPassword: 'Wrong-2026-Leaf' }, 'POST', 'guess')).status).toBe(400)
    const changed = await change(person.token, {}, 'POST', 'change')
    expect(changed.status).toBe(200)
    expect((await change(person.token, {}, 'POST', 'change')).body).toEqual(changed.body)
    const actions = (await listPasswordAuditActions(person)).map(({ action }) => action)
    expect(actions).toEqual(['password.change_refused', 'password.changed'])
  })

  it('of several at once with one old password, one wins', async () => {
    const person = await signUpFarmer(w)
    const newPasswords = Array.from({ length: 5 }, (_, i) => `${newPassword}-${i}`)
    const answers = await Promise.all(
      newPasswords.map(one => change(person.token, { newPassword: one, confirmPassword: one })),
    )
    const winnerIndex = answers.findIndex(({ status }) => status === 200)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { body } of answers.filter((_, i) => i !== winnerIndex)) expect(body.error).toBe('wrong_password')
    await signIn(w, person.email, newPasswords[winnerIndex])
  })

  it('leaves nobody signed in who came with the old one at the same moment', async () => {
    const person = await signUpFarmer(w)
    const old = { email: person.email, password }
    const attempts = Array.from({ length: 6 }, () => w.request('POST /api/auth/login/', { body: old }))
    const [changed, ...signedIn] = await Promise.all([change(person.token, {}), ...attempts])
    expect(changed.status).toBe(200)
    for (const { status, body } of signedIn.filter(({ status }) => status === 200)) {
      expect([status, (await w.request('GET /api/auth/me', { token: body.access })).status]).toEqual([200, 401])
    }
  })

  it('kills the links sent for the old one', async () => {
    const person = await signUpFarmer(w)
    const token = await resetToken(person.email)
    await change(person.token, {})
    expect((await reset(token)).body.error).toBe('token_invalid')
  })
})
