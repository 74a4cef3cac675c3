import { contract } from '@kutu/contract/contract'
import type { Endpoint } from '@kutu/contract/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestApp } from '../../../testing/server/test-second-factor.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, password, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { createAdmin } from '../users/create-admin.ts'

const newPassword = 'Chosen-2026-Leaf'
const generated = 'q8Zt-Generated-26'
const day = 24 * 3600_000
const unknownId = '00000000-0000-4000-8000-000000000000'
const endpoints = Object.values(contract).flatMap(feature => Object.values<Endpoint>(feature))

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminSecondFactor: 'required' })
})
afterAll(() => server.close())

/** Calls an endpoint without input and returns the error code, if any. */
async function probe({ method, path }: Endpoint, token: string): Promise<string | undefined> {
  const url = path.replaceAll(/\{\w+\}/g, unknownId)
  const hasBody = method === 'POST' || method === 'PUT'
  const { body } = await server.request(`${method} ${url as '/x'}`, { token, ...(hasBody && { body: {} }) })
  return body?.error
}
const login = (email: string, secret: string) =>
  server.request('POST /api/auth/login/', { body: { email, password: secret } })

describe('an admin without a second factor, where one is required', () => {
  it('signs in, but every call for admins is refused until one is set up', async () => {
    const admin = await createTestAdmin(server, 'new-admin')
    const me = () => server.request('GET /api/auth/me', { token: admin.token })
    expect((await me()).body).toMatchObject({ role: 'admin', required_step: 'set_up_second_factor' })
    const adminEndpoints = endpoints.filter(({ access }) => access === 'admin')
    expect(adminEndpoints.length).toBeGreaterThan(8)
    const refused = await Promise.all(adminEndpoints.map(endpoint => probe(endpoint, admin.token)))
    expect(new Set(refused)).toEqual(new Set(['second_factor_setup_required']))
    await addTestApp(server, admin)
    expect((await me()).body.required_step).toBeNull()
    expect((await server.request('GET /api/admin/users/', { token: admin.token })).status).toBe(200)
  })

  it('may not act as an admin again once the last factor is removed', async () => {
    const admin = await createTestAdmin(server, 'careless-admin')
    const { app } = await addTestApp(server, admin)
    await server.request('POST /api/account/second-factors/{id}/remove/', {
      token: admin.token,
      params: { id: app.id },
      body: { password },
    })
    const refused = await server.request('GET /api/admin/users/', { token: admin.token })
    expect(refused).toMatchObject({ status: 403, body: { error: 'second_factor_setup_required' } })
  })

  it('is no rule for farmers, nor where the second factor is optional', async () => {
    const farmer = await signUpFarmer(server)
    const { body } = await server.request('GET /api/auth/me', { token: farmer.token })
    expect(body.required_step).toBeNull()
    const optional = await startTestServer({ adminSecondFactor: 'optional' })
    try {
      const admin = await createTestAdmin(optional)
      expect((await optional.request('GET /api/admin/users/', { token: admin.token })).status).toBe(200)
    } finally {
      await optional.close()
    }
  })
})

describe('a generated password', () => {
  let count = 0
  async function createAdminWithGeneratedPassword(): Promise<TestUser> {
    const username = `generated${++count}`
    const email = `${username}@example.org`
    const { id } = await createAdmin(server.app, { email, username, password: generated, isPasswordGenerated: true })
    const { status, body } = await login(email, generated)
    expect(status).toBe(200)
    expect(body.user.required_step).toBe('change_password')
    return { id, email, username, token: body.access, refresh: body.refresh }
  }
  const change = ({ token }: TestUser, next: string) =>
    server.request('POST /api/auth/change-password', {
      token,
      body: { oldPassword: generated, newPassword: next, confirmPassword: next },
    })

  it('must be changed before any other call than the own user record and sign-out', async () => {
    const admin = await createAdminWithGeneratedPassword()
    const open = ['POST /api/auth/sign-out', 'POST /api/auth/change-password', 'GET /api/auth/me']
    const withSession = endpoints.filter(({ access }) => access !== 'anyone')
    const allowed = withSession.filter(endpoint => endpoint.isAllowedBeforePasswordChange)
    expect(allowed.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(open.toSorted())
    const closed = withSession.filter(endpoint => !endpoint.isAllowedBeforePasswordChange)
    expect(closed.length).toBeGreaterThan(70)
    const errors = await Promise.all(closed.map(endpoint => probe(endpoint, admin.token)))
    expect(new Set(errors)).toEqual(new Set(['password_change_required']))
    expect((await server.request('GET /api/auth/me', { token: admin.token })).status).toBe(200)
    const changed = await change(admin, newPassword)
    expect(changed.status).toBe(200)
    const { body } = await server.request('GET /api/auth/me', { token: changed.body.access })
    expect(body.required_step).toBe('set_up_second_factor')
    expect((await login(admin.email, newPassword)).status).toBe(200)
  })

  it('cannot be kept', async () => {
    const admin = await createAdminWithGeneratedPassword()
    const refused = await change(admin, generated)
    expect(refused).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field: 'newPassword' }] },
    })
    expect((await server.request('GET /api/auth/me', { token: admin.token })).body.required_step).toBe(
      'change_password',
    )
  })

  it('expires after a week; a reset link then sets a new one', async () => {
    const admin = await createAdminWithGeneratedPassword()
    server.clock.advance(7 * day)
    const refused = await login(admin.email, generated)
    expect(refused).toMatchObject({ status: 403, body: { error: 'initial_password_expired' } })
    expect((await login(admin.email, 'Wrong-2026-Leaf')).body.error).toBe('invalid_credentials')
    await server.request('POST /api/auth/forgot-password/', { body: { email: admin.email } })
    const text = (await server.emailsTo(admin.email)).at(-1)?.text ?? ''
    const token = new URL(/https?:\/\/\S*confirm-password-reset\?\S+/.exec(text)?.[0] ?? '').searchParams.get('token')
    const body = { token, new_password: newPassword, confirm_password: newPassword }
    expect((await server.request('POST /api/auth/reset-password/', { body })).status).toBe(200)
    expect((await login(admin.email, newPassword)).body.user.required_step).toBe('set_up_second_factor')
  })
})
