import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawLeaf } from './testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from './testing/server/test-server.ts'
import {
  farmerRegistration,
  latestVerificationCode,
  password,
  signIn,
  signUpExpert,
  signUpFarmer,
  type TestUser,
} from './testing/server/test-users.ts'

let server: TestServer
let amina: TestUser
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  amina = await signUpFarmer(server)
  okello = await signUpExpert(server)
})
afterAll(() => server.close())

const leaf = async () => new Blob([new Uint8Array(await drawLeaf({ spots: true, seed: 32 }).jpeg().toBuffer())])

describe('photo calls under /api/', () => {
  it('answer like those under /analysis/', async () => {
    const image = { name: 'image', value: await leaf(), filename: 'leaf.jpg' }
    const upload = (base: string, call: string, token: string) =>
      server.request(`POST /${base}/${call}/`, { token, form: [image] })
    const checks = await Promise.all(['api', 'analysis'].map(base => upload(base, 'leaf-detection', amina.token)))
    expect(checks.map(({ status }) => status)).toEqual([200, 200])
    expect(checks[0]?.body).toEqual(checks[1]?.body)
    const diagnosis = await upload('api', 'rust-detection', amina.token)
    expect(diagnosis.status).toBe(201)
    const { id } = diagnosis.body
    const shown = await server.request('GET /analysis/rust-detection/{id}/', { token: amina.token, params: { id } })
    expect(shown.body).toMatchObject({ id, rust_class: diagnosis.body.rust_class })
    const form = [image, { name: 'label', value: 'common_rust' }]
    const example = await server.request('POST /api/upload-training-images/', { token: okello.token, form })
    expect(example).toMatchObject({ status: 201, body: { label: 'common_rust' } })
    expect((await upload('api', 'upload-training-images', amina.token)).status).toBe(403)
  })

  it('answer on the process that serves the photos', async () => {
    const analysis = await startTestServer({ role: 'analysis' })
    try {
      const { status, body } = await analysis.request('POST /api/rust-detection/', { form: [] })
      expect([status, body.error]).toEqual([401, 'unauthenticated'])
    } finally {
      await analysis.close()
    }
  })
})

it('a form-encoded sign-in is read', async () => {
  const { email } = await signUpFarmer(server)
  const body = new URLSearchParams({ email, password })
  const reply = await fetch(`${server.url}/api/auth/login/`, { method: 'POST', body })
  expect([reply.status, await reply.json()]).toMatchObject([200, { user: { email } }])
  const missing = await fetch(`${server.url}/api/auth/login/`, { method: 'POST', body: new URLSearchParams({ email }) })
  expect(await missing.json()).toMatchObject({ status: 400, errors: [{ field: 'password' }] })
})

describe('the names of the second authentication service', () => {
  it('sign a farmer up and in', async () => {
    const registration = farmerRegistration()
    expect((await server.request('POST /api/auth/sign-up', { body: registration })).status).toBe(201)
    const { token, code } = await latestVerificationCode(server, registration.email)
    const verified = await server.request('POST /api/auth/verify/email', { body: { token, verificationCode: code } })
    const { data } = verified.body
    await server.request('POST /api/auth/activate-account', {
      body: { otp: code, token: data.token, password, confirmPassword: password },
    })
    const body = { email: registration.email, password }
    const { status, body: session } = await server.request('POST /api/auth/sign-in', { body })
    expect([status, session.user.username]).toEqual([200, registration.username])
  })

  it('refresh a session with the token in the query', async () => {
    const { email } = await signUpFarmer(server)
    const { refresh } = await signIn(server, email)
    const { status, body } = await server.request('GET /api/auth/refresh-token', { query: { refresh } })
    expect(status).toBe(200)
    expect((await server.request('GET /api/auth/me', { token: body.access })).status).toBe(200)
    const missing = await server.request('GET /api/auth/refresh-token')
    expect([missing.status, missing.body.errors[0].field]).toEqual([400, 'refresh'])
  })

  it('set a new password with the token of the email', async () => {
    const { email } = await signUpFarmer(server)
    await server.request('POST /api/auth/forgot-password', { body: { email } })
    const text = (await server.emailsTo(email)).at(-1)?.text ?? ''
    const token = new URL(/https?:\/\/\S*confirm-password-reset\?\S+/.exec(text)?.[0] ?? '').searchParams.get('token')
    const newPassword = 'Chosen-2026-Leaf'
    const body = { token, new_password: newPassword, confirm_password: newPassword }
    expect((await server.request('POST /api/auth/confirm-new-password', { body })).status).toBe(200)
    await signIn(server, email, newPassword)
  })

  it.each([
    ['countries', 'GET /api/configuration/country/list'],
    ['customer-types', 'GET /api/configuration/customer-type/list'],
  ] as const)('list %s', async (name, call) => {
    const { status, body } = await server.request(call)
    expect(status).toBe(200)
    expect(body).toEqual((await server.request(`GET /api/auth/${name}`)).body)
  })

  it('are in the API document, with the refresh token of the GET in its query', async () => {
    const { paths } = (await server.request('GET /api/openapi.json')).body
    const calls = ['/api/auth/sign-in', '/api/auth/sign-up', '/api/auth/confirm-new-password', '/api/rust-detection/']
    for (const path of calls) expect(paths[path].post).toBeDefined()
    const { get } = paths['/api/auth/refresh-token']
    expect(get.parameters).toMatchObject([{ name: 'refresh', in: 'query', required: true }])
    expect(get.requestBody).toBeUndefined()
  })
})
