import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestApp, addTestPasskey, siteOf } from '../../../testing/server/test-second-factor.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createTestAdmin,
  farmerRegistration,
  password,
  signIn,
  signUpExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'
import { sweepAccounts } from '../sweep.ts'

const minute = 60_000
const day = 24 * 60 * minute
const newPassword = 'Chosen-2026-Leaf'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const request = ({ token }: { token: string }, email: string) =>
  server.request('POST /api/account/email/', { token, body: { email } })
const confirm = (token: string) => server.request('POST /api/auth/confirm-email', { body: { token } })
const undo = (token: string) => server.request('POST /api/auth/undo-email-change', { body: { token } })
const fetchStatus = async ({ token }: { token: string }) =>
  (await server.request('GET /api/account/email/', { token })).body
const newestEmail = async (address: string) => (await server.emailsTo(address)).at(-1)
/** Returns the token of the link in the newest email to an address. */
async function readToken(address: string, page: 'confirm-email' | 'undo-email-change') {
  const link = new RegExp(`https?://\\S*/${page}#\\S+`).exec((await newestEmail(address))?.text ?? '')?.[0]
  if (!link) throw new Error(`no link to ${page} for ${address}`)
  return new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''
}
async function changeEmail(person: TestUser, email: string) {
  expect((await request(person, email)).status).toBe(200)
  const { status, body } = await confirm(await readToken(email, 'confirm-email'))
  expect(body).toMatchObject({ message: `Your email is now ${email}.` })
  expect(status).toBe(200)
}
const getSignInStatus = async (email: string, userPassword = password) =>
  (await server.request('POST /api/auth/login/', { body: { email, password: userPassword } })).status
const listActions = async ({ id }: TestUser) =>
  (
    await server.app.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', id)
      .where('action', 'like', 'user.email_change%')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

async function changeAsAdmin({ id }: TestUser, action: 'deactivate' | 'reactivate' | 'reset_password') {
  const email = 'guard@example.org'
  const exists = await server.app.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  const { token } = await (exists ? signIn(server, email) : createTestAdmin(server, 'guard'))
  return server.request('PUT /api/admin/users/{id}/', { token, params: { id }, body: { action } })
}

describe('changing the email address', () => {
  it('takes effect when its owner opens the link, and not before', async () => {
    const person = await signUpFarmer(server)
    const email = `new-${person.email}`
    const { body } = await request(person, ` NEW-${person.email} `)
    expect(body).toMatchObject({ email: person.email, pending: { email } })
    expect(await fetchStatus(person)).toEqual({
      email: person.email,
      pending: { email, expires_at: new Date(server.clock.now().getTime() + 60 * minute).toISOString() },
    })
    expect(await getSignInStatus(person.email)).toBe(200)
    expect(await getSignInStatus(email)).toBe(401)

    const token = await readToken(email, 'confirm-email')
    expect((await confirm(token)).status).toBe(200)
    expect((await confirm(token)).status).toBe(200)
    expect(await fetchStatus(person)).toEqual({ email, pending: null })
    expect((await server.request('GET /api/auth/me', { token: person.token })).body.email).toBe(email)
    expect(await getSignInStatus(person.email)).toBe(401)
    expect(await getSignInStatus(email)).toBe(200)
    expect(await listActions(person)).toEqual(['user.email_change_requested', 'user.email_changed'])
    const { before, after } = await server.app.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('subject_id', '=', person.id)
      .where('action', '=', 'user.email_changed')
      .executeTakeFirstOrThrow()
    expect([before, after]).toEqual([null, null])
  })

  it('needs the password again a quarter of an hour after the sign-in', async () => {
    const person = await signUpFarmer(server)
    server.clock.advance(15 * minute + 1)
    expect((await request(person, `new-${person.email}`)).body.error).toBe('password_confirmation_required')
    await server.request('POST /api/auth/confirm-password', { token: person.token, body: { password } })
    expect((await request(person, `new-${person.email}`)).status).toBe(200)
  })

  it('rejects what a sign-up rejects, and the address that the account has', async () => {
    const person = await signUpFarmer(server)
    for (const email of ['', 'nonsense', 'former-1@kutu.invalid', person.email.toUpperCase()])
      expect(await request(person, email)).toMatchObject({
        status: 400,
        body: { error: 'validation_failed', errors: [{ field: 'email' }] },
      })
  })

  it('tells only the owner of the inbox that the address already has an account', async () => {
    const [person, other] = [await signUpFarmer(server), await signUpFarmer(server)]
    const free = await request(person, `free-${person.email}`)
    const taken = await request(person, other.email)
    expect(taken.status).toBe(free.status)
    expect(Object.keys(taken.body)).toEqual(Object.keys(free.body))
    expect(taken.body.message).toBe(`We have sent a link to ${other.email}. Open it to change your email.`)
    expect(await fetchStatus(person)).toMatchObject({ pending: { email: other.email } })
    const email = await newestEmail(other.email)
    expect(email?.subject).toBe('This email already has a Kutu account')
    expect(email?.text).not.toContain('confirm-email')
    expect(email?.text).not.toContain(person.username)
  })

  it('of two accounts that confirm the same address concurrently one gets it', async () => {
    const people = [await signUpFarmer(server), await signUpFarmer(server)]
    const email = `shared-${people[0]?.email}`
    const tokens: string[] = []
    for (const person of people) {
      await request(person, email)
      tokens.push(await readToken(email, 'confirm-email'))
    }
    const replies = await Promise.all(tokens.map(confirm))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body.error).toBe('email_taken')
  })

  it('takes the address of a sign-up that was never verified within a day, and not of a recent one', async () => {
    const person = await signUpFarmer(server)
    const abandoned = farmerRegistration()
    await server.request('POST /api/auth/register/farmer/', { body: abandoned })
    await request(person, abandoned.email)
    expect((await newestEmail(abandoned.email))?.subject).toBe('This email already has a Kutu account')
    server.clock.advance(day + 1000)
    await changeEmail(await signIn(server, person.email), abandoned.email)
  })

  it('replaces an earlier request, whose link then does nothing', async () => {
    const person = await signUpFarmer(server)
    await request(person, `first-${person.email}`)
    const first = await readToken(`first-${person.email}`, 'confirm-email')
    await request(person, `second-${person.email}`)
    expect((await confirm(first)).body.error).toBe('token_invalid')
    expect((await confirm(await readToken(`second-${person.email}`, 'confirm-email'))).status).toBe(200)
  })

  it('ends when an administrator starts a new password for the account', async () => {
    const person = await signUpFarmer(server)
    await request(person, `thief-${person.email}`)
    const token = await readToken(`thief-${person.email}`, 'confirm-email')
    expect((await changeAsAdmin(person, 'reset_password')).status).toBe(200)
    expect((await confirm(token)).body.error).toBe('token_invalid')
  })

  it('is refused with a link that is an hour old or was never sent', async () => {
    const person = await signUpFarmer(server)
    await request(person, `late-${person.email}`)
    const token = await readToken(`late-${person.email}`, 'confirm-email')
    server.clock.advance(60 * minute)
    expect((await confirm(token)).body).toMatchObject({ status: 400, error: 'token_invalid' })
    expect((await confirm('guess')).body).toMatchObject({ status: 400, error: 'token_invalid' })
    expect(await getSignInStatus(person.email)).toBe(200)
  })

  it('sends no more than three links in a quarter of an hour', async () => {
    const person = await signUpFarmer(server)
    for (const n of [1, 2, 3]) expect((await request(person, `n${n}-${person.email}`)).status).toBe(200)
    const fourth = await request(person, `n4-${person.email}`)
    expect(fourth).toMatchObject({ status: 429, body: { error: 'too_many_requests' } })
    server.clock.advance(15 * minute)
    expect((await request(person, `n4-${person.email}`)).status).toBe(200)
  })

  it('ends the links to set a new password that lie in the old inbox', async () => {
    const person = await signUpFarmer(server)
    await server.request('POST /api/auth/forgot-password/', { body: { email: person.email } })
    const link = /confirm-password-reset\?token=([^\s&]+)/.exec((await newestEmail(person.email))?.text ?? '')?.[1]
    await changeEmail(person, `new-${person.email}`)
    const body = { token: link, new_password: 'Chosen-2026-Leaf', confirm_password: 'Chosen-2026-Leaf' }
    expect((await server.request('POST /api/auth/reset-password/', { body })).body.error).toBe('token_invalid')
  })

  describe.each<[string, (owner: TestUser) => Promise<{ status: number }>]>([
    [
      'changes the password',
      ({ token }) => {
        const body = { oldPassword: password, newPassword, confirmPassword: newPassword }
        return server.request('POST /api/auth/change-password', { token, body })
      },
    ],
    [
      'resets the password',
      async ({ email }) => {
        await server.request('POST /api/auth/forgot-password/', { body: { email } })
        const link = /confirm-password-reset\?token=([^\s&]+)/.exec((await newestEmail(email))?.text ?? '')?.[1]
        const body = { token: link, new_password: newPassword, confirm_password: newPassword }
        return server.request('POST /api/auth/reset-password/', { body })
      },
    ],
    ['signs out all other devices', ({ token }) => server.request('DELETE /api/account/devices/', { token })],
    [
      'signs out the device that requested it',
      async ({ token }) => {
        const devices = (await server.request('GET /api/account/devices/', { token })).body.results
        const params = { id: devices.find((device: { is_this: boolean }) => !device.is_this).id }
        return server.request('DELETE /api/account/devices/{id}/', { token, params })
      },
    ],
    [
      'requests the deletion of the account',
      ({ token }) => server.request('POST /api/account/deletion/', { token, body: { password } }),
    ],
    ['is deactivated', owner => changeAsAdmin(owner, 'deactivate')],
    [
      'is deactivated and reactivated',
      async owner => {
        await changeAsAdmin(owner, 'deactivate')
        return changeAsAdmin(owner, 'reactivate')
      },
    ],
  ])('that a thief requested', (event, act) => {
    it(`ends when the owner ${event}`, async () => {
      const owner = await signUpFarmer(server)
      const thief = await signIn(server, owner.email)
      await request(thief, `thief-${owner.email}`)
      const token = await readToken(`thief-${owner.email}`, 'confirm-email')
      expect([200, 204]).toContain((await act(owner)).status)
      expect((await confirm(token)).body).toMatchObject({ status: 400, error: 'token_invalid' })
      const { email } = await server.app.db
        .selectFrom('users')
        .select('email')
        .where('id', '=', owner.id)
        .executeTakeFirstOrThrow()
      expect(email).toBe(owner.email)
    })
  })

  it('lets admins find an expert by the new address', async () => {
    const admin = await createTestAdmin(server)
    const expert = await signUpExpert(server)
    await changeEmail(expert, `unusual-${expert.email}`)
    const { body } = await server.request('GET /api/admin/experts/', {
      token: admin.token,
      query: { search: `unusual-${expert.email}` },
    })
    expect(body.results).toMatchObject([{ id: expert.id }])
  })
})

describe('undoing a change of the email address', () => {
  it('restores it, ends every session and the password, and leads to a new one', async () => {
    const victim = await signUpFarmer(server)
    const stolen = `thief-${victim.email}`
    await changeEmail(victim, stolen)
    const thief = await signIn(server, stolen)
    expect((await newestEmail(victim.email))?.subject).toBe('The email of your Kutu account has changed')
    const token = await readToken(victim.email, 'undo-email-change')
    server.clock.advance(7 * day - 1000)
    const { status, body } = await undo(token)
    expect(status).toBe(200)
    expect(body.message).toBe(`Your email is ${victim.email} again. Please set a new password.`)
    for (const session of [victim, thief]) {
      expect((await server.request('GET /api/auth/me', { token: session.token })).status).toBe(401)
      const refreshed = await server.request('POST /api/auth/refresh-token', { body: { refresh: session.refresh } })
      expect(refreshed.status).toBe(401)
    }
    expect(await getSignInStatus(victim.email)).toBe(401)
    expect(await getSignInStatus(stolen)).toBe(401)
    const reset = { token: body.data.token, new_password: newPassword, confirm_password: newPassword }
    expect((await server.request('POST /api/auth/reset-password/', { body: reset })).status).toBe(200)
    expect(await getSignInStatus(victim.email, newPassword)).toBe(200)
    expect((await undo(token)).body.error).toBe('token_invalid')
    expect(await listActions(victim)).toContain('user.email_change_undone')
  })

  it('works although the thief has changed the address once more, and ends their links', async () => {
    const victim = await signUpFarmer(server)
    await changeEmail(victim, `one-${victim.email}`)
    const undoOfVictim = await readToken(victim.email, 'undo-email-change')
    server.clock.advance(1000)
    await changeEmail(victim, `two-${victim.email}`)
    const undoOfThief = await readToken(`one-${victim.email}`, 'undo-email-change')
    await request(victim, `three-${victim.email}`)
    const pendingOfThief = await readToken(`three-${victim.email}`, 'confirm-email')
    expect((await undo(undoOfVictim)).status).toBe(200)
    expect((await undo(undoOfThief)).body.error).toBe('token_invalid')
    expect((await confirm(pendingOfThief)).body.error).toBe('token_invalid')
    const { email } = await server.app.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', victim.id)
      .executeTakeFirstOrThrow()
    expect(email).toBe(victim.email)
  })

  it('removes the factors and recovery codes that the thief has added, and keeps those of the owner', async () => {
    const victim = await signUpFarmer(server)
    const own = await addTestPasskey(server, victim, 'Key of the owner')
    await server.app.db
      .updateTable('second_factors')
      .set({ created_at: new Date(server.clock.now().getTime() - 7 * day - 1000) })
      .where('user_id', '=', victim.id)
      .execute()
    await request(victim, `thief-${victim.email}`)
    await addTestApp(server, victim, 'Phone of the thief')
    await confirm(await readToken(`thief-${victim.email}`, 'confirm-email'))
    await addTestPasskey(server, victim, 'Key of the thief')
    await server.request('POST /api/account/recovery-codes/', {
      token: victim.token,
      body: { password },
    })
    const { body } = await undo(await readToken(victim.email, 'undo-email-change'))
    const reset = { token: body.data.token, new_password: newPassword, confirm_password: newPassword }
    await server.request('POST /api/auth/reset-password/', { body: reset })
    const login = { email: victim.email, password: newPassword }
    const { challenge } = (await server.request('POST /api/auth/login/', { body: login })).body
    expect(challenge.methods).toEqual(['passkey'])
    const credential = own.authenticator.get({ ...siteOf(server), challenge: challenge.passkey_options.challenge })
    const proof = { method: 'passkey', challenge: challenge.token, credential }
    const signedIn = await server.request('POST /api/auth/login/second-factor/', { body: proof })
    expect(signedIn.status).toBe(200)
    const listed = await server.request('GET /api/account/second-factors/', { token: signedIn.body.access })
    expect(listed.body).toMatchObject({ factors: [{ name: 'Key of the owner' }], recovery_codes_left: 0 })
    const emails = (await server.emailsTo(victim.email)).map(({ text }) => text)
    expect(emails.filter(text => text?.includes('Phone of the thief'))).not.toHaveLength(0)
  })

  it('lets an owner without a second factor sign in with the password alone', async () => {
    const victim = await signUpFarmer(server)
    await addTestApp(server, victim, 'Added before the request')
    server.clock.advance(1000)
    await changeEmail(victim, `thief-${victim.email}`)
    await addTestApp(server, victim, 'Added after it')
    const { body } = await undo(await readToken(victim.email, 'undo-email-change'))
    const reset = { token: body.data.token, new_password: newPassword, confirm_password: newPassword }
    await server.request('POST /api/auth/reset-password/', { body: reset })
    expect(await getSignInStatus(victim.email, newPassword)).toBe(200)
  })

  it('leaves no device of the thief known to the account', async () => {
    const strictServer = await startTestServer({ rateLimits: true })
    try {
      const victim = await signUpFarmer(strictServer)
      const stolen = `thief-${victim.email}`
      const post = (path: `/api/${string}`, body: object, cookie = '') =>
        strictServer.request(`POST ${path}`, { body, token: victim.token, headers: { cookie } })
      const readLink = async (email: string, page: string) => {
        const text = (await strictServer.emailsTo(email)).at(-1)?.text ?? ''
        return { token: new RegExp(`${page}#token=(\\S+)`).exec(text)?.[1] }
      }
      // The thief has the password, and makes a device known under both addresses.
      const early = await post('/api/auth/login/', { email: victim.email, password })
      await post('/api/account/email/', { email: stolen })
      const confirmed = await post(
        '/api/auth/confirm-email',
        await readLink(stolen, 'confirm-email'),
        early.headers.get('set-cookie')?.split(';')[0],
      )
      const first = confirmed.headers.get('set-cookie')?.split(';')[0]
      const signedIn = await post('/api/auth/login/', { email: stolen, password }, first)
      const cookie = signedIn.headers.get('set-cookie')?.split(';')[0]
      expect(cookie).toContain('=')
      const undone = await post('/api/auth/undo-email-change', await readLink(victim.email, 'undo-email-change'))
      expect(undone.status).toBe(200)
      // Ten guesses of an unknown device; a known one has a hundred.
      const guess = () => post('/api/auth/login/', { email: victim.email, password: 'Not-the-password-1' }, cookie)
      for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(401)
      expect((await guess()).status).toBe(429)
    } finally {
      await strictServer.close()
    }
  })

  it('is possible for seven days, in which nobody else gets the old address', async () => {
    const person = await signUpFarmer(server)
    const other = await signUpFarmer(server)
    await changeEmail(person, `new-${person.email}`)
    const token = await readToken(person.email, 'undo-email-change')
    const signUp = () =>
      server.request('POST /api/auth/register/farmer/', {
        body: { ...farmerRegistration(), email: person.email },
      })
    expect((await signUp()).body).toMatchObject({ status: 409, error: 'email_taken' })
    await request(other, person.email)
    expect((await newestEmail(person.email))?.subject).toBe('This email already has a Kutu account')
    server.clock.advance(7 * day)
    expect((await undo(token)).body.error).toBe('token_invalid')
    server.clock.advance(60 * minute)
    await sweepAccounts(server.app)
    expect((await signUp()).status).toBe(201)
  })

  it('holds against a sign-up that started before the change was confirmed', async () => {
    const person = await signUpFarmer(server)
    await request(person, `new-${person.email}`)
    const token = await readToken(`new-${person.email}`, 'confirm-email')
    const body = { ...farmerRegistration(), email: person.email }
    const [, signedUp] = await Promise.all([
      confirm(token),
      server.request('POST /api/auth/register/farmer/', { body }),
    ])
    expect(signedUp.body.error).toBe('email_taken')
  })
})

it('tokens of a change are stored only as hashes', async () => {
  const person = await signUpFarmer(server)
  await changeEmail(person, `new-${person.email}`)
  const token = await readToken(person.email, 'undo-email-change')
  const rows = await server.app.db.selectFrom('email_changes').selectAll().where('user_id', '=', person.id).execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
})
