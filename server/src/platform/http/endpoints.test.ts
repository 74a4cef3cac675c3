import { accounts } from '@kutu/contract/accounts/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { farmerRegistration, signUpFarmer, type TestUser } from '../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
beforeAll(async () => {
  server = await startTestServer({ corsOrigins: ['https://union.example.org'] })
  grace = await signUpFarmer(server)
})
afterAll(() => server.close())

describe('every reply', () => {
  it('works with and without the trailing slash, without a redirect', async () => {
    for (const path of ['/api/auth/me', '/api/auth/me/']) {
      const { status } = await server.request(`GET ${path as '/x'}`, { token: grace.token })
      expect(status).toBe(200)
    }
  })

  it('is a 404 in the common error format for an unknown path', async () => {
    const { status, body } = await server.request('GET /api/nothing/here')
    expect(status).toBe(404)
    expect(body).toEqual({ status: 404, error: 'not_found', message: expect.any(String) })
  })

  it('names every invalid field, in the requested language', async () => {
    const options = { body: { email: 'no', farm_size: -1 } }
    const english = await server.request('POST /api/auth/register/farmer/', options)
    expect(english.status).toBe(400)
    const fields = english.body.errors.map(({ field }: { field: string }) => field)
    expect(fields).toEqual(expect.arrayContaining(['email', 'username', 'password', 'farm_size', 'farm_location']))
    const swahili = await server.request('POST /api/auth/register/farmer/', {
      ...options,
      headers: { 'accept-language': 'sw-KE' },
    })
    expect(swahili.body.message).not.toBe(english.body.message)
  })

  it('is malformed_request for a body that is not JSON', async () => {
    const response = await fetch(`${server.url}/api/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email": ',
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'malformed_request' })
  })

  it('is too_big for a body above the limit', async () => {
    const { status, body } = await server.request('POST /api/auth/login/', {
      body: { email: 'x'.repeat(300_000), password: 'y' },
    })
    expect(status).toBe(413)
    expect(body).toMatchObject({ error: 'too_big', message: 'The request is too large.' })
  })

  it('forbids scripts, frames and content from other origins', async () => {
    const { headers } = await server.request('GET /api/health')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toContain('unsafe-inline')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-request-id')).toBeTruthy()
  })

  it('gives the camera to its own pages alone, and the position to none', async () => {
    const { headers } = await server.request('GET /api/health')
    expect(headers.get('permissions-policy')).toBe('camera=(self), geolocation=(), microphone=()')
  })

  it('isolates its pages from other origins', async () => {
    const { headers } = await server.request('GET /api/health')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp')
  })

  it('allows only the configured origins', async () => {
    const fetchFrom = (origin: string) => server.request('GET /api/health', { headers: { origin } })
    expect((await fetchFrom('https://union.example.org')).headers.get('access-control-allow-origin')).toBe(
      'https://union.example.org',
    )
    expect((await fetchFrom('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('a retry with the same Idempotency-Key', () => {
  const register = (key: string, body: unknown) =>
    server.request('POST /api/auth/register/farmer/', { body, headers: { 'idempotency-key': key } })

  it('returns the first reply again and does nothing twice', async () => {
    const body = farmerRegistration()
    const first = await register('retry-1', body)
    const second = await register('retry-1', body)
    expect(first.status).toBe(201)
    expect(second).toMatchObject({ status: 201, body: first.body })
    expect(await server.emailsTo(body.email)).toHaveLength(1)
  })

  it('works with and without the trailing slash', async () => {
    const body = farmerRegistration()
    const first = await register('retry-slash', body)
    const headers = { 'idempotency-key': 'retry-slash' }
    const second = await server.request('POST /api/auth/register/farmer', { body, headers })
    expect(second).toMatchObject({ status: 201, body: first.body })
  })

  it('creates one account and returns one reply for twenty concurrent requests', async () => {
    const body = farmerRegistration()
    const responses = await Promise.all(Array.from({ length: 20 }, () => register('retry-2', body)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(responses.map(answer => answer.body.token)).size).toBe(1)
    expect(await server.emailsTo(body.email)).toHaveLength(1)
  })

  it('is rejected for a different request', async () => {
    await register('retry-3', farmerRegistration())
    const other = await register('retry-3', farmerRegistration())
    expect(other).toMatchObject({ status: 409, body: { error: 'idempotency_key_reused' } })
  })

  it('may succeed after an error', async () => {
    const body = farmerRegistration()
    expect((await register('retry-4', { ...body, farm_size: 'much' })).status).toBe(400)
    expect((await register('retry-4', body)).status).toBe(201)
  })
})

describe('the API page', () => {
  it('shows every endpoint of a complete OpenAPI 3.1 document', async () => {
    const { body } = await server.request('GET /api/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    expect(body.paths['/analysis/rust-detection/'].post.requestBody.content).toHaveProperty('multipart/form-data')
    const page = await server.request('GET /api/docs')
    for (const path of Object.keys(body.paths).filter(path => !path.startsWith('/api/ready')))
      expect(page.body).toContain(path)
  })

  it('lists the errors that follow from the kind of a call, and the Idempotency-Key where it has an effect', async () => {
    const { paths } = (await server.request('GET /api/openapi.json')).body
    const errorsOf = (path: string, method: string, status: number): string =>
      paths[path][method].responses[status]?.description ?? ''
    expect(errorsOf('/api/community/posts/', 'post', 413)).toBe('too_big')
    expect(errorsOf('/api/community/posts/', 'post', 415)).toBe('unsupported_type')
    expect(errorsOf('/api/community/posts/', 'post', 409)).toContain('idempotency_key_reused, request_in_progress')
    expect(errorsOf('/api/auth/login/', 'post', 409)).toBe('')
    expect(errorsOf('/api/auth/refresh-token', 'post', 401)).toBe('unauthenticated')
    expect(errorsOf('/api/account/export/', 'post', 429)).toBe('too_many_requests')
    expect(errorsOf('/api/auth/me', 'get', 503)).toBe('not_ready, overloaded, temporarily_unavailable')
    expect(errorsOf('/api/auth/me', 'get', 507)).toBe('storage_full')
    const headersOf = (path: string) =>
      paths[path].post.parameters.filter((parameter: { in: string }) => parameter.in === 'header')
    expect(headersOf('/api/community/posts/')).toMatchObject([{ name: 'Idempotency-Key', required: false }])
    expect(headersOf('/api/auth/login/')).toEqual([])
  })
})

describe('rate limits', () => {
  it('reject a caller above the limit, with Retry-After', async () => {
    const limitedServer = await startTestServer({ rateLimits: true })
    try {
      const { max } = accounts.forgotPassword.rateLimit
      const requestReset = () =>
        limitedServer.request('POST /api/auth/forgot-password/', { body: { email: 'someone@example.org' } })
      const responses = []
      for (let i = 0; i <= max; i++) responses.push(await requestReset())
      expect(responses.slice(0, max).every(({ status }) => status === 200)).toBe(true)
      expect(responses[max]).toMatchObject({ status: 429, body: { error: 'too_many_requests' } })
      expect(Number(responses[max]?.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      await limitedServer.close()
    }
  })

  it.each<[string, (attempt: number) => string]>([
    ['forges X-Forwarded-For addresses', attempt => `10.0.0.${attempt}, 41.75.160.9`],
    ['uses all addresses of one IPv6 /64', attempt => `2c0f:fe38:2025:7::${attempt.toString(16)}`],
  ])('reject a caller who %s, and nobody else', async (_, forwardedFor) => {
    const proxiedServer = await startTestServer({ rateLimits: true, trustedProxies: 1 })
    try {
      const { max } = accounts.forgotPassword.rateLimit
      const requestReset = async (address: string) => {
        const headers = { 'x-forwarded-for': address }
        return (await proxiedServer.request('POST /api/auth/forgot-password/', { body: {}, headers })).status
      }
      // Invalid requests count as well and are cheaper to send.
      for (let attempt = 0; attempt < max; attempt++) expect(await requestReset(forwardedFor(attempt))).toBe(400)
      expect(await requestReset(forwardedFor(max))).toBe(429)
      for (const other of ['41.75.160.10', '2c0f:fe38:2025:8::1', '::ffff:41.75.160.11', '::ffff:41.75.160.12'])
        expect(await requestReset(other)).toBe(400)
    } finally {
      await proxiedServer.close()
    }
  })
})
