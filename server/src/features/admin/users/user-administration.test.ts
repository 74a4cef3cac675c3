import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  admin = await createTestAdmin(server)
})
afterAll(() => server.close())

const listUsers = (query: Record<string, string | number> = {}, token = admin.token) =>
  server.request('GET /api/admin/users/', { token, query })
const changeUser = (id: string, body: object, token = admin.token) =>
  server.request('PUT /api/admin/users/{id}/', { token, params: { id }, body })
const deactivate = (id: string, token?: string) => changeUser(id, { action: 'deactivate' }, token)
const login = (email: string) => server.request('POST /api/auth/login/', { body: { email, password } })
const usernames = (response: { body: { results: { username: string }[] } }) =>
  response.body.results.map(({ username }) => username)
const listAdminActions = async (id: string) => {
  const { body } = await server.request('GET /api/admin/audit/', { token: admin.token, query: { subject_id: id } })
  return body.results.filter(({ actor }: { actor: { id: string } | null }) => actor?.id === admin.id)
}

describe('the list of users', () => {
  it('shows everybody with their state, newest first, and nothing secret', async () => {
    server.clock.advance(1000)
    await server.request('POST /api/auth/register/farmer/', { body: farmerRegistration('not_yet') })
    server.clock.advance(1000)
    const okello = await signUpFarmer(server, 'okello_list')
    const { status, body } = await listUsers({ page_size: 2 })
    expect(status).toBe(200)
    expect(body.results[0]).toEqual({
      id: okello.id,
      username: 'okello_list',
      email: 'okello_list@example.org',
      phone_number: '+256772123456',
      role: 'farmer',
      state: 'active',
      created_at: expect.any(String),
      deactivated_at: null,
      leaves_at: null,
      second_factors: 0,
      country: null,
    })
    expect(body.results[1]).toMatchObject({ username: 'not_yet', state: 'not_activated' })
    expect(body.count).toBe(3)
    expect(new URL(body.next).searchParams.get('page')).toBe('2')
  })

  it('is ordered by name or by age, in both directions', async () => {
    await signUpExpert(server, 'aaron')
    expect(usernames(await listUsers({ ordering: 'username' })).at(0)).toBe('aaron')
    expect(usernames(await listUsers({ ordering: '-username' })).at(-1)).toBe('aaron')
    expect(usernames(await listUsers({ ordering: 'created_at' })).at(0)).toBe('admin')
    expect((await listUsers({ ordering: 'password_hash' })).status).toBe(400)
  })

  it('finds users by part of the name, email or phone number, and by role', async () => {
    expect(usernames(await listUsers({ search: 'OKELLO_L' }))).toEqual(['okello_list'])
    expect(usernames(await listUsers({ search: 'okello%l' }))).toEqual([])
    expect(usernames(await listUsers({ search: 'aaron@', by: 'email' }))).toEqual(['aaron'])
    expect(usernames(await listUsers({ search: '0712 345', by: 'phone_number' }))).toEqual(['aaron'])
    expect(usernames(await listUsers({ search: 'aaron', by: 'phone_number' }))).toEqual([])
    const experts = await listUsers({ role: 'expert' })
    expect(usernames(experts)).toEqual(['aaron'])
    expect(experts.body.count).toBe(1)
    expect((await listUsers({ role: 'admin', search: 'okello' })).body).toMatchObject({ count: 0, results: [] })
  })

  it('is filtered by state', async () => {
    const closed = await signUpFarmer(server, 'closed_list')
    await deactivate(closed.id)
    await signUpExpert(server, 'wait_list')
    const named = async (state: string) => usernames(await listUsers({ state, search: '_list' }))
    expect(await named('active')).toEqual(['okello_list'])
    expect(await named('deactivated')).toEqual(['closed_list'])
    expect(await named('waiting')).toEqual(['wait_list'])
    const waiting = (await listUsers({ state: 'waiting' })).body
    expect(waiting.count).toBe(waiting.results.length)
    expect(waiting.results).toContainEqual(expect.objectContaining({ username: 'not_yet', state: 'not_activated' }))
    expect(waiting.results).toContainEqual(expect.objectContaining({ username: 'aaron', state: 'awaiting_approval' }))
    expect((await listUsers({ state: 'asleep' })).status).toBe(400)
  })

  it('is filtered by the district of a farm, or one that an expert serves', async () => {
    const farmer = await signUpFarmer(server)
    await server.app.db
      .updateTable('farmer_profiles')
      .set({ district: 'UG-mbale' })
      .where('user_id', '=', farmer.id)
      .execute()
    const expert = await signUpExpert(server)
    await server.request('PUT /api/account/districts-served/', {
      token: expert.token,
      body: { districts: ['UG-mbale', 'KE-nakuru'] },
    })
    expect(usernames(await listUsers({ district: 'UG-mbale' })).sort()).toEqual(
      [farmer.username, expert.username].sort(),
    )
    expect((await listUsers({ district: 'UG-mbale', role: 'farmer' })).body.count).toBe(1)
    expect((await listUsers({ district: 'UG-nowhere' })).body.results).toEqual([])
  })

  it('is for admins only', async () => {
    const person = await signUpFarmer(server)
    expect((await listUsers({}, person.token)).body.error).toBe('forbidden')
    expect((await deactivate(admin.id, person.token)).body.error).toBe('forbidden')
  })
})

describe('a deactivated account', () => {
  it('is signed out everywhere immediately and cannot come back in any way', async () => {
    const person = await signUpFarmer(server)
    const elsewhere = await signIn(server, person.email)
    const { status, body } = await changeUser(person.id, { action: 'deactivate', reason: 'Sold seed on the board' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: person.id, state: 'deactivated', deactivated_at: expect.any(String) })
    for (const { token } of [person, elsewhere])
      expect((await server.request('GET /api/auth/me', { token })).body.error).toBe('unauthenticated')
    const refreshed = await server.request('POST /api/auth/refresh-token', { body: { refresh: person.refresh } })
    expect(refreshed.body.error).toBe('unauthenticated')
    expect((await login(person.email)).body).toMatchObject({ status: 403, error: 'account_deactivated' })
    expect((await listAdminActions(person.id))[0]).toMatchObject({
      action: 'user.deactivated',
      before: { active: true },
      after: { active: false, reason: 'Sold seed on the board' },
    })
  })

  it('is open again after reactivation, with new sessions only', async () => {
    const person = await signUpFarmer(server)
    await deactivate(person.id)
    expect((await changeUser(person.id, { action: 'reactivate' })).body).toMatchObject({ state: 'active' })
    expect((await server.request('GET /api/auth/me', { token: person.token })).status).toBe(401)
    expect((await login(person.email)).status).toBe(200)
    expect((await listAdminActions(person.id)).map(({ action }: { action: string }) => action)).toEqual([
      'user.reactivated',
      'user.deactivated',
    ])
  })

  it('is deactivated once by concurrent admins, and an active account cannot be reactivated', async () => {
    const person = await signUpFarmer(server)
    const responses = await Promise.all(Array.from({ length: 6 }, () => deactivate(person.id)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await listAdminActions(person.id)).toHaveLength(1)
    expect((await changeUser(admin.id, { action: 'reactivate' })).body.error).toBe('already_decided')
  })
})

describe('an admin', () => {
  it('cannot deactivate their own account', async () => {
    expect((await deactivate(admin.id)).body).toMatchObject({ status: 409, error: 'own_account' })
    expect((await server.request('GET /api/auth/me', { token: admin.token })).status).toBe(200)
  })

  it('stays if it is the last one, even if two deactivate each other concurrently or SQL tries', async () => {
    const strict = await startTestServer()
    const [one, two] = [await createTestAdmin(strict, 'one'), await createTestAdmin(strict, 'two')]
    const deactivateAs = (token: string, id: string) =>
      strict.request('PUT /api/admin/users/{id}/', { token, params: { id }, body: { action: 'deactivate' } })
    const responses = await Promise.all([deactivateAs(one.token, two.id), deactivateAs(two.token, one.id)])
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const last = responses[0]?.status === 200 ? one : two
    const deactivateAllAdmins = strict.app.db
      .updateTable('users')
      .set({ deactivated_at: new Date() })
      .where('role', '=', 'admin')
    await expect(deactivateAllAdmins.execute()).rejects.toMatchObject({ constraint: 'users_keep_an_admin' })
    await expect(
      strict.app.db.updateTable('users').set({ role: 'farmer' }).where('id', '=', last.id).execute(),
    ).rejects.toMatchObject({ constraint: 'users_keep_an_admin' })
    expect((await strict.request('GET /api/auth/me', { token: last.token })).status).toBe(200)
    await strict.close()
  })

  it('may deactivate another admin while one remains', async () => {
    const deputy = await createTestAdmin(server, 'deputy')
    expect((await deactivate(deputy.id)).status).toBe(200)
    expect((await deactivate(admin.id, deputy.token)).body.error).toBe('unauthenticated')
  })

  it('sends a reset link, and the old password works until it is used', async () => {
    const person = await signUpFarmer(server)
    expect((await changeUser(person.id, { action: 'reset_password' })).body).toMatchObject({ state: 'active' })
    const sentEmail = (await server.emailsTo(person.email)).at(-1)
    const link = /https?:\/\/\S*confirm-password-reset\?\S+/.exec(sentEmail?.text ?? '')?.[0]
    expect((await login(person.email)).status).toBe(200)
    const token = new URL(link ?? '').searchParams.get('token')
    const reset = { token, new_password: 'Another-leaf-7', confirm_password: 'Another-leaf-7' }
    expect((await server.request('POST /api/auth/reset-password/', { body: reset })).status).toBe(200)
    expect((await login(person.email)).body.error).toBe('invalid_credentials')
    expect((await listAdminActions(person.id))[0]).toMatchObject({ action: 'user.reset_started' })
  })

  it('gets a success only if an email is sent: three in 15 minutes, then the time to wait', async () => {
    const active = await signUpFarmer(server)
    const waiting = farmerRegistration('no_letter')
    const { body } = await server.request('POST /api/auth/register/farmer/', { body: waiting })
    for (const { id, email } of [active, body.user as { id: string; email: string }]) {
      const responses = []
      for (let time = 0; time < 5; time += 1) {
        const before = (await server.emailsTo(email)).length
        const response = await changeUser(id, { action: 'reset_password' })
        expect((await server.emailsTo(email)).length - before).toBe(response.status === 200 ? 1 : 0)
        responses.push(response)
      }
      expect(responses.at(-1)?.body).toMatchObject({ status: 429, error: 'too_many_requests' })
      expect(Number(responses.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
      const started = (await listAdminActions(id)).filter(
        ({ action }: { action: string }) => action === 'user.reset_started',
      )
      expect(started).toHaveLength(responses.filter(({ status }) => status === 200).length)
      expect(started).toHaveLength(3)
    }
  })

  it('gets an error for a deactivated account and for an unknown id', async () => {
    const person = await signUpFarmer(server)
    await deactivate(person.id)
    expect((await changeUser(person.id, { action: 'reset_password' })).body.error).toBe('user_deactivated')
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x'])
      expect((await deactivate(id)).body).toMatchObject({ status: 404, error: 'not_found' })
    expect((await changeUser(person.id, { action: 'delete' })).status).toBe(400)
  })
})

it('an admin changes the country in which an expert decides, with the reason in the audit log', async () => {
  const [expert, farmer] = [await signUpExpert(server), await signUpFarmer(server)]
  const change = { action: 'set_country', country: 'KE', reason: 'Moved to Nakuru' }
  expect((await changeUser(expert.id, change)).body).toMatchObject({ country: 'KE' })
  expect((await changeUser(expert.id, { ...change, country: 'TZ' })).body).toMatchObject({ country: 'TZ' })
  expect((await changeUser(expert.id, { action: 'set_country' })).status).toBe(400)
  expect((await changeUser(farmer.id, change)).status).toBe(404)
  expect((await changeUser(expert.id, change, expert.token)).status).toBe(403)
  expect(await listAdminActions(expert.id)).toMatchObject([
    { action: 'expert.country_set', before: { country: 'KE' }, after: { country: 'TZ', reason: 'Moved to Nakuru' } },
    { action: 'expert.country_set', before: { country: null }, after: { country: 'KE' } },
  ])
})
