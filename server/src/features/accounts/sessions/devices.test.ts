import { ownAccount } from '@kutu/contract/accounts/own-account'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { password, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const phone =
  'Mozilla/5.0 (Linux; Android 13; TECNO) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
const desk = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0'

async function signInFrom({ email }: TestUser, userAgent: string) {
  const body = { email, password }
  const signedIn = await server.request('POST /api/auth/login/', { body, headers: { 'user-agent': userAgent } })
  return { token: String(signedIn.body.access), refresh: String(signedIn.body.refresh) }
}
const listDevices = async (token: string, query = {}) => {
  const { body } = await server.request('GET /api/account/devices/', { token, query })
  return ownAccount.listDevices.reply.parse(body)
}
const getSessionStatus = async (token: string) => (await server.request('GET /api/auth/me', { token })).status
const refreshTokens = (refresh: string) => server.request('POST /api/auth/refresh-token', { body: { refresh } })

it('lists the signed-in devices by browser and system, most recently used first, and marks the current one', async () => {
  const grace = await signUpFarmer(server)
  const onPhone = await signInFrom(grace, phone)
  server.clock.advance(60_000)
  const atDesk = await signInFrom(grace, desk)
  server.clock.advance(60_000)
  await refreshTokens(onPhone.refresh)
  const { results, count } = await listDevices(atDesk.token)
  expect(count).toBe(3)
  expect(results.map(({ browser, system, is_this }) => ({ browser, system, is_this }))).toEqual([
    { browser: 'Chrome', system: 'Android', is_this: false },
    { browser: 'Firefox', system: 'Windows', is_this: true },
    { browser: null, system: null, is_this: false },
  ])
  expect(results[0]?.last_used_at).toBe(server.clock.now().toISOString())
  const second = await listDevices(atDesk.token, { page: 2, page_size: 2 })
  expect(second.results).toHaveLength(1)
})

it('signing a device out ends its access and its refresh immediately, and nothing else', async () => {
  const grace = await signUpFarmer(server)
  const lost = await signInFrom(grace, phone)
  const lostDevice = (await listDevices(grace.token)).results.find(({ system }) => system === 'Android')
  const ended = await server.request('DELETE /api/account/devices/{id}/', {
    token: grace.token,
    params: { id: lostDevice?.id ?? '' },
  })
  expect(ended.status).toBe(204)
  expect(await getSessionStatus(lost.token)).toBe(401)
  expect((await refreshTokens(lost.refresh)).status).toBe(401)
  expect(await getSessionStatus(grace.token)).toBe(200)
  expect((await listDevices(grace.token)).count).toBe(1)
  const again = await server.request('DELETE /api/account/devices/{id}/', {
    token: grace.token,
    params: { id: lostDevice?.id ?? '' },
  })
  expect(again).toMatchObject({ status: 404, body: { error: 'not_found' } })
})

it('the device of another user cannot be signed out', async () => {
  const [grace, joan] = [await signUpFarmer(server), await signUpFarmer(server)]
  const [joansDevice] = (await listDevices(joan.token)).results
  const { status } = await server.request('DELETE /api/account/devices/{id}/', {
    token: grace.token,
    params: { id: joansDevice?.id ?? '' },
  })
  expect(status).toBe(404)
  expect(await getSessionStatus(joan.token)).toBe(200)
})

it('signing out everywhere else keeps the current device; of two that do so concurrently at most one stays', async () => {
  const grace = await signUpFarmer(server)
  const other = await signInFrom(grace, phone)
  await signInFrom(grace, desk)
  const ended = await server.request('DELETE /api/account/devices/', { token: grace.token })
  expect(ended).toMatchObject({ status: 200, body: { ended: 2 } })
  expect(await getSessionStatus(other.token)).toBe(401)
  expect(await getSessionStatus(grace.token)).toBe(200)
  const [one, two] = [await signInFrom(grace, phone), await signInFrom(grace, desk)]
  await Promise.all([one, two].map(({ token }) => server.request('DELETE /api/account/devices/', { token })))
  const statuses = await Promise.all([one, two].map(({ token }) => getSessionStatus(token)))
  expect(statuses.filter(status => status === 200).length).toBeLessThanOrEqual(1)
})

it('a device that can no longer refresh its access is not listed', async () => {
  const grace = await signUpFarmer(server)
  await signInFrom(grace, phone)
  server.clock.advance(31 * 24 * 3600_000)
  const { token } = await signInFrom(grace, desk)
  expect((await listDevices(token)).results.map(({ system }) => system)).toEqual(['Windows'])
})
