import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { getDevMailboxKey } from './dev-mailbox-url.ts'

/** A key of the right length, but of another installation. */
const foreignKey = 'A'.repeat(43)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ mode: 'demo', publicUrl: 'http://kutu.village:8002' })
})
afterAll(() => server.close())

/** Requests the page with this Host header, as a browser does. */
const getStatusForHost = (
  host: string,
  extraHeaders: Record<string, string> = {},
  query = `?key=${getDevMailboxKey(server.app.config)}`,
) =>
  new Promise<number | undefined>((resolve, reject) => {
    const req = request(`${server.url}/dev/mail${query}`, { headers: { ...extraHeaders, host } }, response => {
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

it('they are not shown without the key that is printed at the start, whatever headers come', async () => {
  for (const query of ['', '?key=', `?key=${foreignKey}`, '?key=a&key=b'])
    for (const host of ['localhost:8002', '127.0.0.1', 'kutu.village:8002'])
      expect(await getStatusForHost(host, {}, query)).toBe(404)
})
