import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createEgressAgents, EgressError, egressFetch, isAllowedDestination } from './egress.ts'

const s3 = {
  bucket: 'photos',
  endpoint: undefined,
  region: 'eu-west-1',
  accessKeyId: 'id',
  secretAccessKey: 'key',
  timeoutMs: 1000,
}
const sms = { username: 'kutu', apiKey: 'key', senderId: undefined, url: 'https://api.africastalking.com' }
const weather = { url: 'https://api.open-meteo.com/v1/forecast', apiKey: undefined }
const pushServices = ['https://push.example.org:8443']

/** Starts a server that counts its requests and redirects to another address. */
async function startServer(redirectTo?: string) {
  let requests = 0
  const server = createServer((_, response) => {
    requests += 1
    if (redirectTo) response.writeHead(302, { location: redirectTo })
    response.end('done')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => requests }
}

it.each([
  ['https://fcm.googleapis.com/fcm/send/x', true],
  ['https://push.example.org:8443/x', true],
  ['https://push.example.org/x', false],
  ['https://user:password@fcm.googleapis.com/fcm/send/x', false],
  ['https://user@push.example.org:8443/x', false],
  ['http://push.example.org:8443/x', false],
  ['https://api.africastalking.com/version1/messaging', true],
  ['https://api.africastalking.com.example.org/', false],
  ['https://api.open-meteo.com/v1/forecast?latitude=1', true],
  ['https://archive-api.open-meteo.com/v1/archive', false],
  ['https://photos.s3.eu-west-1.amazonaws.com/photos/ab', true],
  ['https://s3.eu-west-1.amazonaws.com/photos/ab', true],
  ['https://stolen.s3.eu-west-1.amazonaws.com/ab', false],
  ['http://photos.s3.eu-west-1.amazonaws.com/ab', false],
  ['http://169.254.169.254/latest/meta-data/', false],
  ['http://127.0.0.1:5432/', false],
  ['http://[::1]:8002/api/admin/system/', false],
])('a connection to %s is allowed: %s', (url, isAllowed) => {
  expect(isAllowedDestination({ s3, sms, weather, pushServices }, new URL(url))).toBe(isAllowed)
})

it('a part of the server reaches its own hosts only', () => {
  expect(isAllowedDestination({ sms }, new URL('https://fcm.googleapis.com/fcm/send/x'))).toBe(false)
  expect(isAllowedDestination({ pushServices }, new URL(sms.url))).toBe(false)
  expect(isAllowedDestination({}, new URL('https://example.org'))).toBe(false)
})

it('a request to another host is never sent, and a redirect is not followed', async () => {
  const other = await startServer()
  const redirecting = await startServer(other.origin)
  const config = { pushServices: [redirecting.origin] }
  await expect(egressFetch(config, new URL(other.origin), {})).rejects.toThrow(EgressError)
  await expect(egressFetch(config, new URL(redirecting.origin), {})).rejects.toThrow('fetch failed')
  await expect(egressFetch(config, new URL(redirecting.origin), { redirect: 'follow' })).rejects.toThrow('fetch failed')
  expect([redirecting.requests(), other.requests()]).toEqual([2, 0])
})

it('the agents of a library open no connection to another host', async () => {
  const [storage, other] = [await startServer(), await startServer()]
  const { httpAgent, httpsAgent } = createEgressAgents({ s3: { ...s3, endpoint: storage.origin } })
  onTestFinished(() => httpAgent.destroy())
  const [response] = await once(get(storage.origin, { agent: httpAgent }), 'response')
  response.resume()
  expect(storage.requests()).toBe(1)
  expect(() => get(other.origin, { agent: httpAgent })).toThrow(EgressError)
  expect(() => httpsAgent.createConnection({ host: '127.0.0.1', port: 443 })).toThrow(EgressError)
  expect(other.requests()).toBe(0)
})
