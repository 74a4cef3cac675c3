import { ownAccount } from '@kutu/contract/own-account'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { farmer, type Person, password } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const phone =
  'Mozilla/5.0 (Linux; Android 13; TECNO) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
const desk = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0'

async function signInFrom({ email }: Person, userAgent: string) {
  const body = { email, password }
  const signedIn = await w.call('POST /api/auth/login/', { body, headers: { 'user-agent': userAgent } })
  return { token: String(signedIn.body.access), refresh: String(signedIn.body.refresh) }
}
const devicesOf = async (token: string, query = {}) => {
  const { body } = await w.call('GET /api/account/devices/', { token, query })
  return ownAccount.listDevices.reply.parse(body)
}
const statusOf = async (token: string) => (await w.call('GET /api/auth/me', { token })).status
const renew = (refresh: string) => w.call('POST /api/auth/refresh-token', { body: { refresh } })

it('says where one is signed in, the last used first, by the names of browser and system, and marks this one', async () => {
  const grace = await farmer(w)
  const onPhone = await signInFrom(grace, phone)
  w.clock.advance(60_000)
  const atDesk = await signInFrom(grace, desk)
  w.clock.advance(60_000)
  await renew(onPhone.refresh)
  const { results, count } = await devicesOf(atDesk.token)
  expect(count).toBe(3)
  expect(results.map(({ browser, system, is_this }) => ({ browser, system, is_this }))).toEqual([
    { browser: 'Chrome', system: 'Android', is_this: false },
    { browser: 'Firefox', system: 'Windows', is_this: true },
    { browser: null, system: null, is_this: false },
  ])
  expect(results[0]?.last_used_at).toBe(w.clock.now().toISOString())
  const second = await devicesOf(atDesk.token, { page: 2, page_size: 2 })
  expect(second.results).toHaveLength(1)
})

it('signing out there ends its access and its renewal at once, and nothing else', async () => {
  const grace = await farmer(w)
  const lost = await signInFrom(grace, phone)
  const there = (await devicesOf(grace.token)).results.find(({ system }) => system === 'Android')
  const ended = await w.call('DELETE /api/account/devices/{id}/', {
    token: grace.token,
    params: { id: there?.id ?? '' },
  })
  expect(ended.status).toBe(204)
  expect(await statusOf(lost.token)).toBe(401)
  expect((await renew(lost.refresh)).status).toBe(401)
  expect(await statusOf(grace.token)).toBe(200)
  expect((await devicesOf(grace.token)).count).toBe(1)
  const again = await w.call('DELETE /api/account/devices/{id}/', {
    token: grace.token,
    params: { id: there?.id ?? '' },
  })
  expect(again).toMatchObject({ status: 404, body: { error: 'not_found' } })
})

it("another's device is not there to sign out", async () => {
  const [grace, joan] = [await farmer(w), await farmer(w)]
  const [hers] = (await devicesOf(joan.token)).results
  const { status } = await w.call('DELETE /api/account/devices/{id}/', {
    token: grace.token,
    params: { id: hers?.id ?? '' },
  })
  expect(status).toBe(404)
  expect(await statusOf(joan.token)).toBe(200)
})

it('signing out everywhere else leaves this one alone; of two devices that do so at once one is left', async () => {
  const grace = await farmer(w)
  const other = await signInFrom(grace, phone)
  await signInFrom(grace, desk)
  const ended = await w.call('DELETE /api/account/devices/', { token: grace.token })
  expect(ended).toMatchObject({ status: 200, body: { ended: 2 } })
  expect(await statusOf(other.token)).toBe(401)
  expect(await statusOf(grace.token)).toBe(200)
  const [one, two] = [await signInFrom(grace, phone), await signInFrom(grace, desk)]
  await Promise.all([one, two].map(({ token }) => w.call('DELETE /api/account/devices/', { token })))
  const left = await Promise.all([one, two].map(({ token }) => statusOf(token)))
  expect(left.filter(status => status === 200).length).toBeLessThanOrEqual(1)
})

it('a device that can no longer renew its access is not listed', async () => {
  const grace = await farmer(w)
  await signInFrom(grace, phone)
  w.clock.advance(31 * 24 * 3600_000)
  const { token } = await signInFrom(grace, desk)
  expect((await devicesOf(token)).results.map(({ system }) => system)).toEqual(['Windows'])
})
