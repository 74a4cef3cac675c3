import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ mode: 'demo', publicUrl: 'http://kutu.village:8002' })
})
afterAll(() => server.close())

/** Requests the page with this Host header, as a browser does. */
const getStatusForHost = (host: string, extraHeaders: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    const req = request(`${server.url}/dev/mail`, { headers: { ...extraHeaders, host } }, response => {
      response.resume()
      resolve(response.statusCode)
    })
    req.once('error', reject)
    req.end()
  })

it('the emails of a demonstration are shown under the host names of this machine', async () => {
  for (const host of ['localhost:8002', '127.0.0.1', '[::1]:8002', 'kutu.village:8002'])
    expect(await getStatusForHost(host)).toBe(200)
})

it('they are not shown under a foreign host name (DNS rebinding) or through a proxy', async () => {
  for (const host of ['rebound.example', 'localhost.rebound.example:8002', '127.rebound.example'])
    expect(await getStatusForHost(host)).toBe(404)
  expect(await getStatusForHost('localhost:8002', { 'x-forwarded-for': '41.75.160.9' })).toBe(404)
})
