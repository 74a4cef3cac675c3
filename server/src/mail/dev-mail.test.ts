import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type World, world } from '../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world({ mode: 'demo', publicUrl: 'http://kutu.village:8002' })
})
afterAll(() => w.close())

/** As a browser asks that opened a page under this name. */
const statusUnder = (host: string, more: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    const asked = request(`${w.url}/dev/mail`, { headers: { ...more, host } }, response => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.once('error', reject)
    asked.end()
  })

it('the letters of a demonstration are shown under this machine’s own names', async () => {
  for (const host of ['localhost:8002', '127.0.0.1', '[::1]:8002', 'kutu.village:8002'])
    expect(await statusUnder(host)).toBe(200)
})

it('and not to a page elsewhere whose name was made to lead here, nor through a proxy', async () => {
  for (const host of ['rebound.example', 'localhost.rebound.example:8002', '127.rebound.example'])
    expect(await statusUnder(host)).toBe(404)
  expect(await statusUnder('localhost:8002', { 'x-forwarded-for': '41.75.160.9' })).toBe(404)
})
