import { notifications } from '@kutu/contract/notifications/notifications'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { createApprovedPost, fetchNotifications } from '../../../testing/features/community.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { listNotifications, sweepNotifications } from './notifications.ts'
import { notify } from './notify.ts'

let server: TestServer
let grace: TestUser
let joan: TestUser
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
  joan = await signUpFarmer(server)
  okello = await signUpExpert(server)
  for (let i = 0; i < 7; i++) await createApprovedPost(server, grace, okello, { title: `Question ${i}` })
})
afterAll(() => server.close())

const list = (person: TestUser, query: Record<string, string | number> = {}) =>
  server.request('GET /api/notifications/', { token: person.token, query })
const read = (person: TestUser, id: string) =>
  server.request('PUT /api/notifications/{id}/read/', { token: person.token, params: { id } })

describe('notifications', () => {
  it('are listed newest first in pages, with the number of unread ones', async () => {
    const { status, body } = await list(grace, { page_size: 3 })
    expect(status).toBe(200)
    const page = notifications.listNotifications.reply.parse(body)
    expect([page.count, page.unread, page.results.length]).toEqual([7, 7, 3])
    expect(page.results.map(({ message }) => /Question \d/.exec(message)?.[0])).toEqual([
      'Question 6',
      'Question 5',
      'Question 4',
    ])
    const next = await list(grace, Object.fromEntries(new URL(page.next ?? '').searchParams))
    expect(next.body.results.map(({ message }: { message: string }) => /Question \d/.exec(message)?.[0])).toEqual([
      'Question 3',
      'Question 2',
      'Question 1',
    ])
  })

  it('are marked as read one by one, and marking again changes nothing', async () => {
    const [first] = (await fetchNotifications(server, grace)).results
    const { status, body } = await read(grace, first?.id ?? '')
    expect([status, body.read, body.id]).toEqual([200, true, first?.id])
    expect((await fetchNotifications(server, grace)).unread).toBe(6)
    expect((await read(grace, first?.id ?? '')).status).toBe(200)
    expect((await fetchNotifications(server, grace)).unread).toBe(6)
  })

  it('are filtered and counted by read status', async () => {
    const [unread, done] = [
      (await list(grace, { status: 'unread' })).body,
      (await list(grace, { status: 'read' })).body,
    ]
    expect([unread.count, unread.results.length, unread.unread]).toEqual([6, 6, 6])
    expect([done.count, done.results.length, done.unread]).toEqual([1, 1, 6])
    expect((await list(grace, { status: 'old' })).status).toBe(400)
  })

  it('cannot be seen or marked by another user', async () => {
    const [first] = (await fetchNotifications(server, grace)).results.filter(each => !each.read)
    expect((await fetchNotifications(server, joan)).count).toBe(0)
    for (const person of [joan, okello]) {
      const answer = await read(person, first?.id ?? '')
      expect([answer.status, answer.body.error]).toEqual([404, 'not_found'])
    }
    await server.request('PUT /api/notifications/read-all/', { token: joan.token })
    expect((await fetchNotifications(server, grace)).unread).toBe(6)
    expect((await read(grace, 'x')).status).toBe(404)
  })

  it('can all be marked as read with one request', async () => {
    const { status, body } = await server.request('PUT /api/notifications/read-all/', { token: grace.token })
    expect([status, body]).toEqual([200, { unread: 0 }])
    expect(await fetchNotifications(server, grace)).toMatchObject({ count: 7, unread: 0 })
  })
})

it('a notification is created only if its transaction commits', async () => {
  const before = (await fetchNotifications(server, joan)).count
  const failing = withTransaction(server.app, async tx => {
    const notification = { to: joan.id, type: 'image_analysis', details: {}, subject: null, cause: joan.id } as const
    await notify(server.app, tx, [notification])
    throw new Error('changed our mind')
  })
  await expect(failing).rejects.toThrow('changed our mind')
  expect((await fetchNotifications(server, joan)).count).toBe(before)
})

it.each(notifications.listNotifications.reply.shape.results.element.shape.type.options)(
  'a %s has a complete sentence in three languages',
  async type => {
    const details = { title: 'Rust', username: 'okello', hasReason: 'yes', reason: 'Because' }
    await withTransaction(server.app, tx =>
      notify(server.app, tx, [{ to: joan.id, type, details, subject: null, cause: joan.id }]),
    )
    const session = { requiredStep: null, sessionId: '', passwordConfirmedAt: new Date(0) }
    const caller = { id: joan.id, role: 'farmer', username: joan.username, isApproved: true, ...session } as const
    const query = { page: 1, page_size: 1 }
    server.clock.advance(1)
    const pages = await Promise.all(
      (['en', 'sw', 'lg'] as const).map(each => listNotifications(server.app, caller, query, each)),
    )
    const messages = pages.map(each => each.notifications[0]?.message ?? '')
    expect(new Set(messages).size).toBe(3)
    for (const message of messages) expect(message).toMatch(/^[^{}#]{10,}\.?$|Because$/)
  },
)

it('the sweep deletes notifications after half a year', async () => {
  server.clock.advance(181 * 24 * 3600_000)
  const person = await signUpFarmer(server)
  await withTransaction(server.app, tx =>
    notify(server.app, tx, [{ to: person.id, type: 'image_analysis', details: {}, subject: null, cause: person.id }]),
  )
  await sweepNotifications(server.app)
  const left = await server.app.db.selectFrom('notifications').select('user_id').execute()
  expect(left.map(({ user_id }) => user_id)).toEqual([person.id])
})
