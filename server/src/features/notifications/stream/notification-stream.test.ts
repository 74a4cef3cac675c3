import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createApprovedPost, fetchNotifications } from '../../../testing/features/community.ts'
import { waitUntil } from '../../../testing/processes/spawn-script.ts'
import { type EventStreamClient, openEventStream } from '../../../testing/server/event-stream-client.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signIn, signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let joan: TestUser
let okello: TestUser
const openStreams: EventStreamClient[] = []
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
  joan = await signUpFarmer(server)
  okello = await signUpExpert(server)
})
afterEach(() => {
  for (const stream of openStreams.splice(0)) stream.close()
})
afterAll(() => server.close())

async function openStream(
  person: TestUser,
  options: Parameters<typeof openEventStream>[2] = {},
): Promise<EventStreamClient> {
  const stream = await openEventStream(server.url, person.token, options)
  openStreams.push(stream)
  return stream
}
const isUnread = (count: number) => (event: EventStreamClient['events'][number]) =>
  event.event === 'unread' && event.data.unread === count
const isAbout = (title: string) => (event: EventStreamClient['events'][number]) =>
  event.event === 'notification' && event.data.message.includes(title)

describe('the notification stream', () => {
  it('sends the unread count first, then each notification as it happens, in the reader’s language', async () => {
    const stream = await openStream(grace, { language: 'sw' })
    expect(stream.status).toBe(200)
    await stream.waitForEvent(isUnread(0))
    await createApprovedPost(server, grace, okello, { title: 'Live one' })
    const notification = await stream.waitForEvent(isAbout('Live one'))
    expect(notification).toMatchObject({ event: 'notification', data: { type: 'post_approved', read: false } })
    expect(JSON.stringify(notification)).toContain('limeidhinishwa')
    await stream.waitForEvent(isUnread(1))
    expect(stream.events.filter(isAbout('Live one'))).toHaveLength(1)
  })

  it('sends no notification of another user', async () => {
    const stream = await openStream(joan)
    await stream.waitForEvent(isUnread(0))
    await createApprovedPost(server, grace, okello, { title: 'Not for Joan' })
    await createApprovedPost(server, joan, okello, { title: 'For Joan' })
    await stream.waitForEvent(isAbout('For Joan'))
    expect(stream.events.some(isAbout('Not for Joan'))).toBe(false)
  })

  it('informs every device of a reader when notifications are read on one of them', async () => {
    await createApprovedPost(server, joan, okello, { title: 'Read it there' })
    const unread = (await fetchNotifications(server, joan)).unread
    const [one, other] = [await openStream(joan), await openStream(joan)]
    await one.waitForEvent(isUnread(unread))
    await other.waitForEvent(isUnread(unread))
    await server.request('PUT /api/notifications/read-all/', { token: joan.token })
    await one.waitForEvent(isUnread(0))
    await other.waitForEvent(isUnread(0))
  })

  it('resumes after a broken connection and sends what happened meanwhile', async () => {
    const before = await openStream(grace)
    const { id } = await before.waitForEvent(event => event.event === 'unread')
    before.close()
    await createApprovedPost(server, grace, okello, { title: 'Meanwhile' })
    const after = await openStream(grace, { lastEventId: id })
    expect((await after.waitForEvent(isAbout('Meanwhile'))).event).toBe('notification')
    const fresh = await openStream(grace)
    await fresh.waitForEvent(event => event.event === 'unread')
    expect(fresh.events.some(isAbout('Meanwhile'))).toBe(false)
  })

  it('accepts an unknown Last-Event-ID', async () => {
    for (const lastEventId of ['x', '-1', '9'.repeat(90), '0']) {
      const stream = await openStream(joan, { lastEventId })
      expect(stream.status).toBe(200)
      await stream.waitForEvent(event => event.event === 'unread')
    }
    const ahead = await openStream(joan, { lastEventId: '9'.repeat(15) })
    await createApprovedPost(server, joan, okello, { title: 'Told all the same' })
    await ahead.waitForEvent(isAbout('Told all the same'))
  })

  it('requires a session and ends with it', async () => {
    expect((await openEventStream(server.url, undefined)).status).toBe(401)
    const session = await signIn(server, joan.email)
    const [endedStream, otherStream] = [await openStream(session), await openStream(joan)]
    await endedStream.waitForEvent(event => event.event === 'unread')
    await server.request('POST /api/auth/sign-out', { token: session.token })
    await waitUntil(() => endedStream.isClosed())
    expect(otherStream.isClosed()).toBe(false)
    expect((await openEventStream(server.url, session.token)).status).toBe(401)
  })

  it('ends when the account is deactivated', async () => {
    const gone = await signUpFarmer(server)
    const stream = await openStream(gone)
    await stream.waitForEvent(event => event.event === 'unread')
    await server.app.db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', gone.id).execute()
    await waitUntil(() => stream.isClosed())
  })

  it('can be open six times per user: a seventh closes the oldest', async () => {
    const reader = await signUpFarmer(server)
    const streams: EventStreamClient[] = []
    while (streams.length < 7) {
      const stream = await openStream(reader)
      await stream.waitForEvent(event => event.event === 'unread')
      streams.push(stream)
    }
    await waitUntil(() => streams[0]?.isClosed() ?? false)
    expect(streams.slice(1).map(stream => stream.isClosed())).toEqual(Array(6).fill(false))
  })

  it('is documented as an event stream in the API documentation', async () => {
    const { paths } = (await server.request('GET /api/openapi.json')).body
    expect(Object.keys(paths['/api/notifications/stream'].get.responses['200'].content)).toEqual(['text/event-stream'])
    const head = await fetch(`${server.url}/api/notifications/stream`, { method: 'HEAD' })
    expect(head.status).toBe(405)
  })
})

it('a server that closes ends its streams', async () => {
  const otherServer = await startTestServer({ expertApproval: 'auto' })
  const reader = await signUpFarmer(otherServer)
  const stream = await openEventStream(otherServer.url, reader.token)
  await stream.waitForEvent(event => event.event === 'unread')
  await otherServer.close()
  await waitUntil(() => stream.isClosed())
})
