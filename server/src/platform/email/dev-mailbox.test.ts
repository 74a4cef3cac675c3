import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'

let w: TestServer
beforeAll(async () => {
  w = await startTestServer({ mode: 'demo', publicUrl: 'http://kutu.village:8002' })
})
afterAll(() => w.close())

/** As a browser asks that opened a page under this name. */
const getStatusForHost = (host: string, extraHeaders: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    const req = request(`${w.url}/dev/mail`, { headers: { ...extraHeaders, host } }, response => {
      response.resume()
      resolve(response.statusCode)
    })
    req.once('error', reject)
    req.end()
  })

it('the letters of a demonstration are shown under this machine’s own names', async () => {
  for (const host of ['localhost:8002', '127.0.0.1', '[::1]:8002', 'kutu.village:8002'])
    expect(await getStatusForHost(host)).toBe(200)
})

it('and not to a page elsewhere whose name was made to lead here, nor through a proxy', async () => {
  for (const host of ['rebound.example', 'localhost.rebound.example:8002', '127.rebound.example'])
    expect(await getStatusForHost(host)).toBe(404)
  expect(await getStatusForHost('localhost:8002', { 'x-forwarded-for': '41.75.160.9' })).toBe(404)
})
