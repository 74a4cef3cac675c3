import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { startPushService } from '../../../testing/fakes/push-service.ts'
import { drawLeaf, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let service: Awaited<ReturnType<typeof startPushService>>
let server: TestServer
let grace: TestUser
beforeAll(async () => {
  service = await startPushService()
  server = await startTestServer({ pushServices: [service.origin] })
  grace = await signUpFarmer(server)
  const { endpoint, keys } = service.createBrowser('phone')
  await server.request('POST /api/account/push-subscriptions/', { token: grace.token, body: { endpoint, keys } })
})
afterAll(async () => {
  await server.close()
  await service.close()
})

const countUnread = async () => {
  const { body } = await server.request('GET /api/notifications/', { token: grace.token })
  return { all: body.count, unread: body.unread }
}
const countPushes = async () => {
  await server.runJobs()
  return service.received.length
}
const upload = async (seed: number, headers: Record<string, string>) => {
  const photo = await drawLeaf({ seed, spots: true }).jpeg().toBuffer()
  expect((await uploadPhoto(server, grace.token, photo, { headers })).status).toBe(201)
}

it('rings the bell when nobody waits for it', async () => {
  await upload(1, {})
  expect(await countUnread()).toEqual({ all: 1, unread: 1 })
  expect(await countPushes()).toBe(1)
})

test.each(['notification=read', 'respond-async; wait=10, Notification = "read"'])(
  'is written down as read, without a push, when the farmer waits for it (Prefer: %s)',
  async prefer => {
    const before = await countUnread()
    const pushes = await countPushes()
    await upload(prefer.length, { prefer })
    expect(await countUnread()).toEqual({ all: before.all + 1, unread: before.unread })
    expect(await countPushes()).toBe(pushes)
  },
)

it('rings the bell for any other preference', async () => {
  const before = await countUnread()
  await upload(4, { prefer: 'notification=unread, return=minimal' })
  expect((await countUnread()).unread).toBe(before.unread + 1)
})
