import { afterAll, beforeAll, expect, it } from 'vitest'
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

it.each(['', 'notification=read'])('begins unread, with a push, like every other (Prefer: %s)', async prefer => {
  const before = await countUnread()
  const pushes = await countPushes()
  await upload(prefer.length + 1, prefer === '' ? {} : { prefer })
  expect(await countUnread()).toEqual({ all: before.all + 1, unread: before.unread + 1 })
  expect(await countPushes()).toBe(pushes + 1)
})

it('says what the answer shows: a class, a likely class or none, as its band has it', async () => {
  const texts = new Map<string, string>()
  for (let seed = 20; seed < 50 && texts.size < 3; seed++) {
    const photo = await drawLeaf({ seed, spots: seed % 2 === 0 })
      .jpeg()
      .toBuffer()
    const reply = await uploadPhoto(server, grace.token, photo)
    if (reply.status !== 201) continue
    const { body } = await server.request('GET /api/notifications/?page_size=100', { token: grace.token })
    const notice = body.results.find((each: { subject: { id: string } | null }) => each.subject?.id === reply.body.id)
    texts.set(reply.body.band, notice?.message ?? '')
  }
  expect(texts.size).toBeGreaterThan(1)
  for (const [band, text] of texts) {
    const isAnswered = band === 'confident' || band === 'likely'
    expect(/not sure/.test(text), `${band}: ${text}`).toBe(!isAnswered)
    expect(/likely|probably/.test(text), `${band}: ${text}`).toBe(band === 'likely')
  }
})
