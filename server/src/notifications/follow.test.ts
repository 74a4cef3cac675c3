import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { approvedPost, newsOf } from '../testing/board.ts'
import { type Followed, follow } from '../testing/event-stream.ts'
import { expert, farmer, type Person, signIn } from '../testing/people.ts'
import { until } from '../testing/spawned.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let grace: Person
let joan: Person
let okello: Person
const open: Followed[] = []
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
  grace = await farmer(w)
  joan = await farmer(w)
  okello = await expert(w)
})
afterEach(() => {
  for (const stream of open.splice(0)) stream.stop()
})
afterAll(() => w.close())

async function following(person: Person, options: Parameters<typeof follow>[2] = {}): Promise<Followed> {
  const stream = await follow(w.url, person.token, options)
  open.push(stream)
  return stream
}
const isUnread = (count: number) => (event: Followed['events'][number]) =>
  event.event === 'unread' && event.data.unread === count
const about = (title: string) => (event: Followed['events'][number]) =>
  event.event === 'notification' && event.data.message.includes(title)

describe('the stream of notifications', () => {
  it('says at once how many are unread, then tells what happens as it happens, in the reader’s language', async () => {
    const stream = await following(grace, { language: 'sw' })
    expect(stream.status).toBe(200)
    await stream.first(isUnread(0))
    await approvedPost(w, grace, okello, { title: 'Live one' })
    const told = await stream.first(about('Live one'))
    expect(told).toMatchObject({ event: 'notification', data: { type: 'post_approved', read: false } })
    expect(JSON.stringify(told)).toContain('limeidhinishwa')
    await stream.first(isUnread(1))
    expect(stream.events.filter(about('Live one'))).toHaveLength(1)
  })

  it('tells nobody what is another’s', async () => {
    const stream = await following(joan)
    await stream.first(isUnread(0))
    await approvedPost(w, grace, okello, { title: 'Not for Joan' })
    await approvedPost(w, joan, okello, { title: 'For Joan' })
    await stream.first(about('For Joan'))
    expect(stream.events.some(about('Not for Joan'))).toBe(false)
  })

  it('lets every device of a reader know what was read on one of them', async () => {
    await approvedPost(w, joan, okello, { title: 'Read it there' })
    const unread = (await newsOf(w, joan)).unread
    const [one, other] = [await following(joan), await following(joan)]
    await one.first(isUnread(unread))
    await other.first(isUnread(unread))
    await w.call('PUT /api/notifications/read-all/', { token: joan.token })
    await one.first(isUnread(0))
    await other.first(isUnread(0))
  })

  it('goes on after a broken connection where it stopped, and tells what came meanwhile', async () => {
    const before = await following(grace)
    const { id } = await before.first(event => event.event === 'unread')
    before.stop()
    await approvedPost(w, grace, okello, { title: 'Meanwhile' })
    const after = await following(grace, { lastEventId: id })
    expect((await after.first(about('Meanwhile'))).event).toBe('notification')
    const fresh = await following(grace)
    await fresh.first(event => event.event === 'unread')
    expect(fresh.events.some(about('Meanwhile'))).toBe(false)
  })

  it('opens all the same with a last event that nobody ever sent', async () => {
    for (const lastEventId of ['x', '-1', '9'.repeat(90), '0']) {
      const stream = await following(joan, { lastEventId })
      expect(stream.status).toBe(200)
      await stream.first(event => event.event === 'unread')
    }
    const ahead = await following(joan, { lastEventId: '9'.repeat(15) })
    await approvedPost(w, joan, okello, { title: 'Told all the same' })
    await ahead.first(about('Told all the same'))
  })

  it('needs a session, and ends with it', async () => {
    expect((await follow(w.url, undefined)).status).toBe(401)
    const session = await signIn(w, joan.email)
    const [ended, going] = [await following(session), await following(joan)]
    await ended.first(event => event.event === 'unread')
    await w.call('POST /api/auth/sign-out', { token: session.token })
    await until(() => ended.isOver())
    expect(going.isOver()).toBe(false)
    expect((await follow(w.url, session.token)).status).toBe(401)
  })

  it('ends when the account is deactivated', async () => {
    const gone = await farmer(w)
    const stream = await following(gone)
    await stream.first(event => event.event === 'unread')
    await w.app.db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', gone.id).execute()
    await until(() => stream.isOver())
  })

  it('is open six times for one reader: the oldest makes way for a seventh', async () => {
    const reader = await farmer(w)
    const streams: Followed[] = []
    while (streams.length < 7) {
      const stream = await following(reader)
      await stream.first(event => event.event === 'unread')
      streams.push(stream)
    }
    await until(() => streams[0]?.isOver() ?? false)
    expect(streams.slice(1).map(stream => stream.isOver())).toEqual(Array(6).fill(false))
  })

  it('is told of on the API page as what it is', async () => {
    const { paths } = (await w.call('GET /api/openapi.json')).body
    expect(Object.keys(paths['/api/notifications/stream'].get.responses['200'].content)).toEqual(['text/event-stream'])
    const head = await fetch(`${w.url}/api/notifications/stream`, { method: 'HEAD' })
    expect(head.status).toBe(405)
  })
})

it('a server that closes ends its streams and is closed', async () => {
  const other = await world({ expertApproval: 'auto' })
  const reader = await farmer(other)
  const stream = await follow(other.url, reader.token)
  await stream.first(event => event.event === 'unread')
  await other.close()
  await until(() => stream.isOver())
})
