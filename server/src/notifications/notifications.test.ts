import { notifications } from '@kutu/contract/notifications'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { write } from '../db/write.ts'
import { approvedPost, newsOf } from '../testing/board.ts'
import { expert, farmer, type Person } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'
import { listNotifications, sweepNotifications } from './notifications.ts'
import { notify } from './notify.ts'

let w: World
let grace: Person
let joan: Person
let okello: Person
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
  grace = await farmer(w)
  joan = await farmer(w)
  okello = await expert(w)
  for (let i = 0; i < 7; i++) await approvedPost(w, grace, okello, { title: `Question ${i}` })
})
afterAll(() => w.close())

const list = (person: Person, query: Record<string, string | number> = {}) =>
  w.call('GET /api/notifications/', { token: person.token, query })
const read = (person: Person, id: string) =>
  w.call('PUT /api/notifications/{id}/read/', { token: person.token, params: { id } })

describe('notifications', () => {
  it('come newest first in pages, with the number of unread ones beside their count', async () => {
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

  it('are marked read one by one: again changes nothing', async () => {
    const [first] = (await newsOf(w, grace)).results
    const { status, body } = await read(grace, first?.id ?? '')
    expect([status, body.read, body.id]).toEqual([200, true, first?.id])
    expect((await newsOf(w, grace)).unread).toBe(6)
    expect((await read(grace, first?.id ?? '')).status).toBe(200)
    expect((await newsOf(w, grace)).unread).toBe(6)
  })

  it('are filtered by whether they are read, and counted so', async () => {
    const [unread, done] = [
      (await list(grace, { status: 'unread' })).body,
      (await list(grace, { status: 'read' })).body,
    ]
    expect([unread.count, unread.results.length, unread.unread]).toEqual([6, 6, 6])
    expect([done.count, done.results.length, done.unread]).toEqual([1, 1, 6])
    expect((await list(grace, { status: 'old' })).status).toBe(400)
  })

  it('are nobody else’s to see or to mark', async () => {
    const [first] = (await newsOf(w, grace)).results.filter(each => !each.read)
    expect((await newsOf(w, joan)).count).toBe(0)
    for (const person of [joan, okello]) {
      const answer = await read(person, first?.id ?? '')
      expect([answer.status, answer.body.error]).toEqual([404, 'not_found'])
    }
    await w.call('PUT /api/notifications/read-all/', { token: joan.token })
    expect((await newsOf(w, grace)).unread).toBe(6)
    expect((await read(grace, 'x')).status).toBe(404)
  })

  it('are all marked read at once', async () => {
    const { status, body } = await w.call('PUT /api/notifications/read-all/', { token: grace.token })
    expect([status, body]).toEqual([200, { unread: 0 }])
    expect(await newsOf(w, grace)).toMatchObject({ count: 7, unread: 0 })
  })
})

it('a notification is made if and only if what it tells of is', async () => {
  const before = (await newsOf(w, joan)).count
  const failing = write(w.app, async tx => {
    const news = { to: joan.id, type: 'image_analysis', details: {}, subject: null, cause: joan.id } as const
    await notify(w.app, tx, [news])
    throw new Error('changed our mind')
  })
  await expect(failing).rejects.toThrow('changed our mind')
  expect((await newsOf(w, joan)).count).toBe(before)
})

it.each(notifications.listNotifications.reply.shape.results.element.shape.type.options)(
  'a %s has its sentence in three languages, with nothing left to fill in',
  async type => {
    const details = { title: 'Rust', username: 'okello', hasReason: 'yes', reason: 'Because' }
    await write(w.app, tx => notify(w.app, tx, [{ to: joan.id, type, details, subject: null, cause: joan.id }]))
    const caller = { id: joan.id, role: 'farmer', username: joan.username, isApproved: true, sessionId: '' } as const
    const query = { page: 1, page_size: 1 }
    w.clock.advance(1)
    const told = await Promise.all(
      (['en', 'sw', 'lg'] as const).map(each => listNotifications(w.app, caller, query, each)),
    )
    const messages = told.map(each => each.notifications[0]?.message ?? '')
    expect(new Set(messages).size).toBe(3)
    for (const message of messages) expect(message).toMatch(/^[^{}#]{10,}\.?$|Because$/)
  },
)

it('the sweep lets go of what is half a year old', async () => {
  w.clock.advance(181 * 24 * 3600_000)
  const person = await farmer(w)
  await write(w.app, tx =>
    notify(w.app, tx, [{ to: person.id, type: 'image_analysis', details: {}, subject: null, cause: person.id }]),
  )
  await sweepNotifications(w.app)
  const left = await w.app.db.selectFrom('notifications').select('user_id').execute()
  expect(left.map(({ user_id }) => user_id)).toEqual([person.id])
})
