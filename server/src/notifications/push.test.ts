import { createPublicKey } from 'node:crypto'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { approvedPost } from '../testing/board.ts'
import { expert, farmer, type Person, signIn } from '../testing/people.ts'
import { type Browser, type PushService, pushService } from '../testing/push-service.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let service: PushService
let okello: Person
beforeAll(async () => {
  service = await pushService()
  w = await world({ expertApproval: 'auto', pushServices: [service.origin] })
  okello = await expert(w)
})
afterAll(async () => {
  await w.close()
  await service.close()
})
beforeEach(() => {
  service.received.splice(0)
  service.answerWith(201)
})

const subscribe = ({ token }: Person, { endpoint, keys }: Omit<Browser, 'read'>) =>
  w.call('POST /api/account/push-subscriptions/', { token, body: { endpoint, keys } })
async function subscribed(name: string): Promise<{ person: Person; browser: Browser; id: string }> {
  const person = await farmer(w)
  const browser = service.browser(name)
  const { status, body } = await subscribe(person, browser)
  expect(status).toBe(201)
  return { person, browser, id: body.id }
}
async function tell(person: Person, title = 'Spots'): Promise<void> {
  await approvedPost(w, person, okello, { title: `${title} of ${person.username}` })
  await w.runJobs()
}
const kept = async () => (await w.app.db.selectFrom('push_subscriptions').select('endpoint').execute()).length

it('a push reaches the browser sealed for it alone, signed by this server, in the language of the account', async () => {
  const { person, browser } = await subscribed('sealed')
  await w.app.db.updateTable('users').set({ language: 'sw' }).where('id', '=', person.id).execute()
  await tell(person)
  const [push] = service.received
  expect(push?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
  expect(push?.body.toString('latin1')).not.toContain('Spots')
  expect(browser.read(push?.body ?? Buffer.alloc(0))).toMatchObject({
    lang: 'sw',
    body: `Chapisho lako “Spots of ${person.username}” limeidhinishwa na linaonekana kwa wote.`,
    path: '/account/notifications',
  })

  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(push?.headers.authorization ?? '') ?? []
  const { public_key } = (await w.call('GET /api/account/push-key/', { token: person.token })).body
  expect(key).toBe(public_key)
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const { payload } = await jwtVerify(token, createPublicKey({ key: jwk, format: 'jwk' }), { audience: service.origin })
  expect(payload.sub).toBe('mailto:no-reply@localhost')
})

it('a subscription that the push service calls gone is forgotten, one that only failed is kept', async () => {
  const { person } = await subscribed('gone')
  const before = await kept()
  for (const [status, left] of [
    [500, before],
    [429, before],
    [410, before - 1],
  ] as const) {
    service.answerWith(status)
    await tell(person, `Told ${status}`)
    expect(await kept()).toBe(left)
  }
  const { person: other } = await subscribed('missing')
  service.answerWith(404)
  await tell(other)
  expect(await kept()).toBe(before - 1)
})

it('nothing is pushed after the sign-out of the session that asked, nor after it is taken back', async () => {
  const { person, id } = await subscribed('taken-back')
  const stranger = await farmer(w)
  const remove = (by: Person) =>
    w.call('DELETE /api/account/push-subscriptions/{id}/', { token: by.token, params: { id } })
  expect((await remove(stranger)).status).toBe(404)
  expect((await remove(person)).status).toBe(204)
  expect((await remove(person)).status).toBe(404)
  await tell(person)

  const session = await signIn(w, stranger.email)
  await subscribe(session, service.browser('signed-out'))
  await w.call('POST /api/auth/sign-out', { token: session.token })
  await tell(stranger)
  expect(service.received).toEqual([])
})

it('a browser belongs to whoever subscribed last, and is not pushed twice', async () => {
  const { person, browser, id } = await subscribed('shared')
  expect((await subscribe(person, browser)).body.id).toBe(id)
  const next = await farmer(w)
  await subscribe(next, browser)
  await tell(person)
  expect(service.received).toHaveLength(0)
  await tell(next)
  expect(service.received).toHaveLength(1)
})

it('only push services are called: no address of this machine or of anybody else', async () => {
  const { token } = await farmer(w)
  const { keys } = service.browser('x')
  const call = (endpoint: string, more = {}) =>
    w.call('POST /api/account/push-subscriptions/', { token, body: { endpoint, keys: { ...keys, ...more } } })
  for (const endpoint of [
    'http://127.0.0.1:5432/',
    'https://169.254.169.254/latest',
    'https://example.org/push',
    'https://fcm.googleapis.com.example.org/x',
    'https://fcm.googleapis.com:8443/x',
    'http://fcm.googleapis.com/x',
    'file:///etc/passwd',
    'none',
  ]) {
    const { status, body } = await call(endpoint)
    expect([status, body.errors?.[0]?.field], endpoint).toEqual([400, 'endpoint'])
  }
  expect((await call('https://fcm.googleapis.com/fcm/send/abc', { auth: 'short' })).status).toBe(400)
  expect((await call('https://fcm.googleapis.com/fcm/send/abc')).status).toBe(201)
  expect((await call('https://updates.push.services.mozilla.com/wpush/v2/abc')).status).toBe(201)
})

it('the keys are made once, and every process has the same', async () => {
  const { token } = await farmer(w)
  const key = async () => (await w.call('GET /api/account/push-key/', { token })).body.public_key
  const [one, other] = await Promise.all([key(), key()])
  expect(one).toBe(other)
  expect(Buffer.from(one, 'base64url')).toHaveLength(65)
})
