import { createPublicKey } from 'node:crypto'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type PushService, startPushService, type TestBrowser } from '../../../testing/fakes/push-service.ts'
import { createApprovedPost, sendHeldMessagesNow, undoPostMove } from '../../../testing/features/community.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signIn, signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let service: PushService
let okello: TestUser
beforeAll(async () => {
  service = await startPushService()
  server = await startTestServer({ expertApproval: 'auto', pushServices: [service.origin] })
  okello = await signUpExpert(server)
})
afterAll(async () => {
  await server.close()
  await service.close()
})
beforeEach(() => {
  service.received.splice(0)
  service.respondWith(201)
})

const subscribe = ({ token }: TestUser, { endpoint, keys }: Omit<TestBrowser, 'read'>) =>
  server.request('POST /api/account/push-subscriptions/', { token, body: { endpoint, keys } })
async function subscribeFarmer(name: string): Promise<{ person: TestUser; browser: TestBrowser; id: string }> {
  const person = await signUpFarmer(server)
  const browser = service.createBrowser(name)
  const { status, body } = await subscribe(person, browser)
  expect(status).toBe(201)
  return { person, browser, id: body.id }
}
async function notifyByPost(person: TestUser, title = 'Spots'): Promise<void> {
  await createApprovedPost(server, person, okello, { title: `${title} of ${person.username}` })
  await sendHeldMessagesNow(server)
}
const countSubscriptions = async () =>
  (await server.app.db.selectFrom('push_subscriptions').select('endpoint').execute()).length

it('a push is encrypted for the browser, signed by this server, and in the language of the account', async () => {
  const { person, browser } = await subscribeFarmer('sealed')
  await server.app.db.updateTable('users').set({ language: 'sw' }).where('id', '=', person.id).execute()
  await notifyByPost(person)
  const [push] = service.received
  expect(push?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
  expect(push?.body.toString('latin1')).not.toContain('Spots')
  expect(browser.decrypt(push?.body ?? Buffer.alloc(0))).toMatchObject({
    lang: 'sw',
    body: `Chapisho lako “Spots of ${person.username}” limeidhinishwa na linaonekana kwa wote.`,
    path: '/account/notifications',
  })

  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(push?.headers.authorization ?? '') ?? []
  const { public_key } = (await server.request('GET /api/account/push-key/', { token: person.token })).body
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

it('a subscription that the push service reports as gone is deleted, one that only failed is kept', async () => {
  const { person } = await subscribeFarmer('gone')
  const before = await countSubscriptions()
  for (const [status, left] of [
    [500, before],
    [429, before],
    [410, before - 1],
  ] as const) {
    service.respondWith(status)
    await notifyByPost(person, `Told ${status}`)
    expect(await countSubscriptions()).toBe(left)
  }
  const { person: other } = await subscribeFarmer('missing')
  service.respondWith(404)
  await notifyByPost(other)
  expect(await countSubscriptions()).toBe(before - 1)
})

it('a push about an approval is held until it can no longer be undone', async () => {
  const { person } = await subscribeFarmer('held')
  const post = await createApprovedPost(server, person, okello)
  await server.runJobs()
  expect(service.received).toHaveLength(0)
  expect((await undoPostMove(server, okello, post.id)).status).toBe(200)
  await sendHeldMessagesNow(server)
  expect(service.received).toHaveLength(0)
})

it('no push is sent after the session has ended or the subscription was removed', async () => {
  const { person, id } = await subscribeFarmer('taken-back')
  const stranger = await signUpFarmer(server)
  const remove = (by: TestUser) =>
    server.request('DELETE /api/account/push-subscriptions/{id}/', { token: by.token, params: { id } })
  expect((await remove(stranger)).status).toBe(404)
  expect((await remove(person)).status).toBe(204)
  expect((await remove(person)).status).toBe(404)
  await notifyByPost(person)

  const session = await signIn(server, stranger.email)
  await subscribe(session, service.createBrowser('signed-out'))
  await server.request('POST /api/auth/sign-out', { token: session.token })
  await notifyByPost(stranger)
  expect(service.received).toEqual([])
})

it('a browser belongs to the last user who subscribed, and gets no push twice', async () => {
  const { person, browser, id } = await subscribeFarmer('shared')
  expect((await subscribe(person, browser)).body.id).toBe(id)
  const next = await signUpFarmer(server)
  await subscribe(next, browser)
  await notifyByPost(person)
  expect(service.received).toHaveLength(0)
  await notifyByPost(next)
  expect(service.received).toHaveLength(1)
})

it('only known push services are called, no local or other addresses', async () => {
  const { token } = await signUpFarmer(server)
  const { keys } = service.createBrowser('x')
  const call = (endpoint: string, more = {}) =>
    server.request('POST /api/account/push-subscriptions/', { token, body: { endpoint, keys: { ...keys, ...more } } })
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

it('the keys are created once and are the same in every process', async () => {
  const { token } = await signUpFarmer(server)
  const key = async () => (await server.request('GET /api/account/push-key/', { token })).body.public_key
  const [one, other] = await Promise.all([key(), key()])
  expect(one).toBe(other)
  expect(Buffer.from(one, 'base64url')).toHaveLength(65)
})
