import { randomBytes, randomUUID } from 'node:crypto'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { contract } from '@kutu/contract/contract'
import type { Access, Endpoint } from '@kutu/contract/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { drawWall } from '../../../testing/images/synthetic-photos.ts'
import { waitUntil } from '../../../testing/processes/spawn-script.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createTestAdmin,
  expertRegistration,
  farmerRegistration,
  signIn,
  signUpApprovedExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
beforeAll(async () => {
  server = await startTestServer({ corsOrigins: ['https://union.example.org'] })
  grace = await signUpFarmer(server)
})
afterAll(() => server.close())

const login = '/api/auth/login/'
const wrongCredentials = JSON.stringify({ email: 'nobody@example.org', password: 'no' })
const post = (body: string, headers: Record<string, string>, path = login) =>
  fetch(`${server.url}${path}`, { method: 'POST', body, headers })
const postJson = (body: string, headers: Record<string, string> = {}) =>
  post(body, { 'content-type': 'application/json', ...headers })
const expectError = async (response: Response, status: number, error: string) => {
  expect(response.headers.get('content-type')).toContain('application/json')
  expect([response.status, await response.json()]).toEqual([status, { status, error, message: expect.any(String) }])
}

describe('a URL', () => {
  it('that exists lists its methods in the Allow header of a 405', async () => {
    for (const [method, path, allowed] of [
      ['GET', login, 'POST'],
      ['DELETE', '/api/auth/me', 'GET, HEAD'],
      ['PATCH', '/api/auth/change-password/', 'POST, PUT'],
      ['PUT', '/analysis/rust-detection', 'POST, GET, HEAD'],
      ['POST', '/api/health', 'GET, HEAD'],
      ['PUT', '/api/auth/sign-out', 'POST, GET'],
    ] as const) {
      const response = await fetch(`${server.url}${path}`, { method })
      expect(response.headers.get('allow')).toBe(allowed)
      await expectError(response, 405, 'method_not_allowed')
    }
  })

  it('whose GET is an alias of another method does nothing for HEAD', async () => {
    const user = await signIn(server, grace.email)
    const headers = { authorization: `Bearer ${user.token}` }
    expect((await fetch(`${server.url}/api/auth/sign-out`, { method: 'HEAD', headers })).status).toBe(405)
    expect((await server.request('GET /api/auth/me', { token: user.token })).status).toBe(200)
  })

  it('that cannot be decoded or is too long is rejected in the common error format', async () => {
    await expectError(await fetch(`${server.url}/api/%E0%A4%A`), 400, 'malformed_request')
    await expectError(await fetch(`${server.url}/files/%ff`), 400, 'malformed_request')
    await expectError(await fetch(`${server.url}/analysis/rust-detection/${'x'.repeat(2000)}/`), 404, 'not_found')
  })

  it('of the API document accepts a trailing slash', async () => {
    expect((await fetch(`${server.url}/api/openapi.json/`)).status).toBe(200)
  })
})

describe('a request', () => {
  it('that expects anything but 100-continue is rejected in the common error format', async () => {
    for (const [path, method] of [
      ['/api/health', 'GET'],
      [login, 'POST'],
      ['/nothing', 'GET'],
    ]) {
      const { port, hostname } = new URL(server.url)
      const { statusCode, headers, text } = await new Promise<{
        statusCode: number | undefined
        headers: IncomingHttpHeaders
        text: string
      }>((resolve, reject) => {
        const sent = request({ hostname, port, path, method, headers: { expect: 'x', 'accept-language': 'sw' } })
        sent.once('error', reject).once('response', async response => {
          const { statusCode, headers } = response
          resolve({ statusCode, headers, text: String(await buffer(response)) })
        })
        sent.end()
      })
      expect(headers['content-type']).toContain('application/json')
      expect([statusCode, JSON.parse(text)]).toEqual([
        417,
        { status: 417, error: 'expectation_failed', message: expect.stringContaining('Seva') },
      ])
    }
  })
})

describe('a request body', () => {
  it('of any type but JSON is rejected, unless it is empty', async () => {
    for (const type of ['text/plain', 'application/xml'])
      await expectError(await post(wrongCredentials, { 'content-type': type }), 415, 'unsupported_type')
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const formReply = await post('email=a', form, '/api/auth/forgot-password/')
    expect(await formReply.clone().json()).toMatchObject({ message: 'The format of this request is not supported.' })
    await expectError(formReply, 415, 'unsupported_type')
    const { token } = await signIn(server, grace.email)
    const empty = { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' }
    expect((await post('', empty, '/api/auth/sign-out')).status).toBe(204)
  })

  it('that is compressed is rejected immediately, photos included', async () => {
    await expectError(await postJson(wrongCredentials, { 'content-encoding': 'gzip' }), 415, 'unsupported_type')
    const { token } = await signUpFarmer(server)
    const createForm = () => [{ name: 'image', value: new Blob([randomBytes(4_000_000)]) }]
    // More than one client may have in progress if the server waited for them.
    for (let attempt = 0; attempt < 12; attempt++) {
      const headers = { 'content-encoding': 'gzip' }
      const { status } = await server.request('POST /analysis/leaf-detection/', { token, form: createForm(), headers })
      expect(status).toBe(415)
    }
    expect((await server.request('POST /analysis/leaf-detection/', { token, form: createForm() })).body.error).toBe(
      'unsupported_type',
    )
  })

  it('with an overlong multipart boundary is malformed_request', async () => {
    const type = `multipart/form-data; boundary=${'b'.repeat(3000)}`
    const headers = { 'content-type': type, authorization: `Bearer ${grace.token}` }
    await expectError(await post('--b', headers, '/analysis/leaf-detection/'), 400, 'malformed_request')
  })

  it('nested very deeply only reports missing fields, with and without an Idempotency-Key', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const nested = JSON.stringify(farmerRegistration()).replace(/}$/, `,"more":${deep}}`)
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'deep' }
    expect((await post(nested, headers, '/api/auth/register/farmer/')).status).toBe(201)
    expect((await postJson(`{"email":${deep},"password":"x"}`)).status).toBe(400)
  })

  it('with a NUL character, which PostgreSQL cannot store, is validation_failed', async () => {
    const bodies: [string, Record<string, unknown>][] = [
      [login, { email: 'a\u0000b@example.org', password: 'no' }],
      ['/api/auth/register/expert/', { ...expertRegistration(), areas_of_expertise: 'a\u0000b' }],
      ['/api/auth/register/expert/', { ...expertRegistration(), social_links: ['a\u0000b'] }],
      ['/api/auth/register/farmer/', { ...farmerRegistration(), crop_types: ['a\u0000b'] }],
    ]
    for (const [path, body] of bodies) {
      const { status, body: answer } = await server.request(`POST ${path as '/x'}`, { body })
      expect([status, answer.error]).toEqual([400, 'validation_failed'])
    }
  })
})

/** Returns the names of the properties of a body, over all variants of a union. */
function propertyNames(body: z.ZodType): string[] {
  const { properties = {}, anyOf = [], oneOf = [] } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  const variants = [...anyOf, ...oneOf].flatMap(variant => Object.keys(Object(variant).properties ?? {}))
  return [...new Set([...Object.keys(properties), ...variants])]
}

/** Every property of every request body of the contract. */
const bodyFields = Object.values(contract)
  .flatMap(feature => Object.values<Endpoint>(feature))
  .flatMap(({ method, path, access, body }) =>
    (body ? propertyNames(body) : []).map(name => ({ call: `${method} ${path}` as 'POST /x', access, name })),
  )

/** Returns somebody who may call the endpoints of each access. */
async function createCallers(adminName: string): Promise<Record<Access, TestUser | undefined>> {
  const admin = await createTestAdmin(server, adminName)
  const expert = await signUpApprovedExpert(server, admin)
  return {
    anyone: undefined,
    user: grace,
    farmer: grace,
    expert,
    'farmer or expert': grace,
    'expert or admin': expert,
    'approved expert': expert,
    'approved expert or admin': expert,
    admin,
  }
}

describe('a value of the wrong type or size', () => {
  it('causes no failure of the server in any field of any body', async () => {
    const callers = await createCallers('types')
    const failures: string[] = []
    for (const { call, access, name } of bodyFields)
      for (const value of [null, -1e300, '', 'x'.repeat(5000), [[]], { deep: [{}] }]) {
        const { status, body } = await server.request(call, {
          params: { id: randomUUID(), photo_id: '0'.repeat(32) },
          token: callers[access]?.token,
          body: { [name]: value },
        })
        const isError = status >= 400 && status < 500 && body.status === status && typeof body.error === 'string'
        if (!isError && status >= 300) failures.push(`${call} ${name} ${JSON.stringify(value).slice(0, 20)}: ${status}`)
      }
    expect(failures).toEqual([])
  })
})

describe('a text that cannot be stored', () => {
  it.each([
    ['half a character (a lone surrogate)', '\ud83c'],
    ['a NUL character', '\u0000'],
  ])('(%s) is rejected in every field of every body', async (_, character) => {
    const callers = await createCallers(`root${character.charCodeAt(0)}`)
    expect(bodyFields.length).toBeGreaterThan(80)
    for (const { call, access, name } of bodyFields) {
      const { status, body } = await server.request(call, {
        params: { id: randomUUID(), photo_id: '0'.repeat(32) },
        token: callers[access]?.token,
        body: { [name]: `leaf ${character}` },
      })
      expect([call, status, body.errors]).toEqual([call, 400, [{ field: name, message: expect.any(String) }]])
    }
  })

  it('is rejected inside lists and objects', async () => {
    const body = { ...farmerRegistration(), crop_types: ['MAIZE', '\udc00'], more: { deep: [{ text: '\ud800' }] } }
    const { status, body: answer } = await server.request('POST /api/auth/register/farmer/', { body })
    expect([status, answer.error]).toEqual([400, 'validation_failed'])
    expect(answer.errors.map(({ field }: { field: string }) => field)).toEqual(['crop_types.1', 'more.deep.0.text'])
  })

  it('is rejected quickly in a body that is nested very deeply', async () => {
    const depth = 50_000
    const texts = JSON.stringify(Array(10_000).fill('\u0000'))
    const nested = `{"more":${'['.repeat(depth)}${texts}${']'.repeat(depth)}}`
    const response = await postJson(nested)
    expect(response.status).toBe(400)
    const { errors } = (await response.json()) as { errors: { field: string }[] }
    expect(errors.map(({ field }) => field)).toEqual([`more${'.0'.repeat(7)}`])
  })

  it('does not affect characters outside the basic plane', async () => {
    const body = { ...farmerRegistration(), farm_location: 'Mbarara 🌽' }
    const { status, body: answer } = await server.request('POST /api/auth/register/farmer/', { body })
    expect([status, answer.profile.farm_location]).toEqual([201, 'Mbarara 🌽'])
  })
})

describe('bytes that are not HTTP', () => {
  const sendRaw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const { port, hostname } = new URL(server.url)
      const socket = connect(Number(port), hostname)
      let received = ''
      socket.on('data', bytes => {
        received += bytes
      })
      socket.on('close', () => resolve(received))
      socket.on('error', reject)
      socket.write(text)
    })

  it.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['an unknown method', 'FOO /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['a method that no route has', 'PROPFIND /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['no Host header', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two lengths', 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['an unknown expectation', 'GET /api/health HTTP/1.1\r\nHost: x\r\nExpect: x\r\nConnection: close\r\n\r\n'],
    ['a URL that cannot be decoded', 'GET /api/%ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['a compressed body', 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n'],
    ['a page', 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ])('and %s are answered with the same security headers as a page', async (_, text) => {
    const received = (await sendRaw(text)).toLowerCase()
    const [head = '', body = ''] = received.split('\r\n\r\n')
    expect(head).toMatch(/^http\/1\.1 4\d\d /)
    expect(JSON.parse(body)).toMatchObject({ error: expect.any(String) })
    const { headers } = await server.request('GET /api/health')
    const names = ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'referrer-policy']
    names.push('cross-origin-opener-policy', 'cross-origin-resource-policy')
    for (const name of names) expect(head).toContain(`${name}: ${headers.get(name)?.toLowerCase()}`)
    expect(head).not.toContain('x-powered-by')
  })

  it.each(['nonsense\r\n\r\n', `GET /api/health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`])(
    'are rejected in the common error format, and the connection is closed',
    async text => {
      const received = await sendRaw(text)
      expect(received).toMatch(/^HTTP\/1\.1 400 /)
      expect(JSON.parse(received.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: 'malformed_request' })
    },
  )
})

describe('a client that breaks off its upload', () => {
  const mebibyte = 1024 * 1024
  const part = '--x\r\nContent-Disposition: form-data; name="images"; filename="leaf.jpg"\r\n\r\n'
  const photos = `${part}${'x'.repeat(4 * mebibyte)}\r\n`.repeat(5)

  it.each([
    ['before the server reads it', part, '/analysis/plant-analyses/', 'multipart/form-data; boundary=x'],
    // More than fits into the buffers of the sockets.
    ['while the server reads it', photos, '/analysis/plant-analyses/', 'multipart/form-data; boundary=x'],
    ['of JSON', '{"title": "', '/api/community/posts/', 'application/json'],
  ])('(%s) leaves no warning in the log and occupies no memory', async (_, body, path, type) => {
    const lines: string[] = []
    const loggingServer = await startTestServer({ logLevel: 'info' }, { logTo: { write: line => lines.push(line) } })
    try {
      const { token } = await signUpFarmer(loggingServer)
      const { port, hostname } = new URL(loggingServer.url)
      const head = [
        `POST ${path} HTTP/1.1`,
        'Host: x',
        `Authorization: Bearer ${token}`,
        `Content-Type: ${type}`,
        `Content-Length: ${type === 'application/json' ? 1000 : 30 * mebibyte}`,
      ]
      const countBrokenOff = () => lines.filter(line => line.includes('broke off')).length
      for (const attempt of [1, 2, 3]) {
        const socket = connect(Number(port), hostname)
        socket.write(`${head.join('\r\n')}\r\n\r\n`)
        socket.write(body, () => socket.destroy())
        await waitUntil(() => countBrokenOff() === attempt)
      }
      expect(lines.map(line => JSON.parse(line)).filter(({ level }) => level > 30)).toEqual([])
      const form = [{ name: 'image', value: new Blob([await drawWall().jpeg().toBuffer()]) }]
      expect((await loggingServer.request('POST /analysis/leaf-detection/', { token, form })).status).toBe(200)
    } finally {
      await loggingServer.close()
    }
  })
})

describe('a client that goes on sending after it was refused', () => {
  /** Sends this many bytes on a connection that the reply ends, and returns what came back and how the connection ended. */
  function upload(length: number) {
    const { port, hostname } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    const type = 'multipart/form-data; boundary=x'
    const head = ['POST /analysis/plant-analyses/ HTTP/1.1', 'Host: x', 'Connection: close', `Content-Type: ${type}`]
    socket.write(`${head.join('\r\n')}\r\nContent-Length: ${length}\r\n\r\n`)
    socket.end(Buffer.alloc(length))
    return new Promise<{ received: string; error: Error | undefined }>(resolve => {
      let received = ''
      let error: Error | undefined
      socket.on('data', bytes => {
        received += bytes
      })
      socket.once('error', each => {
        error = each
      })
      socket.once('close', () => resolve({ received, error }))
    })
  }

  it('gets its reply, and the connection is not reset', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => upload(35_000_000)))
    for (const { received, error } of replies)
      expect([received.split('\r\n')[0], error]).toEqual(['HTTP/1.1 401 Unauthorized', undefined])
  })

  it('gets the reply to its next request on the same connection', async () => {
    const { port, hostname } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    const photo = '--x\r\nContent-Disposition: form-data; name="images"; filename="leaf.jpg"\r\n\r\n'.padEnd(6_000_000)
    const body = `${photo}\r\n${photo}\r\n--x--\r\n`
    const type = 'multipart/form-data; boundary=x'
    const headers = [`Authorization: Bearer ${grace.token}`, `Content-Type: ${type}`, `Content-Length: ${body.length}`]
    socket.write(`POST /analysis/plant-analyses/ HTTP/1.1\r\nHost: x\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
    socket.end('GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    const received = String(await buffer(socket))
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
  })

  it('is cut off at the size of the largest upload', async () => {
    expect((await upload(200_000_000)).error).toMatchObject({ syscall: expect.any(String) })
  })
})

describe('a client that uploads photos very slowly', () => {
  const mebibyte = 1024 * 1024

  /** Starts an upload of this length and returns the status line sent before its end. */
  function beginUpload(path: string, length: number) {
    const { port, hostname } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    const statusLine = new Promise<string>((resolve, reject) => {
      socket.once('data', bytes => resolve(String(bytes).slice(0, 'HTTP/1.1 503'.length)))
      socket.once('error', reject)
    })
    const type = 'multipart/form-data; boundary=x'
    const headers = [`Authorization: Bearer ${grace.token}`, `Content-Type: ${type}`, `Content-Length: ${length}`]
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${headers.join('\r\n')}\r\n\r\n--x\r\n`)
    return { statusLine, socket }
  }

  it('cannot occupy all upload memory: photos of other clients are still accepted', async () => {
    const hannah = await signUpFarmer(server)
    const uploads = [
      ...Array.from({ length: 5 }, () => beginUpload('/analysis/plant-analyses/', 35 * mebibyte)),
      ...Array.from({ length: 5 }, () => beginUpload('/analysis/rust-detection/', 10 * mebibyte)),
    ]
    try {
      // Independent of their order, at most four fit.
      const rejected: string[] = []
      await new Promise<void>((resolve, reject) => {
        for (const { statusLine } of uploads)
          statusLine.then(answer => rejected.push(answer) === 6 && resolve()).catch(reject)
      })
      expect(rejected).toEqual(Array.from({ length: 6 }, () => 'HTTP/1.1 503'))
      const form = [{ name: 'image', value: new Blob([await drawWall().jpeg().toBuffer()]) }]
      const { status, body } = await server.request('POST /analysis/leaf-detection/', { token: hannah.token, form })
      expect([status, body.is_leaf]).toEqual([200, false])
    } finally {
      for (const { socket } of uploads) socket.destroy()
    }
  })
})

describe('a client on another origin', () => {
  const preflight = (method: string, origin = 'https://union.example.org') =>
    fetch(`${server.url}/api/auth/change-password`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization, content-type, idempotency-key',
      },
    })

  it('that is allowed may use every method and header of the API', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await preflight(method)
      expect(status).toBe(204)
      expect(headers.get('access-control-allow-origin')).toBe('https://union.example.org')
      expect(headers.get('access-control-allow-methods')).toContain(method)
      for (const name of ['authorization', 'content-type', 'idempotency-key'])
        expect(headers.get('access-control-allow-headers')).toContain(name)
    }
  })

  it('that is not allowed gets no CORS headers', async () => {
    expect((await preflight('PUT', 'https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
  })

  it('can read error replies as well', async () => {
    const response = await postJson(wrongCredentials, { origin: 'https://union.example.org' })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
      401,
      'https://union.example.org',
    ])
  })
})

describe('a list', () => {
  const listAnalyses = (query: string) =>
    server.request(`GET /analysis/rust-detection/?${query}`, { token: grace.token })

  it('treats an empty parameter as absent, and limits too large a page size', async () => {
    for (const query of ['page=&page_size=', 'rust_class=', 'page_size=201', 'page_size=100000', 'page=1000000000'])
      expect((await listAnalyses(query)).status).toBe(200)
    for (const query of ['page=0', 'page=-1', 'page=1.5', 'page=x', 'page_size=0', 'page=1&page=2', 'rust_class=x'])
      expect((await listAnalyses(query)).body).toMatchObject({ status: 400, error: 'validation_failed' })
  })

  it('links to its next page at the requested origin', async () => {
    const { token } = await createTestAdmin(server, 'root')
    const { body } = await server.request('GET /api/admin/audit/', { token, query: { page_size: 1 } })
    expect(new URL(body.next).origin).toBe(server.url)
    expect((await fetch(body.next, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  })
})
