// Attacks that concern every endpoint alike. docs/security.md names the requirements that they prove.
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { contract } from '@kutu/contract/contract'
import { commonErrors, type Endpoint, errorCodes } from '@kutu/contract/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './testing/server/test-server.ts'
import {
  createTestAdmin,
  farmerRegistration,
  signUpApprovedExpert,
  signUpFarmer,
  type TestUser,
} from './testing/server/test-users.ts'

let server: TestServer
let admin: TestUser
let expert: TestUser
let farmer: TestUser
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://kutu.example.org' })
  admin = await createTestAdmin(server)
  expert = await signUpApprovedExpert(server, admin)
  farmer = await signUpFarmer(server)
})
afterAll(() => server.close())

const endpoints = Object.values(contract).flatMap(feature => Object.values<Endpoint>(feature))

function tokenFor({ access }: Endpoint): string | undefined {
  if (access === 'anyone') return undefined
  if (access === 'admin') return admin.token
  return access.includes('expert') ? expert.token : farmer.token
}

describe('connections without an address', () => {
  it.each([
    ['reset with their request', 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n', true],
    [
      'whose body is malformed in the packet of its header',
      'POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;a\nb\r\nx\r\n0\r\n\r\n',
      false,
    ],
  ])('(%s) leave no error in the log and count no failed reply', async (_, bytes, isReset) => {
    const lines: string[] = []
    const ownServer = await startTestServer({ logLevel: 'info' }, { logTo: { write: line => void lines.push(line) } })
    try {
      const { port, hostname } = new URL(ownServer.url)
      for (let attempt = 0; attempt < 100; attempt++) {
        const socket = connect(Number(port), hostname)
        await new Promise(resolve => socket.once('connect', resolve))
        const closed = new Promise(resolve => socket.once('close', resolve))
        socket.on('error', () => undefined).resume()
        socket.write(bytes, () => isReset && socket.resetAndDestroy())
        await closed
      }
      expect((await ownServer.request('GET /api/health')).status).toBe(200)
      const entries = lines.map(line => JSON.parse(line))
      expect(entries.filter(({ level }) => level >= 40)).toEqual([])
      expect(entries.filter(({ status }) => status >= 500)).toEqual([])
    } finally {
      await ownServer.close()
    }
  })
})

/** Sends bytes over a connection of their own and returns everything that comes back until it closes. */
const sendRaw = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    const { port, hostname } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    let received = ''
    socket.on('data', bytes => {
      received += bytes
    })
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
    socket.write(bytes)
  })

/** Sends a GET with a body, which fetch refuses to do. */
const sendWithBody = (path: string, headers: Record<string, string>) =>
  new Promise<{ status: number; body: { error?: string } }>((resolve, reject) => {
    const sent = request(new URL(path, server.url), { method: 'GET', headers: { ...headers, 'content-length': '3' } })
    sent.once('error', reject).once('response', async response => {
      const received = await text(response)
      const isJson = response.headers['content-type']?.includes('json') ?? false
      resolve({ status: response.statusCode ?? 0, body: isJson ? JSON.parse(received) : {} })
    })
    sent.end('<x>')
  })

describe('an attacker', () => {
  const sqlPayloads = [
    "' or '1'='1",
    "'; drop table users; --",
    '1) union select null, password_hash from users --',
    "\\'; select pg_sleep(5); --",
    '%_\\',
    '$1 :name ? {{7*7}} #{7*7}',
  ]

  it('cannot inject SQL through any parameter of any GET call', async () => {
    const calls = endpoints.filter(({ method, query, isEventStream }) => method === 'GET' && query && !isEventStream)
    const parameters = calls.flatMap(call =>
      Object.keys(call.query?.shape ?? {}).flatMap(name => sqlPayloads.map(value => ({ call, name, value }))),
    )
    expect(parameters.length).toBeGreaterThan(100)
    const problems: string[] = []
    for (const { call, name, value } of parameters) {
      const path = call.path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
      const { status } = await server.request(`GET ${path as '/x'}`, {
        token: tokenFor(call),
        query: { [name]: value },
      })
      if (![200, 400, 404].includes(status)) problems.push(`${call.path} ${name}=${value}: ${status}`)
    }
    expect(problems).toEqual([])
    expect((await server.request('GET /api/auth/me', { token: farmer.token })).status).toBe(200)
  })

  it('gets no rows for a search that would match all as SQL or as a pattern', async () => {
    await server.request('POST /api/community/posts/', {
      token: farmer.token,
      body: {
        title: 'Brown spots',
        content: 'On every leaf.',
        crop_type: 'MAIZE',
        disease_type: 'none',
        urgency_level: 'low',
      },
    })
    for (const search of ["' or '1'='1", '%', '_____']) {
      const { body } = await server.request('GET /api/community/posts/all/', { token: expert.token, query: { search } })
      expect(body.results, search).toEqual([])
    }
  })

  it('gains no role, approval or points by fields that a call does not have', async () => {
    const stolen = {
      role: 'admin',
      is_approved: true,
      points: 900,
      id: admin.id,
      email_verified_at: '2020-01-01',
      password_hash: 'x',
    }
    const registered = await server.request('POST /api/auth/register/farmer/', {
      body: { ...farmerRegistration('mallory'), ...stolen },
    })
    expect(registered.status).toBe(201)
    expect(registered.body.user).toMatchObject({ role: 'farmer', points: 0 })
    expect(registered.body.user.id).not.toBe(admin.id)
    await server.request('PUT /api/me/preferences', { token: farmer.token, body: { language: 'sw', ...stolen } })
    const { body } = await server.request('GET /api/auth/me', { token: farmer.token })
    expect(body).toMatchObject({ id: farmer.id, role: 'farmer', points: 0 })
    expect((await server.request('GET /api/admin/users/', { token: farmer.token })).status).toBe(403)
  })

  it('cannot pollute prototypes', async () => {
    for (const body of ['{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"role":"admin"}}}']) {
      const response = await fetch(`${server.url}/api/auth/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect(response.status).toBe(400)
    }
    expect(({} as { role?: string }).role).toBeUndefined()
    expect((await server.request('GET /api/admin/users/', { token: farmer.token })).status).toBe(403)
  })

  it('gets no undeclared error for a GET with a body of any type', async () => {
    const calls = endpoints.filter(({ method, isEventStream }) => method === 'GET' && !isEventStream)
    const undeclared: string[] = []
    for (const endpoint of calls)
      for (const headers of [
        { 'content-type': 'application/xml' },
        { 'content-type': 'multipart/form-data; boundary=x' },
        { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      ]) {
        const path = endpoint.path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
        const token = tokenFor(endpoint)
        const { status, body } = await sendWithBody(path, {
          ...headers,
          ...(token && { authorization: `Bearer ${token}` }),
        })
        const declared: readonly string[] = [...commonErrors, ...errorCodes(endpoint)]
        if (status >= 400 && !declared.includes(body.error ?? ''))
          undeclared.push(`${endpoint.path} ${status} ${body.error}`)
      }
    expect(undeclared).toEqual([])
  })

  it('gets 400 for a parameter that is given twice', async () => {
    const url = `${server.url}/api/notifications/?page=1&page=2`
    expect((await fetch(url, { headers: { authorization: `Bearer ${farmer.token}` } })).status).toBe(400)
  })

  it('cannot use a token as a cookie, in the address or in a form, as another site could send it', async () => {
    const { token } = farmer
    const responses = await Promise.all([
      fetch(`${server.url}/api/auth/me?access=${token}&token=${token}&access_token=${token}`),
      fetch(`${server.url}/api/auth/me`, {
        headers: { cookie: `access=${token}; accessToken=${token}; token=${token}` },
      }),
      fetch(`${server.url}/api/auth/me`, { headers: { authorization: token } }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401])
    const form = new URLSearchParams({ access: token, title: 'Rust' })
    expect((await fetch(`${server.url}/api/community/posts/`, { method: 'POST', body: form })).status).toBe(415)
  })

  it.each([
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello'],
    [
      'a length and chunks',
      'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/health HTTP/1.1\r\n\r\n',
    ],
    ['an obscured encoding', 'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n'],
    ['an unknown encoding', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ])('cannot smuggle a request behind another with %s', async (_, rest) => {
    const received = await sendRaw(
      `POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${rest}`,
    )
    expect(received.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 400'])
  })

  it('cannot have a request traced', async () => {
    const received = await sendRaw(
      'TRACE /api/health HTTP/1.1\r\nHost: x\r\nX-Secret: hidden\r\nConnection: close\r\n\r\n',
    )
    expect(received).toMatch(/^HTTP\/1\.1 40[045]/)
    expect(received).not.toContain('hidden')
  })

  it('cannot change or delete an audit entry, even with the SQL of the server', async () => {
    const { db } = server.app
    const entries = () => db.selectFrom('audit_log').selectAll().orderBy('id').execute()
    const before = await entries()
    expect(before.length).toBeGreaterThan(0)
    await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow()
    await expect(db.updateTable('audit_log').set({ action: 'session.opened' }).execute()).rejects.toThrow()
    expect(await entries()).toEqual(before)
  })

  it('learns nothing about software or stack from a reply', async () => {
    const replies = await Promise.all([
      fetch(`${server.url}/api/health`),
      fetch(`${server.url}/api/nothing`),
      fetch(`${server.url}/api/auth/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{',
      }),
    ])
    for (const reply of replies) {
      expect([reply.headers.get('server'), reply.headers.get('x-powered-by')]).toEqual([null, null])
      expect(await reply.text()).not.toMatch(/node_modules|\.ts\b|\.js\b|at .*:\d+:\d+/)
    }
  })
})

describe('every kind of reply over HTTPS', () => {
  it('has the headers that protect a browser, and its real type', async () => {
    const headers = { authorization: `Bearer ${farmer.token}` }
    const replies = await Promise.all([
      fetch(`${server.url}/api/health`),
      fetch(`${server.url}/api/auth/me`, { headers }),
      fetch(`${server.url}/api/auth/me`),
      fetch(`${server.url}/api/nothing`),
      fetch(`${server.url}/analysis/history/`, { headers }),
      fetch(`${server.url}/files/photos/00/none.jpg`),
    ])
    for (const { url, headers: sent } of replies) {
      const find = (name: string) => sent.get(name) ?? ''
      expect(find('strict-transport-security'), url).toMatch(/^max-age=31536000; includeSubDomains/)
      expect(find('x-content-type-options'), url).toBe('nosniff')
      expect(find('content-security-policy'), url).toMatch(/object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/)
      expect(find('referrer-policy'), url).toBe('no-referrer')
      expect(find('content-type'), url).toBe('application/json; charset=utf-8')
    }
  })

  it('is stored by no cache on the way', async () => {
    const calls = endpoints.filter(({ method, params, isEventStream }) => method === 'GET' && !params && !isEventStream)
    expect(calls.length).toBeGreaterThan(20)
    const missing: string[] = []
    for (const call of calls) {
      const { headers, status } = await server.request(`GET ${call.path as '/x'}`, { token: tokenFor(call) })
      // Signing out is a GET as well, so others are refused afterwards; their replies must not be stored either.
      if (!headers.get('cache-control')?.includes('no-store')) missing.push(`${call.path} ${status}`)
    }
    expect(missing).toEqual([])
  })
})
